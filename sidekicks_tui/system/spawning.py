"""Spawning a child and waiting for it, in a thread of its own.

Neither a slow `exec` nor the wait holds up the event loop, and no signal handler is needed to learn of the
child's end.
"""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

from sidekicks_tui.model.errors import StartError
from sidekicks_tui.system.orphans import adopt_orphans, spawned
from sidekicks_tui.system.trees import ProcessTree


class Spawned(Protocol):
    """What spawning a child makes."""

    @property
    def pid(self) -> int: ...

    @property
    def tree(self) -> ProcessTree: ...

    def wait(self) -> int:
        """Block until it ends; its exit status, negative for a signal."""
        ...


Child = TypeVar("Child", bound=Spawned)


async def spawn_in_thread(
    start: Callable[[], Child], explain: Callable[[Exception], str]
) -> tuple[Child, "asyncio.Future[int]"]:
    """What `start` makes, in a session of its own, and the future of its exit status.

    Raises `StartError` with the sentence that `explain` makes of what `start` raised. Cancelled, it ends what
    was spawned before it returns: the event loop may be about to close.
    """
    adopt_orphans()
    loop = asyncio.get_running_loop()
    started: asyncio.Future[Child] = loop.create_future()
    ended: asyncio.Future[int] = loop.create_future()

    def tell(tell_it: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop is closed: nobody listens
            loop.call_soon_threadsafe(tell_it)

    def run() -> None:
        try:
            with spawned.spawning() as add:
                child = start()
                add(child.pid)
        except Exception as error:  # whatever it is, somebody waits for it
            failure = StartError(explain(error))
            failure.__cause__ = error
            tell(lambda: started.set_exception(failure))
            return
        tell(lambda: started.set_result(child))
        status = child.wait()
        spawned.ended(child.pid)
        tell(lambda: ended.set_result(status))

    threading.Thread(target=run, name="child process", daemon=True).start()
    try:
        return await asyncio.shield(started), ended
    except asyncio.CancelledError:
        await asyncio.wait([started])
        if started.exception() is None:
            await started.result().tree.end(signal.SIGTERM, 0)
        raise
