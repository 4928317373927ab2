"""The application: the chat at once, the engine as soon as it is built, the terminal back at the end.

It holds no features. Four things end it: the person, a signal, a terminal that is gone, and a bug. Whichever
it is, Textual first gives the terminal back, then the engine is closed.
"""

import asyncio
import gc
import logging
import signal
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from textual.app import App
from textual.filter import LineFilter
from textual.worker import WorkerFailed

from sidekicks_tui import locale
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.visible import visible_line
from sidekicks_tui.screens.chat.screen import ChatScreen
from sidekicks_tui.widgets.actions import BY_ID
from sidekicks_tui.widgets.driver import TerminalDriver
from sidekicks_tui.widgets.keys import Keymap, read_keymap
from sidekicks_tui.widgets.no_color import NoColor
from sidekicks_tui.widgets.notice import Tone
from sidekicks_tui.widgets.notifications.attention import Attention
from sidekicks_tui.widgets.themes import THEMES

if TYPE_CHECKING:
    from sidekicks_tui.core.engine import Engine
    from sidekicks_tui.core.succession import Change, Succession
    from sidekicks_tui.screens.chat.chat import Chat
    from sidekicks_tui.widgets.notifications.notifier import Notifier

OpenEngine: TypeAlias = "Callable[[], Awaitable[Engine]]"

_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
_SIGNALLED: Final = 128
"""Ended by a signal, the exit status is this and the signal's number."""

logger = logging.getLogger(__name__)


