"""What a Sidekicks that was killed has left running, and its end.

Theory of operation. Every running Sidekicks that starts processes keeps a file in the run folder with the
tags that they carry, written before they are spawned, and holds its lock. A file whose lock is free belongs
to a Sidekicks that is dead, so what carries its tags has no owner any more. A command may clear its
environment (`env -i`), and its tag with it: so what was spawned is recorded as well, by its pid and the time
when it started, which together mean no other process.
"""

import contextlib
import logging
import os
import secrets
import signal
import threading
from pathlib import Path
from typing import Final

import psutil

from sidekicks_tui.system.lock import FileLock
from sidekicks_tui.system.trees import ProcessTree

_SUFFIX: Final = ".tags"
_GRACE: Final = 1.0
"""Seconds between SIGTERM and SIGKILL for what has no owner any more."""
_SAME_START: Final = 1.0
"""Seconds by which the time of a start may seem to move: it is told by a clock that may be set."""

_log = logging.getLogger(__name__)


class Leftovers:
    """The tags of the processes that this Sidekicks runs, and those of the dead. All methods block."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}{_SUFFIX}"
        self._kept: dict[str, psutil.Process | None] = {}
        """By tag: what was spawned with it, once it is known."""
        self._lock: FileLock | None = None
        self._writing = threading.Lock()

    def remember(self, tag: str) -> None:
        """Record `tag` before it is given to a process."""
        with self._writing:
            self._kept[tag] = None
            self._record()

    def spawned(self, tag: str, pid: int) -> None:
        """Record which process was given `tag`."""
        with self._writing, contextlib.suppress(psutil.Error):  # one that has ended already needs no record
            self._kept[tag] = psutil.Process(pid)
            self._record()

    def forget(self, tag: str) -> None:
        """Nothing that carries `tag` is left."""
        with self._writing:
            self._kept.pop(tag, None)
            self._record()

    def reap(self) -> int:
        """End what the dead have left; returns how many of them there were."""
        found = [path for path in self._folder.glob(f"*{_SUFFIX}") if path.name != self._name]
        return sum(_reap(path) for path in found)

    def end_all(self, grace: float = _GRACE) -> None:
        """End all that is on our record: SIGTERM, `grace` seconds, SIGKILL until nobody is left.

        For emergencies: it takes no lock, so that a signal handler may call it.
        """
        kept = dict(self._kept)
        if kept:
            roots = [process for process in kept.values() if process is not None]
            ProcessTree(kept, strays=roots).end_blocking(signal.SIGTERM, grace)

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
            lines = "".join(_line(tag, process) for tag, process in sorted(self._kept.items()))
            # Not synced: what ends the machine ends the processes, too. Never empty while it is written.
            with (self._folder / self._name).open("r+") as file:
                file.write(lines)
                file.truncate()
        except OSError as error:
            _log.warning("running processes are not recorded in %s: %s", self._folder, error)


def _line(tag: str, process: psutil.Process | None) -> str:
    return f"{tag}\n" if process is None else f"{tag} {process.pid} {process.create_time():.2f}\n"


def _roots(lines: list[str]) -> list[psutil.Process]:
    """The processes on the record that are still there."""
    found = []
    for line in lines:
        with contextlib.suppress(ValueError, psutil.Error):  # only a tag, half a line, or gone
            _tag, pid, start = line.split()
            process = psutil.Process(int(pid))
            if abs(process.create_time() - float(start)) < _SAME_START:
                found.append(process)
    return found


def _reap(path: Path) -> bool:
    try:
        lock = FileLock.acquire(path)
        if lock is None:
            return False
        lines = path.read_text().splitlines()
        tags = {line.split(maxsplit=1)[0] for line in lines if line.strip()}
        ProcessTree(tags, strays=_roots(lines)).end_blocking(signal.SIGTERM, _GRACE)
        path.unlink(missing_ok=True)
        lock.release()
    except OSError as error:
        _log.warning("what %s tells of was not ended: %s", path, error)
        return False
    return True
