"""The terminal: Textual's driver, with a reading thread of our own, and everything given back.

Textual's looks for input ten times a second, and spins for ever when its terminal is gone and SIGHUP is
ignored (nohup, some multiplexers). Ours sleeps until there is something to read, and tells the app once when
reading or writing says that the terminal is gone. It also gives back what Textual leaves changed: the
window's title and the mouse's pixels.
"""

import asyncio
import os
import selectors
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable
from io import TextIOWrapper
from time import monotonic
from typing import Any, Final, TextIO, cast

from textual.app import App
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from sidekicks_tui.widgets.charset import Charset
from sidekicks_tui.widgets.input_reader import SETTLED_AFTER, InputReader

_READ_SIZE: Final = 64 * 1024
_KEEP_TITLE: Final = "\x1b[22;0t"
_GIVE_TITLE_BACK: Final = "\x1b[23;0t"
_PIXELS_OFF: Final = "\x1b[?1016l"
_HAS_TITLE: Final = os.environ.get("TERM") != "linux"
"""The console of Linux has none, and writes what it does not understand."""


class TerminalDriver(LinuxDriver):
    class Gone(Message):
        """The terminal is gone: nobody sees or types anything any more."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._charset = Charset.of(os.environ)
        # Textual's writing thread asks no more of its file than this.
        file = _TerminalFile(sys.__stderr__ or sys.stderr, self._charset, self._gone)
        self._file = cast(Any, file)
        self._wake_read = self._wake_write = -1
        self._stopped: WriterThread | None = None
        """The writing thread of the last time that the terminal was ours."""
        self._title = ""
        self._last_input = monotonic()

    def start_application_mode(self) -> None:
        loop = asyncio.get_running_loop()
        # Textual's own handlers write in the middle of whatever runs, which may be a write: nobody ends then.
        loop.add_signal_handler(signal.SIGTSTP, self._sigtstp_application)
        loop.add_signal_handler(signal.SIGCONT, self._sigcont_application)
        if self._wake_read < 0:
            self._wake_read, self._wake_write = os.pipe()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # in Textual
        # In the background, Textual has done nothing: the next SIGCONT tries again.
        if _HAS_TITLE and not self._suspended:
            self.write(_KEEP_TITLE + self._title)

    def stop_application_mode(self) -> None:
        if _HAS_TITLE:
            self.write(_GIVE_TITLE_BACK)
        if self._mouse_pixels:
            self.write(_PIXELS_OFF)
        super().stop_application_mode()

    def close(self) -> None:
        if not self._suspended:
            super().close()
            self._stopped = self._writer_thread
            os.close(self._wake_read)
            os.close(self._wake_write)
            self._wake_read = self._wake_write = -1

    @property
    def _suspended(self) -> bool:
        """The terminal is not ours now: starting makes a new writing thread."""
        return self._writer_thread is self._stopped

    def _sigtstp_application(self, *_: object) -> None:
        if self._auto_restart and not self._suspended:
            self.suspend_application_mode()
            self._must_signal_resume = True
        os.kill(os.getpid(), signal.SIGSTOP)

    def _sigcont_application(self, *_: object) -> None:
        if self._auto_restart and not self._suspended:
            # Stopped by SIGSTOP, which nobody can catch: who had the terminal meanwhile may have changed all.
            self.suspend_application_mode()
            self._must_signal_resume = True
        if self._must_signal_resume:
            self.resume_application_mode()

    def write(self, data: str) -> None:
        # While another program has the terminal, the engine goes on, and with it what it would paint.
        if not self._suspended:
            super().write(data)

    def set_title(self, title: str) -> None:
        """The window's title, until it is given back; `title` is one line of visible text."""
        self._title = f"\x1b]0;{title}\x1b\\" if title else ""
        if _HAS_TITLE:
            self.write(self._title)

    @property
    def seconds_without_input(self) -> float:
        return monotonic() - self._last_input

    def run_input_thread(self) -> None:
        reader = InputReader()
        decode = getincrementaldecoder(self._charset.codec)("replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            selector.register(self._wake_read, selectors.EVENT_READ)
            settled = True
            while True:
                ready = {key.fd for key, _ in selector.select(None if settled else SETTLED_AFTER)}
                if self._wake_read in ready:
                    os.read(self._wake_read, 1)
                    return
                settled = not ready
                if not ready:
                    for message in reader.tick():
                        self.process_message(message)
                    continue
                data = self._read()
                if not data:
                    self._gone()
                    return
                self._last_input = monotonic()
                for message in reader.feed(decode(data)):
                    self.process_message(message)

    def disable_input(self) -> None:
        if self._key_thread is not None and self._key_thread.is_alive() and not self.exit_event.is_set():
            os.write(self._wake_write, b"\0")
        super().disable_input()

    def _read(self) -> bytes:
        """Empty at the end of input; a terminal that is gone answers EIO."""
        try:
            return os.read(self.fileno, _READ_SIZE)
        except OSError:
            return b""

    def _gone(self) -> None:
        self.process_message(self.Gone())


def set_mouse(app: App[object], on: bool) -> bool:
    """Take the mouse, or leave it to the terminal; whether there is a terminal that has one."""
    driver = app._driver
    if not isinstance(driver, LinuxDriver):
        return False
    if on:
        driver._enable_mouse_support()
    else:
        driver._disable_mouse_support()
    return True


class _TerminalFile:
    """What the writing thread writes to: a terminal that is gone takes everything and says so once."""

    def __init__(self, file: TextIO, charset: Charset, gone: Callable[[], None]) -> None:
        if isinstance(file, TextIOWrapper) and charset.codec != "utf-8":
            # Python takes a locale that is not installed here for UTF-8.
            file.reconfigure(encoding=charset.codec, errors="replace")
        self._file = file
        self._spell = charset.spell
        self._gone = gone
        self._open = True

    def write(self, text: str) -> int:
        if self._open:
            try:
                return self._file.write(self._spell(text))
            except OSError:
                self._end()
        return len(text)

    def flush(self) -> None:
        if self._open:
            try:
                self._file.flush()
            except OSError:
                self._end()

    def isatty(self) -> bool:
        return self._file.isatty()

    def fileno(self) -> int:
        return self._file.fileno()

    def _end(self) -> None:
        self._open = False
        self._gone()