class SidekicksApp(App[int], inherit_bindings=False):
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Sidekicks"
    DEFAULT_MODE = "1"
    """Each engine has a mode, and so a stack of screens, of its own; they are counted."""

    def __init__(self, open_engine: OpenEngine) -> None:
        super().__init__(driver_class=TerminalDriver)
        self.failure: Exception | None = None
        """What ended the app: no engine, or a bug."""
        self.animation_level = "none"
        for theme in THEMES:
            self.register_theme(theme)
        self.add_mode(self.DEFAULT_MODE, lambda: self._chat_screen)
        self._open_engine = open_engine
        self._engine: Engine | None = None
        self._chat: Chat | None = None
        self._chat_screen = ChatScreen()
        self._succession: asyncio.Task[tuple[Engine, Succession]] | None = None
        """While one engine follows another."""
        self._attention = Attention()

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [NoColor()] if self.no_color else super().get_line_filters()

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            # Who started us with SIGHUP ignored (nohup) wants us to go on without a terminal's word.
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, self.exit, _SIGNALLED + number)
        self.watch_title(self.title)
        self._chat_screen.call_after_refresh(self.run_worker, self._connect)

    def watch_title(self, title: str) -> None:
        """The screen says what it shows: it becomes the window's title."""
        if terminal := self._terminal:
            terminal.set_title(visible_line(title))

    def on_app_focus(self) -> None:
        self._attention.focused(True)

    def on_app_blur(self) -> None:
        self._attention.focused(False)

    def on_driver_signal_resume(self) -> None:
        # Textual takes the terminal back after a stop, and leaves it empty.
        self.refresh(layout=True)

    def on_terminal_driver_gone(self) -> None:
        self.exit(_SIGNALLED + signal.SIGHUP)

    async def close_engine(self) -> None:
        """Keep what was being written, and end everything; nothing happens when there is no engine."""
        if self._succession is not None:
            self._engine, _succession = await self._succession
        if self._engine is None:
            return
        # Who is asked a second time does not wait for agents that take their time.
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._engine.end_now)
        try:
            if self._chat is not None:
                await self._chat.keep_draft()
        except SidekicksError:
            logger.exception("The draft was not kept")
        finally:
            await self._engine.close()

    async def _connect(self) -> None:
        """Build the engine, now that there is something to look at and to type into."""
        try:
            engine = await self._open_engine()
            from sidekicks_tui.widgets import differ

            differ.install(self)
            await self._begin(engine)
        except SidekicksError as error:
            self.failure = error
            self.exit()
        else:
            if not gc.isenabled():
                # What a start has made stays: the collector need not look at it again and again.
                gc.freeze()
                gc.enable()

    async def _begin(self, engine: "Engine") -> None:
        """Show the conversations of `engine`, and follow it."""
        from sidekicks_tui.screens.chat.chat import Chat

        self._engine = engine
        self._chat = Chat(self._chat_screen, engine, self._follow_settings(engine))
        engine.config.when_succeeded(self._succeed)
        await self._chat.start()
        self.run_worker(self._notifier(engine).follow())
        self.run_worker(self._follow(engine, self._chat))

    async def _succeed(self, change: "Change") -> "Succession":
        """Let another engine take the place of this one; `change` is made between the two."""
        # Whoever asks is on a screen that goes, and is cancelled with it.
        return await asyncio.shield(self.run_worker(self._exchange(change)).wait())

    async def _exchange(self, change: "Change") -> "Succession":
        assert self._engine is not None and self._chat is not None  # whose configuration asks
        await self._chat.keep_draft()
        self._chat_screen.notice.say(_("Ending everything of this file…"))
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        self._succession = asyncio.create_task(self._engine.succeed(change))
        engine, succession = await asyncio.shield(self._succession)
        self._succession = None
        self._engine = engine
        await self._new_chat_screen()
        try:
            await self._begin(engine)
            await engine.config.reload()
        except SidekicksError as error:
            self.failure = error
            self.exit()
        if succession.problem:
            self._chat_screen.notice.say(succession.problem, Tone.ERROR)
        elif succession.copies:
            folder = succession.copies[0].parent
            self._chat_screen.notice.say(_("What was reset is kept in {folder}").format(folder=folder))
        return succession

    async def _new_chat_screen(self) -> None:
        """A new stack of screens in the place of this one."""
        before = self.current_mode
        after = str(int(before) + 1)
        self._chat_screen = ChatScreen()
        self.add_mode(after, lambda: self._chat_screen)
        await self.switch_mode(after)
        await self.remove_mode(before)

    def _notifier(self, engine: "Engine") -> "Notifier":
        from sidekicks_tui.widgets.notifications.notifier import Notifier

        def label(channel: str) -> str:
            return next((each.label for each in engine.channels.list() if each.id == channel), "")

        return Notifier(
            engine.bus,
            write=self._tell_terminal,
            somebody_looks=self._somebody_looks,
            settings=lambda: engine.config.settings.notifications,
            label=label,
        )

    @property
    def _terminal(self) -> TerminalDriver | None:
        """None in a test without one."""
        return self._driver if isinstance(self._driver, TerminalDriver) else None

    def _tell_terminal(self, sequence: str) -> None:
        if terminal := self._terminal:
            terminal.write(sequence)

    def _somebody_looks(self) -> bool:
        terminal = self._terminal
        return terminal is not None and self._attention.looks(terminal.seconds_without_input)

    async def _follow(self, engine: "Engine", chat: "Chat") -> None:
        from sidekicks_tui.model.events import ConfigChanged, HistoryFreed

        async with engine.bus.subscribe(ConfigChanged, HistoryFreed) as changes:
            async for change in changes:
                if isinstance(change, HistoryFreed):
                    self._offer_history()
                else:
                    chat.use_keymap(self._follow_settings(engine))

    def _offer_history(self) -> None:
        words = _("The other Sidekicks has ended. {key}, “{action}” keeps what is said from now on.")
        key = self._chat_screen.footer.keymap.first("app.palette")
        action = BY_ID["settings.history"].name
        self._chat_screen.notice.say(words.format(key=key, action=action))

    def _follow_settings(self, engine: "Engine") -> Keymap:
        """Take theme, language and keys from the configuration."""
        settings = engine.config.settings
        locale.use(settings.language)
        if settings.theme in self.available_themes:
            self.theme = settings.theme
        keymap = read_keymap(settings.keys)
        self.set_keymap(keymap.changed)
        return keymap

    def _handle_exception(self, error: Exception) -> None:
        """A bug: whoever ran the app hears of it when the terminal is back."""
        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error
        self.failure = self.failure or error
        super()._handle_exception(error)

    def _print_error_renderables(self) -> None:
        # Textual would print the traceback, with the values of variables in it.
        self._exit_renderables.clear()
