"""What a Sidekicks that was killed has left running, and its end.

Theory of operation. Every running Sidekicks that starts processes keeps a file in the run folder with the
tags that they carry, written before they are spawned, and holds its lock. A file whose lock is free belongs
to a Sidekicks that is dead, so what carries its tags has no owner any more.
"""

import logging
import os
import secrets
import signal
import threading
from pathlib import Path
from typing import Final

from sidekicks_tui.system.lock import FileLock
from sidekicks_tui.system.trees import ProcessTree

_SUFFIX: Final = ".tags"
_GRACE: Final = 1.0
"""Seconds between SIGTERM and SIGKILL for what has no owner any more."""

_log = logging.getLogger(__name__)


class Leftovers:
    """The tags of the processes that this Sidekicks runs, and those of the dead. All methods block."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}{_SUFFIX}"
        self._tags: set[str] = set()
        self._lock: FileLock | None = None
        self._writing = threading.Lock()

    def remember(self, tag: str) -> None:
        """Record `tag` before it is given to a process."""
        with self._writing:
            self._tags.add(tag)
            self._record()

    def forget(self, tag: str) -> None:
        """Nothing that carries `tag` is left."""
        with self._writing:
            self._tags.discard(tag)
            self._record()

    def reap(self) -> int:
        """End what the dead have left; returns how many of them there were."""
        found = [path for path in self._folder.glob(f"*{_SUFFIX}") if path.name != self._name]
        return sum(_reap(path) for path in found)

    def end_all(self, grace: float = _GRACE) -> None:
        """End all that carries a tag of ours: SIGTERM, `grace` seconds, SIGKILL until nobody is left.

        For emergencies: it takes no lock, so that a signal handler may call it.
        """
        tags = tuple(self._tags)
        if tags:
            ProcessTree(tags).end_blocking(signal.SIGTERM, grace)

    def close(self) -> None:
        """Remove the record, once nothing is left that it tells of."""
        with self._writing:
            if self._lock is not None:
                self._lock.path.unlink(missing_ok=True)
                self._lock.release()
                self._lock = None

    def _record(self) -> None:
        """Without a record processes still run and end as they should; only a SIGKILL would leave them."""
        try:
            if self._lock is None:
                self._lock = FileLock.acquire(self._folder / self._name)
            # Not synced: what ends the machine ends the processes, too.
            (self._folder / self._name).write_text("".join(f"{tag}\n" for tag in sorted(self._tags)))
        except OSError as error:
            _log.warning("running processes are not recorded in %s: %s", self._folder, error)


def _reap(path: Path) -> bool:
    try:
        lock = FileLock.acquire(path)
        if lock is None:
            return False
        tags = path.read_text().split()
        ProcessTree(tags).end_blocking(signal.SIGTERM, _GRACE)
        path.unlink(missing_ok=True)
        lock.release()
    except OSError as error:
        _log.warning("what %s tells of was not ended: %s", path, error)
        return False
    return True
