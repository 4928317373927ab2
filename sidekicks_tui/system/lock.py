"""An advisory lock that ends with the process that holds it, however it ends."""

import fcntl
import os
from pathlib import Path
from typing import Self

from sidekicks_tui.system.files import private_folder


class FileLock:
    """The exclusive lock on a file; the file itself may be read and written by anybody."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def acquire(cls, path: Path) -> Self | None:
        """The lock on `path`, made if it is missing; None when somebody holds it. Raises `OSError`."""
        private_folder(path.parent)
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if _is_still(descriptor, path):
                    return cls(path, descriptor)
            except BlockingIOError:
                os.close(descriptor)
                return None
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)  # somebody removed the file between our opening and our locking it

    def release(self) -> None:
        """Give the lock back; a second time does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _is_still(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
