"""An advisory lock that ends with the process that holds it, however it ends."""

import asyncio
import contextlib
import fcntl
import os
import threading
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


async def freed(path: Path) -> None:
    """Return once nobody holds the lock on `path`, a file that exists. Raises `OSError`.

    A thread of its own waits, and cannot be called back: given up, it stays until the process ends.
    """
    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def wait() -> None:
        failure: OSError | None = None
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
            try:
                # Shared: however many wait, none keeps another waiting.
                fcntl.flock(descriptor, fcntl.LOCK_SH)
            finally:
                os.close(descriptor)
        except OSError as error:
            failure = error
        with contextlib.suppress(RuntimeError):  # nobody waits any more: the loop is closed
            loop.call_soon_threadsafe(tell, failure)

    def tell(failure: OSError | None) -> None:
        if done.cancelled():
            return
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(failure)

    threading.Thread(target=wait, name="lock", daemon=True).start()
    await done


def _is_still(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
