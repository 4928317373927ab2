"""Reading a log file from another process than the one that writes it."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from sidekicks_tui.system.logfile import PREDECESSOR

_LOOK_EVERY: Final = 0.2


def tail(path: Path, count: int) -> tuple[str, ...]:
    """The last `count` lines of the log at `path` and its predecessor; none when there is no log.

    Raises `OSError` when it cannot be read.
    """
    lines = _last_lines(path, count)
    return (*_last_lines(_predecessor(path), count - len(lines)), *lines)


def follow(path: Path, count: int, pause: Callable[[], None] | None = None) -> Iterator[str]:
    """The last `count` lines of the log at `path`, then each new one, for ever.

    Follows the log through its rotations and through restarts of its writer; a log that does not exist yet
    is waited for. `pause` waits between two looks. Raises `OSError` when it cannot be read.
    """
    pause = pause or (lambda: time.sleep(_LOOK_EVERY))
    older = _last_lines(_predecessor(path), count)
    reader = _Reader(path)
    yield from deque([*older, *reader.read()], count)
    while True:
        pause()
        yield from reader.read()


class _Reader:
    """Reads whole lines, from the file that stands at a path and from those that take its place."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._partial = b""

    def read(self) -> Iterator[str]:
        """What was written since the last time."""
        self._file = self._file or _open(self._path)
        while self._file is not None:
            replaced = not _stands_at(self._file, self._path)
            # In this order: what is written between the look and the reading is read.
            yield from self._lines(self._file)
            if not replaced:
                return
            successor = self._successor(self._file)
            self._file.close()
            self._file = successor

    def _lines(self, file: BinaryIO) -> Iterator[str]:
        if os.fstat(file.fileno()).st_size < file.tell():
            file.seek(0)  # somebody has emptied it
        for line in file:
            line = self._partial + line
            self._partial = b""
            if line.endswith(b"\n"):
                yield _text(line)
            else:
                self._partial = line

    def _successor(self, file: BinaryIO) -> BinaryIO | None:
        """What was written after `file`: its predecessor's place tells whether one or more came since."""
        predecessor = _predecessor(self._path)
        if predecessor.exists() and not _stands_at(file, predecessor):
            return _open(predecessor)
        return _open(self._path)


def _last_lines(path: Path, count: int) -> tuple[str, ...]:
    file = _open(path)
    if file is None:
        return ()
    with file:
        return tuple(_text(line) for line in deque(file, count))


def _open(path: Path) -> BinaryIO | None:
    try:
        return path.open("rb")
    except FileNotFoundError:
        return None


def _stands_at(file: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _predecessor(path: Path) -> Path:
    return path.with_name(path.name + PREDECESSOR)


def _text(line: bytes) -> str:
    return line.removesuffix(b"\n").decode("utf-8", "replace")
