"""Linux: processes that lose their parent become children of Sidekicks, and are reaped when they end.

Theory of operation. A daemon forks twice so that its parent is init. As a "child subreaper" Sidekicks takes
init's place for whatever its agents start, so nothing escapes its sight. The price is that it must wait for
those processes when they end, or they stay as zombies; but it must never wait for a child that somebody else
in this program waits for. Adopted children are told apart so: they stand in another session than ours, and
nobody here has spawned them. What is spawned in a session of its own is therefore spawned under
`spawned.spawning()`.
"""

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

_PR_SET_CHILD_SUBREAPER: Final = 36


class SpawnedChildren:
    """The children that this process has spawned in sessions of their own and still waits for."""

    def __init__(self) -> None:
        self._pids: set[int] = set()
        self._spawning = False
        """A child is being spawned, whose pid is not known yet."""
        self._still = threading.Lock()
        """Held while one is spawned, and while others are reaped."""

    @contextlib.contextmanager
    def spawning(self) -> Iterator[Callable[[int], None]]:
        """While a child is spawned, nothing is reaped; what this yields takes its pid."""
        with self._still:
            self._spawning = True
            try:
                yield self._pids.add
            finally:
                self._spawning = False

    def ended(self, pid: int) -> None:
        """Somebody has waited for `pid`."""
        self._pids.discard(pid)

    def __contains__(self, pid: int) -> bool:
        return pid in self._pids

    def are_all(self, pid: int) -> bool:
        """No child but `pid` is left, nor is one being spawned, which is not known yet."""
        return not self._spawning and self._pids <= {pid}

    def reap_adopted(self) -> None:
        """Wait for the adopted children that have ended. Does not block."""
        # A process that is being spawned is not known yet: leave all alone, its own end calls us again.
        if not self._still.acquire(blocking=False):
            return
        try:
            for pid in _children():
                if pid not in self._pids:
                    _reap(pid)
        finally:
            self._still.release()


# The kernel keeps one table of children for each process; this is its counterpart.
spawned: Final = SpawnedChildren()


def adopt_orphans() -> None:
    """Become the parent of descendants that lose theirs. Elsewhere than on Linux, nothing happens.

    To be called on the event loop, which then reaps them; off the main thread, where no signal arrives,
    they are reaped when a tree of processes is looked at.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        with contextlib.suppress(ValueError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGCHLD, spawned.reap_adopted)


def _children() -> set[int]:
    """Our children, alive or not; none where the kernel does not list them."""
    found: set[int] = set()
    for listing in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found.update(map(int, listing.read_text().split()))
    return found


def _reap(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        if os.getsid(pid) != os.getsid(0):
            os.waitpid(pid, os.WNOHANG)
