"""The settings: the configuration file in an editor, what is wrong with it, and what a save would change."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

from textual import work
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from sidekicks_tui.config.completion import ITEM, Completion, complete
from sidekicks_tui.core.config_preview import Preview, preview
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import ConfigError, SidekicksError
from sidekicks_tui.model.events import ConfigChanged, PermissionRequested, PermissionResolved
from sidekicks_tui.model.settings import Problem
from sidekicks_tui.screens.chooser import Chooser, among
from sidekicks_tui.screens.settings import draft, names, words
from sidekicks_tui.screens.settings.choose import Choosing
from sidekicks_tui.screens.settings.conflict import Conflict
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.actions import ACTIONS, of_place
from sidekicks_tui.widgets.choices import Choice, ChoiceList
from sidekicks_tui.widgets.composer.popup import CompletionPopup
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign
from sidekicks_tui.widgets.footer import KeyLine
from sidekicks_tui.widgets.keys import Keymap, binding, bindings, read_keymap
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.notice import Notice, Tone
from sidekicks_tui.widgets.yaml_editor.editor import YamlEditor

_FOLLOWED: Final = (ConfigChanged, PermissionRequested, PermissionResolved)
_KEYS: Final = ("settings.save", "app.palette", "settings.complete", "settings.back")
_QUIET: Final = 0.2
"""Seconds without a key before the text is looked at."""


class SettingsScreen(Screen[bool], inherit_bindings=False):
    """Gives True back when the person wants to go to what waits.

    `waiting` says what waits elsewhere, empty when nothing does; `first` is an action to begin with.
    """

    BINDINGS = bindings(Place.SETTINGS) + binding("app.next_waiting") + binding("app.palette")
    AUTO_FOCUS = "YamlEditor"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012  as Textual has it

    DEFAULT_CSS = """
    SettingsScreen {
        & > Horizontal { height: 1fr; margin: 1 0 0 0; }
        & #text { width: 1fr; }
        & #preview { width: 40; padding: 0 1 0 3; }
        & > ChoiceList { padding: 0 1; max-height: 5; }
        &.-narrow #preview { display: none; }
    }
    """

    def __init__(
        self, engine: Engine, keymap: Keymap, waiting: Callable[[], Content], first: str = ""
    ) -> None:
        super().__init__()
        self._engine = engine
        self._waiting = waiting
        self._first = first
        self._base = engine.config.content()
        """What the file holds as far as this screen knows."""
        self._problems: Sequence[Problem] = ()
        self._preview: Preview | None = None
        self._title = Line("title")
        self._popup = CompletionPopup()
        self._editor = YamlEditor(self._popup, self._complete)
        self._side = Static(id="preview", markup=False)
        self._list = ChoiceList()
        self._notice = Notice()
        self._footer = KeyLine()
        self._footer.keymap = keymap
        choosing = Choosing(self, engine, self._set, self._forget_draft)
        self._doing: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
            "settings.save": self._save,
            "app.palette": self._menu,
            "settings.preview": self._show_preview,
            "settings.problems": self._choose_problem,
            "settings.back": self._leave,
            "settings.theme": choosing.theme,
            "settings.language": choosing.language,
            "settings.keys": choosing.keys,
            "settings.notifications": choosing.notifications,
            "settings.open": choosing.open_file,
            "settings.history": choosing.open_history,
            "settings.reset": choosing.reset,
            "settings.read_again": self._read_again,
        }

    def compose(self) -> ComposeResult:
        yield self._title
        with Horizontal():
            with Vertical(id="text"):
                yield self._popup
                yield self._editor
            yield self._side
        yield self._list
        yield self._notice
        yield self._footer

    def on_mount(self) -> None:
        self._footer.show(_KEYS, "")
        self._load()
        self._look(0.0)
        self._follow()
        if self._first:
            self.call_after_refresh(self.action_do, self._first)

    def action_do(self, action_id: str) -> None:
        match action_id:
            case "app.next_waiting":
                self.dismiss(True)
            case "settings.complete":
                self._editor.complete()
            case "settings.next_problem":
                self._next_problem()
            case "settings.back" if self._editor.close_popup() or self._notice.dismiss():
                pass
            case _ if action_id in self._doing:
                self._run(self._doing[action_id]())
            case _:
                raise SkipAction

    def on_yaml_editor_edited(self, message: YamlEditor.Edited) -> None:
        if message.by_person:
            self._notice.read()
        self._tell()
        self._look(_QUIET)

    def on_choice_list_clicked(self, message: ChoiceList.Clicked) -> None:
        self._editor.go_to(self._problems[int(message.choice.key)])

    def on_completion_popup_clicked(self, message: CompletionPopup.Clicked) -> None:
        self._editor.accept(message.candidate)
        self._editor.focus()

    @property
    def _unsaved(self) -> bool:
        return self._editor.text != self._base

    def _load(self) -> None:
        """The file's text, or what was kept of a change that was not saved."""
        kept = draft.kept(self._engine.history)
        self._editor.begin(self._base)
        # What the editor would not give back as it was, it must not change.
        self._editor.read_only = self._editor.text != self._base
        if self._editor.read_only:
            self._base = self._editor.text
            self._notice.say(
                _("This file holds line ends that would be lost here: change it in another editor."),
                Tone.ERROR,
            )
        elif kept is not None and kept.text != self._base:
            self._editor.replace_all(kept.text)
            changed = kept.base != self._base
            self._base = kept.base
            self._notice.say(
                _("Your unsaved text is here again; the file was changed meanwhile: a save shows both.")
                if changed
                else _("Your unsaved text is here again.")
            )

    @work(exclusive=True, group="look")
    async def _look(self, after: float) -> None:
        """Check the text, once it has been left alone for `after` seconds, and keep it if it is not saved."""
        await asyncio.sleep(after)
        text = self._editor.text
        settings, found = await self._engine.config.read(text)
        problems = list(found)
        self._preview = None
        if settings is not None:
            themes = self.app.available_themes
            problems += await asyncio.to_thread(names.warnings, text, settings, themes)
            running = [agent.name for agent in self._engine.agents.list() if agent.state.running]
            channels = [channel.name for channel in self._engine.channels.list()]
            self._preview = preview(self._engine.config.settings, settings, running, channels)
        self._problems = sorted(problems, key=lambda problem: (problem.line, problem.column))
        self._editor.mark(self._problems)
        self._list.update(words.choices(self._problems))
        self._list.display = bool(self._problems)
        self._tell()
        try:
            unsaved = draft.Draft(text=text, base=self._base) if text != self._base else None
            await draft.keep(self._engine.history, unsaved)
        except SidekicksError as error:
            self._notice.say(str(error), Tone.ERROR)

    @work
    async def _follow(self) -> None:
        async with self._engine.bus.subscribe(*_FOLLOWED) as happenings:
            async for event in happenings:
                if isinstance(event, ConfigChanged):
                    self._take_disk()
                else:
                    # The chat, which is asked, hears of it at the same time.
                    self.call_later(self._tell)

    def _take_disk(self) -> None:
        """The file was read again."""
        content = self._engine.config.content()
        self._footer.keymap = read_keymap(self._engine.config.settings.keys)
        if content in (self._base, self._editor.text):
            self._base = self._editor.text if content == self._editor.text else self._base
        elif not self._unsaved:
            self._base = content
            self._editor.replace_all(content)
        else:
            self._notice.say(_("The file was changed elsewhere: a save shows both."), Tone.ERROR)
        self._tell()
        self._look(0.0)

    def _tell(self) -> None:
        """Show the state of the text."""
        path = Path(self._engine.config.current().path)
        parts = [Content.styled(_("Settings"), "bold"), foreign(path.name)]
        if self._unsaved:
            parts.append(Content.styled(_("not saved"), ACCENT))
        if count := words.count(self._problems):
            parts.append(count)
        parts.append(foreign(str(path.parent), MUTED))
        waiting = self._waiting()
        self._title.put(Content("   ").join(parts), waiting)
        self._footer.show(("app.next_waiting", *_KEYS) if waiting else _KEYS, "")
        self._side.update(self._told_preview())

    def _told_preview(self) -> Content:
        errors = any(not problem.warning for problem in self._problems)
        return words.preview(self._preview, unsaved=self._unsaved, errors=errors)

    def _next_problem(self) -> None:
        row, column = self._editor.cursor_location
        after = (each for each in self._problems if (each.line, each.column) > (row + 1, column + 1))
        if self._problems:
            self._editor.go_to(next(after, self._problems[0]))

    def _complete(self, lines: Sequence[str], row: int, column: int) -> Completion | None:
        settings = self._engine.config.settings
        agents = [agent.name for agent in settings.agents]
        known = {
            ("theme",): sorted(self.app.available_themes),
            ("channels", ITEM, "members", ITEM): agents,
            ("hooks", ITEM, "agents", ITEM): agents,
            ("rules", ITEM, "agents", ITEM): agents,
            ("keys",): [action.id for action in ACTIONS if action.rebindable and action.keys],
        }
        return complete(lines, row, column, known)

    def _run(self, command: Coroutine[Any, Any, None]) -> None:
        self.run_worker(self._told(command))

    async def _told(self, command: Coroutine[Any, Any, None]) -> None:
        try:
            await command
        except SidekicksError as error:
            self._notice.say(str(error), Tone.ERROR)

    # What the actions do

    async def _save(self) -> None:
        text = self._editor.text
        try:
            problems = await self._engine.config.save(text, self._base)
        except ConfigError:
            await self._engine.config.reload()
            theirs = self._engine.config.content()
            if theirs == self._base:
                raise
            if not await self._settle_conflict(theirs, text):
                return
        else:
            if problems:
                first = problems[0]
                self._editor.go_to(first)
                self._notice.say(f"{first.line}:{first.column} {first.message}", Tone.ERROR)
                return
            self._base = text
        self._notice.say(_("Saved."))
        self._tell()
        self._look(0.0)

    async def _settle_conflict(self, theirs: str, mine: str) -> bool:
        """Ask whose text is wanted; whether the matter is settled."""
        answer = await self.app.push_screen_wait(Conflict(theirs, mine))
        if answer == "mine":
            await self._engine.config.save(mine, theirs)
            self._base = mine
        elif answer == "theirs":
            self._base = theirs
            self._editor.replace_all(theirs)
        return answer is not None

    async def _set(self, path: tuple[str, ...], value: str | bool) -> None:
        """Change one value in the text, and save it unless there is more that is not saved."""
        from sidekicks_tui.config import edit

        alone = not self._unsaved
        text = await asyncio.to_thread(edit.set_value, self._editor.text, path, value)
        self._editor.replace_all(text)
        if alone:
            await self._save()
        else:
            self._notice.say(_("Changed in the text, and not saved, like your other changes."))

    async def _read_again(self) -> None:
        await self._engine.config.reload()
        self._base = self._engine.config.content()
        self._editor.replace_all(self._base)
        self._notice.say(_("This is the file as it is on disk; Ctrl+Z brings your text back."))

    async def _menu(self) -> None:
        choices = [
            Choice(action.id, action.name, hint=self._footer.keymap.shown(action))
            for action in of_place(Place.SETTINGS)
        ]
        chosen = await self._choose(_("What do you want to set?"), choices)
        if chosen is not None:
            self.action_do(chosen.key)

    async def _choose_problem(self) -> None:
        chosen = await self._choose(_("Go to which problem?"), words.choices(self._problems))
        if chosen is not None:
            self._editor.go_to(self._problems[int(chosen.key)])

    async def _choose(self, prompt: str, choices: Sequence[Choice]) -> Choice | None:
        chooser = Chooser(prompt, among(choices), nothing=_("There is none."))
        return await self.app.push_screen_wait(chooser)

    async def _show_preview(self) -> None:
        from sidekicks_tui.screens.help import Reader

        await self.app.push_screen(Reader(_("Settings"), Static(self._told_preview())))

    async def _forget_draft(self) -> None:
        await draft.keep(self._engine.history, None)

    async def _leave(self) -> None:
        unsaved = draft.Draft(text=self._editor.text, base=self._base) if self._unsaved else None
        await draft.keep(self._engine.history, unsaved)
        self.dismiss(False)
