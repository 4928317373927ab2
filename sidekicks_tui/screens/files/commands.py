"""What the person does with entries and with the file that is open, and what is asked on the way."""

from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.content import Content

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.screens.files import asking
from sidekicks_tui.screens.files.conflict import Conflict
from sidekicks_tui.screens.files.editing import Editing
from sidekicks_tui.screens.files.folder import Folder
from sidekicks_tui.widgets.content import MUTED, foreign
from sidekicks_tui.widgets.files.pane import Face, FilePane
from sidekicks_tui.widgets.files.tree import FileTree
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.notice import Notice, Tone


class Commands:
    """`show_file` leads to the file (True) or to the tree. Everything raises `SidekicksError`."""

    def __init__(
        self,
        app: App[Any],
        engine: Engine,
        *,
        folder: Folder,
        editing: Editing,
        tree: FileTree,
        pane: FilePane,
        head: Line,
        notice: Notice,
        show_file: Callable[[bool], None],
    ) -> None:
        self._app = app
        self._engine = engine
        self._folder = folder
        self._editing = editing
        self._tree = tree
        self._pane = pane
        self._head = head
        self._notice = notice
        self._show_file = show_file

    async def use(self, agent: str, path: str = "", line: int = 0) -> None:
        self._editing.use(agent)
        location = await self._engine.workspaces.info(agent)
        self._head.put(
            Content.assemble((_("Files"), "bold"), "   ", agent, "   ", foreign(location.location, MUTED))
        )
        if location.problem:
            self._tree.show(())
            self._notice.say(location.problem, Tone.ERROR)
            return
        await self._folder.use(agent)
        if path:
            await self.open(path, line)
        await self._folder.learn()

    async def open(self, path: str, line: int = 0) -> None:
        await self._folder.reveal(path)
        await self._editing.open(path, line)
        self._folder.looked_at(path)
        self._show_file(True)
        if self._editing.in_conflict:
            await self.settle_conflict()

    async def find(self) -> None:
        if path := await asking.find(self._app, self._engine, self._folder.agent):
            await self.open(path)

    async def choose_change(self) -> None:
        changes = list(reversed(self._folder.changes))
        if not changes:
            self._notice.say(_("Nothing changed since you last looked."))
        elif path := await asking.choose_change(self._app, changes):
            await self.open(path)

    async def choose_agent(self) -> None:
        agent = await asking.choose_agent(self._app, self._engine)
        if agent and agent != self._folder.agent:
            await self._editing.keep()
            await self._folder.leave()
            await self.use(agent)
            self._show_file(False)

    async def create(self) -> None:
        agent, folder = self._folder.agent, self._tree.folder
        if path := await asking.create(self._app, self._engine, agent, folder):
            await self._folder.look_again([folder])
            await self.open(path)
            self._editing.edit()
            self._show_file(True)

    async def rename(self) -> None:
        entry = self._tree.chosen
        if entry and (path := await asking.rename(self._app, self._engine, self._folder.agent, entry)):
            await self._editing.moved(entry.path, path)
            await self._folder.look_again([entry.path.rpartition("/")[0]])
            self._tree.choose(path)

    async def remove(self) -> None:
        entry = self._tree.chosen
        if entry is None:
            return
        unsaved = any(
            path == entry.path or path.startswith(f"{entry.path}/") for path in self._editing.unsaved_paths
        )
        if await asking.remove(self._app, self._engine, self._folder.agent, entry, unsaved=unsaved):
            await self._editing.removed(entry.path)
            await self._folder.look_again([entry.path.rpartition("/")[0]])
            self._notice.say(_("Deleted: {path}").format(path=entry.path))

    async def save(self) -> None:
        if await self._editing.save():
            self._notice.say(_("Saved."))
        else:
            await self.settle_conflict()

    async def settle_conflict(self) -> None:
        """Ask whose text stays."""
        path = self._editing.path
        blocks = await self._editing.conflict_blocks()
        sentence = _("{path} was changed by somebody else while you were changing it.").format(path=path)
        choice = await self._app.push_screen_wait(Conflict(sentence, blocks))
        if path != self._editing.path:
            return
        if choice == "mine" and await self._editing.save(over=True):
            self._notice.say(_("Saved over the other's text."))
        elif choice == "theirs":
            await self._editing.take_theirs()
            self._notice.say(_("The other's text stays; undo brings yours back."))

    async def differ(self) -> None:
        if self._editing.in_conflict:
            await self.settle_conflict()
        else:
            await self._editing.show_difference()
            self._show_file(True)

    async def preview(self) -> None:
        if self._pane.face is Face.PREVIEW:
            self._pane.back_to_text()
        else:
            await self._editing.show_preview()
        self._show_file(True)
