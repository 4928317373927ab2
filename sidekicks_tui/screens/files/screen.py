"""An agent's folder: its tree, and the file that is open, beside it or, without room, in its place."""

import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from textual import events, work
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.events import WorkspaceChanged
from sidekicks_tui.screens.files.attaching import mention
from sidekicks_tui.screens.files.commands import Commands
from sidekicks_tui.screens.files.editing import Editing
from sidekicks_tui.screens.files.folder import Folder
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.clipboard import copy
from sidekicks_tui.widgets.files.area import FileArea
from sidekicks_tui.widgets.files.pane import Face, FilePane
from sidekicks_tui.widgets.files.tree import FileTree
from sidekicks_tui.widgets.footer import KeyLine
from sidekicks_tui.widgets.keys import Keymap, binding, bindings
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.notice import Notice, Tone
from sidekicks_tui.widgets.search_bar import SearchBar

logger = logging.getLogger(__name__)

_IN_TREE: Final = (
    "files.open",
    "files.find",
    "files.changes",
    "files.attach",
    "files.create",
    "files.rename",
    "files.remove",
    "files.back",
)
_IN_FILE: Final = (
    "files.edit",
    "files.search",
    "files.difference",
    "files.preview",
    "files.attach",
    "files.back",
)
_EDITING: Final = ("editor.save", "editor.search", "editor.done")
_KEPT_AFTER: Final = 0.5
"""Seconds after the first change that what is not saved is written away."""


