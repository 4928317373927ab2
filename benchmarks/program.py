"""A terminal program on a pseudo-terminal, watched from outside.

Every piece of output is kept with the moment at which it arrived. What the person would have seen, and when,
is found afterwards by replaying the pieces through a terminal emulator, so that watching costs the program
nothing.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import psutil
import pyte


@dataclass(frozen=True)
class Piece:
    """Bytes that arrived together, `at` a moment of time.monotonic."""

    at: float
    data: bytes


class Program:
    """One run of `command` in a terminal of `columns` × `rows` cells; leaving the context ends it."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], columns: int = 120, rows: int = 40
    ) -> None:
        self.columns, self.rows = columns, rows
        self.pieces: list[Piece] = []
        self.started = time.monotonic()
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], list(command), dict(env))
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        tree = [psutil.Process(self.pid), *psutil.Process(self.pid).children(recursive=True)]
        os.kill(self.pid, signal.SIGTERM)
        self._reader.join(10)
        for process in psutil.wait_procs(tree, 1)[1]:
            process.kill()
        os.close(self._terminal)

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._terminal, 1 << 16)
            except OSError:
                return
            if not data:
                return
            self.pieces.append(Piece(time.monotonic(), data))
            self._answer(data)

    def _answer(self, data: bytes) -> None:
        """What a terminal says to the questions that programs ask at their start."""
        if b"\x1b[c" in data:
            os.write(self._terminal, b"\x1b[?62;c")

    def press(self, keys: str) -> float:
        """Type; returns the moment."""
        at = time.monotonic()
        os.write(self._terminal, keys.encode())
        return at

    def seen(self, text: str, since: float = 0.0) -> float | None:
        """The moment at which `text`, written in one piece, first arrived after `since`."""
        wanted = text.encode()
        return next((piece.at for piece in self.pieces if piece.at >= since and wanted in piece.data), None)

    def wait(self, condition: Callable[[], bool], timeout: float) -> bool:
        """Wait until `condition` holds; False when it did not in `timeout` seconds."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if condition():
                return True
            select.select([], [], [], 0.005)
        return False

    def wait_quiet(self, seconds: float, timeout: float) -> bool:
        """Wait until nothing was written for `seconds`."""
        return self.wait(
            lambda: bool(self.pieces) and time.monotonic() - self.pieces[-1].at > seconds, timeout
        )

    def written(self, since: float, until: float) -> int:
        """Bytes written between two moments."""
        return sum(len(piece.data) for piece in self.pieces if since <= piece.at <= until)

    def shown(self, text: str) -> float | None:
        """The moment at which `text` first stood on the screen, wherever its cells came from."""
        screen = pyte.Screen(self.columns, self.rows)
        stream = pyte.ByteStream(screen)
        for piece in list(self.pieces):
            stream.feed(piece.data)
            if any(text in line for line in screen.display):
                return piece.at
        return None

    def screen(self) -> str:
        """What stands on the screen now."""
        screen = pyte.Screen(self.columns, self.rows)
        stream = pyte.ByteStream(screen)
        for piece in list(self.pieces):
            stream.feed(piece.data)
        return "\n".join(line.rstrip() for line in screen.display)

    def memory(self) -> int:
        """Resident bytes of the program itself, without its children."""
        return int(psutil.Process(self.pid).memory_info().rss)
