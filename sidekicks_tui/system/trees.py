"""Everything that a process has started, found again whatever it did to hide, and its end.

Theory of operation. No single mark holds: a shell gives each job a group of its own, `setsid` leaves the
session, a double fork leaves the parent, and a program may clear its environment. So the members of a tree
are all that has one of these marks: the session or the group of the root, the tag in the environment, a
parent that is a member, having been seen as a member before, or (on Linux, where orphans come to us) being
an orphan while no other tree is left that it could come from. A member is a pid together with its start
time, which psutil compares before each signal: a pid that the system gave away again is never hit.
"""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

import psutil

from sidekicks_tui.system.orphans import spawned
from sidekicks_tui.system.tags import TAG_VARIABLE

_KILL_PATIENCE: Final = 5.0
"""Seconds after which a process that SIGKILL does not end (it hangs in the kernel) is given up."""
_FIRST_PAUSE: Final = 0.01
_LONGEST_PAUSE: Final = 0.25


class _Entry(NamedTuple):
    """A line of the system's process table."""

    process: psutil.Process
    parent: int
    zombie: bool


class ProcessTree:
    """The processes that carry one of `tags`, belong to the root `pid`, or descend from those.

    `strays` are more roots, which another Sidekicks has started, or another part of this one.

    Methods that are not `async` read the whole process table: about 50 µs for each process of the machine.
    """

    def __init__(
        self, tags: Collection[str], pid: int | None = None, strays: Collection[psutil.Process] = ()
    ) -> None:
        self._tags = frozenset(tags)
        self._strays = tuple(strays)
        self._root: psutil.Process | None = None
        self._seen: set[psutil.Process] = set()
        with contextlib.suppress(psutil.Error):
            self._root = None if pid is None else psutil.Process(pid)

    def members(self) -> set[psutil.Process]:
        """Who is alive now; zombies are not."""
        table = {entry.process.pid: entry for entry in _process_table()}
        roots = self._root_pids(table)
        members = {pid for pid, entry in table.items() if self._is_member(entry, roots)}
        children: dict[int, list[int]] = {}
        for pid, entry in table.items():
            children.setdefault(entry.parent, []).append(pid)
        pending = list(members)
        while pending:
            fresh = set(children.get(pending.pop(), ())) - members
            members |= fresh
            pending += fresh
        self._seen = {table[pid].process for pid in members}
        spawned.reap_adopted()
        return {table[pid].process for pid in members if not table[pid].zombie}

    def send(self, number: signal.Signals) -> bool:
        """Send a signal to all members; whether there was one who could be reached."""
        reached = False
        for process in self.members():
            with contextlib.suppress(psutil.Error, OSError):
                process.send_signal(number)
                reached = True
        return reached

    async def end(self, first: signal.Signals, grace: float) -> None:
        """`first` and SIGCONT to all members, up to `grace` seconds, then SIGKILL until nobody is found."""
        steps = self._steps_to_the_end(first, grace)
        while (pause := await asyncio.to_thread(next, steps, None)) is not None:  # noqa: ASYNC110  no event tells
            await asyncio.sleep(pause)

    def end_blocking(self, first: signal.Signals, grace: float) -> None:
        """The same, without an event loop."""
        for pause in self._steps_to_the_end(first, grace):
            time.sleep(pause)

    def _steps_to_the_end(self, first: signal.Signals, grace: float) -> Iterator[float]:
        """Takes one step after the other; yields how many seconds to wait before the next."""
        kill_at = time.monotonic() + grace
        give_up = kill_at + _KILL_PATIENCE
        # One that is suspended would not hear the first signal without the second.
        left = self.send(first) and self.send(signal.SIGCONT)
        pause = _FIRST_PAUSE
        while left and time.monotonic() < give_up:
            yield pause
            pause = min(pause * 2, _LONGEST_PAUSE)
            left = bool(self.members()) if time.monotonic() < kill_at else self.send(signal.SIGKILL)

    def _root_pids(self, table: dict[int, _Entry]) -> set[int]:
        """The pids of the roots, where they still mean a root's group and session and no other process's."""
        roots = self._strays if self._root is None else (self._root, *self._strays)
        return {root.pid for root in roots if root.pid not in table or table[root.pid].process == root}

    def _is_member(self, entry: _Entry, roots: set[int]) -> bool:
        process = entry.process
        if process in self._seen:
            return True
        with contextlib.suppress(OSError):
            session = os.getsid(process.pid)
            if session in roots or os.getpgid(process.pid) in roots:
                return True
            if entry.parent == os.getpid() and session != os.getsid(0) and self._is_last():
                return process.pid not in spawned
        with contextlib.suppress(psutil.Error, OSError):
            return process.environ().get(TAG_VARIABLE) in self._tags
        return False

    def _is_last(self) -> bool:
        return self._root is not None and spawned.are_all(self._root.pid)


def _process_table() -> Iterator[_Entry]:
    """All processes but this one."""
    for pid in psutil.pids():
        if pid != os.getpid():
            with contextlib.suppress(psutil.Error):
                process = psutil.Process(pid)
                with process.oneshot():
                    yield _Entry(process, process.ppid(), process.status() == psutil.STATUS_ZOMBIE)