class FilesScreen(Screen[str | None], inherit_bindings=False):
    """Gives back what is to be written into the message, `""` for what waits elsewhere, or None.

    `agent`: whose folder is shown first, with the file `path` open at `line`. `owner`: in whose folder the
    message being written looks for a `$path`. `waiting` says what waits elsewhere.
    """

    BINDINGS = bindings(Place.FILES) + binding("app.next_waiting")
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-one"), (100, "-both")]  # noqa: RUF012  as Textual has it
    DEFAULT_CSS = """
    FilesScreen {
        & #columns { height: 1fr; }
        & FileTree { width: 36; }
        & FilePane { width: 1fr; }
        &.-one FileTree { width: 1fr; }
        &.-one FilePane { display: none; }
        &.-one.in-file FileTree { display: none; }
        &.-one.in-file FilePane { display: block; }
    }
    """

    def __init__(
        self,
        engine: Engine,
        keymap: Keymap,
        waiting: Callable[[], Content],
        agent: str,
        *,
        owner: str,
        path: str = "",
        line: int = 0,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._waiting = waiting
        self._owner = owner
        self._first = (agent, path, line)
        self._head = Line("title")
        self._tree = FileTree()
        self._pane = FilePane()
        self._pane.area.keys = keymap.actions(Place.EDITOR)
        self._pane.search.keys = keymap.actions(Place.SEARCH)
        self._notice = Notice()
        self._footer = KeyLine()
        self._footer.keymap = keymap
        self._folder = Folder(engine, self._tree, self._tell)
        self._editing = Editing(engine, self._pane, self._tell)
        self._commands: Commands
        self._keep_later: Timer | None = None

    def compose(self) -> ComposeResult:
        yield self._head
        with Horizontal(id="columns"):
            yield self._tree
            yield self._pane
        yield self._notice
        yield self._footer

    def on_mount(self) -> None:
        self._commands = Commands(
            self.app,
            self._engine,
            folder=self._folder,
            editing=self._editing,
            tree=self._tree,
            pane=self._pane,
            head=self._head,
            notice=self._notice,
            show_file=self._show_file,
        )
        agent, path, line = self._first
        self.set_focus(self._tree)
        self._follow()
        self._run(self._commands.use(agent, path, line))

    async def on_unmount(self) -> None:
        try:
            await self._editing.keep()
            await self._folder.leave()
        except SidekicksError:
            logger.exception("What was not saved was not kept")
        await self._engine.workspaces.unwatch()

    def action_do(self, action_id: str) -> None:
        match action_id:
            case "app.next_waiting":
                self.dismiss("")
            case "files.back":
                self._back()
            case "files.find":
                self._run(self._commands.find())
            case "files.changes":
                self._run(self._commands.choose_change())
            case "files.agent":
                self._run(self._commands.choose_agent())
            case "files.other":
                self._show_file(not self._in_file)
            case "files.save":
                self._run(self._commands.save())
            case "files.edit":
                self._edit()
            case "files.difference":
                self._run(self._commands.differ())
            case "files.preview":
                self._run(self._commands.preview())
            case "files.search" if self._pane.face is Face.TEXT:
                self._show_file(True)
                self._pane.search.open()
            case "files.next_match" | "files.previous_match":
                self._pane.area.next_found(1 if action_id == "files.next_match" else -1)
            case "files.create":
                self._run(self._commands.create())
            case "files.copy" if path := self._path:
                self._notice.say(copy(self.app, path))
            case "files.attach" if path := self._path:
                self._run(self._join(path))
            case _ if self._in_file:
                self._do_in_file(action_id)
            case _:
                self._do_in_tree(action_id)

    def on_file_tree_opened(self, message: FileTree.Opened) -> None:
        self.set_focus(self._tree)
        self._open_chosen()

    def on_file_area_asked(self, message: FileArea.Asked) -> None:
        match message.action_id:
            case "editor.save":
                self._run(self._commands.save())
            case "editor.search":
                self._pane.search.open()
            case "editor.done":
                self._editing.read()
                self._show_keys()

    def on_text_area_changed(self) -> None:
        self._notice.read()
        self._tell_state()
        if self._keep_later is None:
            self._keep_later = self.set_timer(_KEPT_AFTER, self._keep)

    def on_search_bar_changed(self, message: SearchBar.Changed) -> None:
        if self._pane.search.display:  # what was found stays so when the bar closes
            self._pane.search.tell(self._pane.area.find(message.words))

    def on_search_bar_stepped(self, message: SearchBar.Stepped) -> None:
        self._pane.area.next_found(message.step)

    def on_descendant_focus(self, _event: events.DescendantFocus) -> None:
        self._show_keys()

    def on_resize(self) -> None:
        self._tell_state()

    @property
    def _in_file(self) -> bool:
        return self._pane.has_focus_within

    @property
    def _path(self) -> str:
        """What the person means: the file in sight, or the entry of the tree."""
        if self._in_file:
            return self._editing.path
        return self._tree.chosen.path if self._tree.chosen else ""

    def _do_in_file(self, action_id: str) -> None:
        widget = self._pane.content_widget
        match action_id:
            case "files.open":
                self._edit()
            case "files.up" if widget is self._pane.area:
                self._pane.area.action_cursor_up()
            case "files.down" if widget is self._pane.area:
                self._pane.area.action_cursor_down()
            case _:
                raise SkipAction

    def _do_in_tree(self, action_id: str) -> None:
        entry = self._tree.chosen
        match action_id:
            case "files.up" | "files.down":
                self._tree.move(-1 if action_id == "files.up" else 1)
            case "files.page_up" | "files.page_down":
                self._tree.page(-1 if action_id == "files.page_up" else 1)
            case "files.open" if entry is not None:
                self._open_chosen()
            case "files.fold" if entry is not None:
                if entry.dir and self._tree.is_open(entry.path):
                    self._tree.close_folder(entry.path)
                else:
                    self._tree.to_parent()
            case "files.rename" if entry is not None:
                self._run(self._commands.rename())
            case "files.remove" if entry is not None:
                self._run(self._commands.remove())
            case _:
                raise SkipAction

    def _back(self) -> None:
        """Closes what is open, the file in sight before the screen."""
        if self._pane.search.close():
            self.set_focus(self._pane.content_widget)
        elif self._pane.face is Face.PREVIEW:
            self._pane.back_to_text()
            self.set_focus(self._pane.area)
        elif self._in_file:
            self._show_file(False)
        else:
            self.dismiss(None)

    def _open_chosen(self) -> None:
        entry = self._tree.chosen
        if entry is None:
            return
        if not entry.dir:
            self._run(self._commands.open(entry.path))
        elif self._tree.is_open(entry.path):
            self._tree.close_folder(entry.path)
        else:
            self._run(self._folder.unfold(entry))

    def _edit(self) -> None:
        try:
            self._editing.edit()
        except SidekicksError as error:
            self._notice.say(str(error), Tone.ERROR)
        else:
            self._show_file(True)
            self._show_keys()

    async def _join(self, path: str) -> None:
        self.dismiss(await mention(self._engine, self._folder.agent, path, self._owner))

    def _keep(self) -> None:
        if self._keep_later is not None:
            self._keep_later.stop()
            self._keep_later = None
        self.run_worker(self._told(self._kept()))

    async def _kept(self) -> None:
        await self._editing.keep()
        self._tell()

    @work
    async def _follow(self) -> None:
        async with self._engine.bus.subscribe(WorkspaceChanged) as changes:
            async for event in changes:
                if isinstance(event, WorkspaceChanged) and event.agent == self._folder.agent:
                    changed = self._engine.workspaces.changed()
                    await self._told(self._see(changed))

    async def _see(self, changed: frozenset[str]) -> None:
        if self._editing.path in changed:
            await self._editing.look_again()
        await self._folder.changed(changed, self._editing.path)

    def _show_file(self, file: bool) -> None:
        """To the file, or to the tree; where there is room for one alone, it is the one in sight."""
        self.set_class(file, "in-file")
        self.set_focus(self._pane.content_widget if file else self._tree)
        self._show_keys()

    def _run(self, command: Coroutine[Any, Any, None]) -> None:
        self._notice.read()
        self.run_worker(self._told(command))

    async def _told(self, command: Coroutine[Any, Any, None]) -> None:
        try:
            await command
        except SidekicksError as error:
            self._notice.say(str(error), Tone.ERROR)

    def _tell(self) -> None:
        """Say what is known of the entries and of the file."""
        editing = self._editing
        unsaved = editing.unsaved_paths | ({editing.path} if editing.unsaved else frozenset())
        self._tree.tell(self._folder.git, self._folder.fresh, editing.path, unsaved)
        self._tell_state()

    def _tell_state(self) -> None:
        editing = self._editing
        asks = ""
        if editing.in_conflict:
            asks = _("changed by somebody else: d shows how")
        elif editing.unsaved:
            asks = _("● not saved")
        self._pane.name_file(
            editing.path, "" if editing.editable or not editing.path else _("read-only"), asks
        )

    def _show_keys(self) -> None:
        keys: tuple[str, ...] = _IN_TREE
        if self._in_file:
            keys = _IN_FILE if self._pane.area.read_only else _EDITING
        self._footer.show(keys, self._waiting().plain or self._folder.git.branch)
