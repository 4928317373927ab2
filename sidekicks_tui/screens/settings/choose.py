"""What is chosen instead of written: theme, language, keys, notifications, another file, a reset."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual.screen import Screen

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import LANGUAGES, _
from sidekicks_tui.model.settings import ResetChoice
from sidekicks_tui.screens.ask import Confirm
from sidekicks_tui.screens.chooser import Chooser, among
from sidekicks_tui.screens.settings import danger
from sidekicks_tui.screens.settings.files import FOLDER, files
from sidekicks_tui.screens.settings.live import LiveChooser
from sidekicks_tui.screens.settings.press_key import PressKey
from sidekicks_tui.widgets.actions import ACTIONS
from sidekicks_tui.widgets.choices import Choice
from sidekicks_tui.widgets.keys import read_keymap

_LANGUAGES = {"en": "English", "fr": "Français"}


class Choosing:
    """Every method raises `SidekicksError`."""

    def __init__(
        self,
        screen: Screen[Any],
        engine: Engine,
        put: Callable[[tuple[str, ...], str | bool], Awaitable[None]],
        forget: Callable[[], Awaitable[None]],
    ) -> None:
        """`put` changes a value of the configuration, `forget` gives up the text that is not saved."""
        self._screen = screen
        self._engine = engine
        self._put = put
        self._forget = forget

    async def theme(self) -> None:
        app = self._screen.app
        before = app.theme
        choices = [
            Choice(name, name, hint=_("dark") if theme.dark else _("light"))
            for name, theme in sorted(app.available_themes.items(), key=lambda item: item[0] != before)
        ]

        def show(name: str) -> None:
            app.theme = name

        chooser = LiveChooser(_("Which theme?"), choices, show, nothing=_("There is no such theme."))
        chosen = await app.push_screen_wait(chooser)
        app.theme = before
        if chosen is not None:
            await self._put(("theme",), chosen.key)

    async def language(self) -> None:
        now = self._engine.config.settings.language
        choices = [
            Choice(
                name, _LANGUAGES.get(name, _("as the terminal has it")), hint=_("now") if name == now else ""
            )
            for name in ("auto", *LANGUAGES)
        ]
        if (chosen := await self._choose(_("Which language?"), choices)) is not None:
            await self._put(("language",), chosen.key)

    async def keys(self) -> None:
        entries = self._engine.config.settings.keys
        keymap = read_keymap(entries)
        choices = [
            Choice(action.id, action.name, f"{action.id}", keymap.shown(action))
            for action in ACTIONS
            if action.rebindable and action.keys
        ]
        chosen = await self._choose(_("The key of which action?"), choices)
        if chosen is None:
            return
        key = await self._screen.app.push_screen_wait(PressKey(chosen.key, entries))
        if key is not None:
            own = next(action.keys for action in ACTIONS if action.id == chosen.key)
            await self._put(("keys", chosen.key), key or own)

    async def notifications(self) -> None:
        now = self._engine.config.settings.notifications
        choices = [
            Choice("bell", _("The terminal's bell"), hint=_("on") if now.bell else _("off")),
            Choice("desktop", _("A notification of the desktop"), hint=_("on") if now.desktop else _("off")),
        ]
        if (chosen := await self._choose(_("Turn what on or off?"), choices)) is not None:
            await self._put(("notifications", chosen.key), not getattr(now, chosen.key))

    async def open_file(self) -> None:
        config = self._engine.config
        source = files(config.recent(), config.current().path)
        query = ""
        while True:
            prompt = _("Open which file? A path begins with / or ~")
            chooser = Chooser(prompt, source, nothing=_("No such file."), query=query)
            chosen = await self._screen.app.push_screen_wait(chooser)
            if chosen is None:
                return
            if not chosen.key.endswith(FOLDER):
                break
            query = chosen.key
        if await self._may_end():
            await config.open(chosen.key)

    async def open_history(self) -> None:
        """The same file again: its history is opened anew, on disk if nobody else has it."""
        if await self._may_end():
            await self._engine.config.open(self._engine.config.current().path)

    async def reset(self) -> None:
        config = self._engine.config
        chosen = await self._choose(_("Reset what? Copies are kept."), danger.choices())
        if chosen is None:
            return
        choice = ResetChoice(chosen.key)
        plan = await config.plan_reset(choice)
        if await self._screen.app.push_screen_wait(danger.ConfirmReset(choice, plan)):
            if choice in (ResetChoice.SETTINGS, ResetChoice.EVERYTHING):
                await self._forget()
            await config.reset(choice)

    async def _may_end(self) -> bool:
        """Whether what runs may be ended; nothing is asked when nothing does."""
        running = [agent.name for agent in self._engine.agents.list() if agent.state.running]
        if not running:
            return True
        question = _("This ends {agents} and every answer under way. Go on?").format(
            agents=", ".join(running)
        )
        answer = await self._screen.app.push_screen_wait(Confirm(question))
        return answer is True

    async def _choose(self, prompt: str, choices: Sequence[Choice]) -> Choice | None:
        chooser = Chooser(prompt, among(choices), nothing=_("There is none."))
        return await self._screen.app.push_screen_wait(chooser)
