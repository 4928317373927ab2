"""The composition root of the screen: builds the engine, shows the chat, gives the terminal back at the end.

It holds no features. Four things end it: the person, SIGTERM or SIGHUP, a terminal that is gone, and a bug.
Whichever it is, Textual first gives the terminal back, then the engine is closed.
"""

import asyncio
import logging
import signal
from typing import Final

from textual.app import App

from sidekicks_tui import locale
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.model.events import ConfigChanged
from sidekicks_tui.screens.chat.screen import ChatScreen
from sidekicks_tui.widgets.driver import TerminalDriver
from sidekicks_tui.widgets.keys import read_keymap

logger = logging.getLogger(__name__)

BUG: Final = 1
"""Exit status after a bug; ended by a signal, it is 128 and the signal's number."""


class SidekicksApp(App[int], inherit_bindings=False):
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Sidekicks"

    CSS = """
    Screen { background: $background; }
    """

    def __init__(self, engine: Engine) -> None:
        self.bug: BaseException | None = None
        """What ended the app though it should not have happened."""
        self._engine = engine
        super().__init__(driver_class=TerminalDriver)
        self.animation_level = "none"
        self._follow_settings()
        self._chat = ChatScreen(engine, self._keys)

    def get_default_screen(self) -> ChatScreen:
        return self._chat

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            # Who started us with SIGHUP ignored (nohup) wants us to go on without a terminal's word.
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, self.exit, 128 + number)
        self.run_worker(self._follow())

    def on_terminal_driver_gone(self) -> None:
        self.exit(128 + signal.SIGHUP)

    async def keep(self) -> None:
        """Write away what the person was writing; before the engine is closed."""
        await self._chat.keep_draft()

    async def _follow(self) -> None:
        async with self._engine.bus.subscribe(ConfigChanged) as changes:
            async for _change in changes:
                self._follow_settings()
                self._chat.use_keymap(self._keys)

    def _follow_settings(self) -> None:
        settings = self._engine.config.settings
        locale.use(settings.language)
        if settings.theme in self.available_themes:
            self.theme = settings.theme
        self._keys = read_keymap(settings.keys)
        self.set_keymap(self._keys.changed)

    def _handle_exception(self, error: Exception) -> None:
        """A bug: its traceback goes to the log, the person gets one line when the terminal is back."""
        if self.bug is None:
            self.bug = error
            logger.critical("The screen ended", exc_info=error)
        super()._handle_exception(error)

    def _print_error_renderables(self) -> None:
        # Textual would show the traceback, with the values of variables in it.
        self._exit_renderables.clear()
