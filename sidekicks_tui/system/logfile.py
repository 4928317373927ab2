"""Log files that never grow beyond their size, written without holding up anybody.

The lines that gather while the disk is busy are written together by a thread of the log's own. When a file
is full it becomes `<name>.1`, in place of the one before.
"""

import logging
import os
import threading
from collections import deque
from pathlib import Path
from typing import Final

from sidekicks_tui.system.files import private_folder

PREDECESSOR: Final = ".1"

_log = logging.getLogger(__name__)


class RotatingLog:
    """Appends lines to the file at `path`, which holds at most `size` bytes."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._size = size
        self._waiting: deque[bytes] = deque()
        self._waiting_size = 0
        self._changed = threading.Condition()
        self._writer: threading.Thread | None = None
        self._writing = False
        self._closed = False

    def append(self, line: str) -> None:
        """Take a line, without waiting for the disk. After `close`, nothing happens."""
        data = line.encode("utf-8", "replace")[: self._size - 1] + b"\n"
        with self._changed:
            if self._closed:
                return
            self._waiting.append(data)
            self._waiting_size += len(data)
            # What is older than two full files would be rotated away as soon as it is written.
            while self._waiting_size > 2 * self._size:
                self._waiting_size -= len(self._waiting.popleft())
            if self._writer is None:
                self._writer = threading.Thread(target=self._write, name=self._path.name, daemon=True)
                self._writer.start()
            self._changed.notify_all()

    def flush(self) -> None:
        """Block until all that was appended is in the file."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._writing)

    def close(self) -> None:
        """Write what waits, and end. Blocks."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._writer is not None:
            self._writer.join()

    def _write(self) -> None:
        file = _LogFile(self._path, self._size)
        while True:
            with self._changed:
                self._writing = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting or self._closed)
                lines = list(self._waiting)
                self._waiting.clear()
                self._waiting_size = 0
                self._writing = True
                if not lines:
                    self._writing = False
                    break
            try:
                file.write(lines)
            except OSError as error:
                _log.warning("%d lines are missing in %s: %s", len(lines), self._path, error)
        file.close()


class _LogFile:
    """The file of the moment: opened when it is needed, and again when somebody has taken it away."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._limit = size
        self._descriptor = -1

    def write(self, lines: list[bytes]) -> None:
        """Write `lines`, each of at most the limit. Raises `OSError`."""
        size = self._open()
        piece = bytearray()
        for line in lines:
            if size + len(piece) + len(line) > self._limit:
                self._put(piece)
                self._rotate()
                size, piece = 0, bytearray()
            piece += line
        self._put(piece)

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _open(self) -> int:
        if self._descriptor >= 0 and not self._is_current():
            self.close()
        if self._descriptor < 0:
            private_folder(self._path.parent)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
            self._descriptor = os.open(self._path, flags, 0o600)
        return os.fstat(self._descriptor).st_size

    def _is_current(self) -> bool:
        try:
            return os.path.samestat(os.fstat(self._descriptor), self._path.stat())
        except FileNotFoundError:
            return False

    def _rotate(self) -> None:
        self._path.replace(self._path.with_name(self._path.name + PREDECESSOR))
        self.close()
        self._open()

    def _put(self, data: bytearray) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._descriptor, view) :]
