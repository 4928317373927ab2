"""The engine's tasks in the background: none is lost, none fails unheard, none outlives the engine."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.events import EngineFault

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class Supervisor:
    """Holds tasks until they end. A failure goes to the program log, and to the bus as one sentence."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, coroutine: Coroutine[Any, Any, _T], name: str) -> asyncio.Task[_T]:
        """Run `coroutine` beside everything else; `name` is what the person reads when it fails."""
        task = asyncio.create_task(coroutine, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Cancel all tasks, and those that they start meanwhile; returns when none is left."""
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            return
        _log.error("%s failed", task.get_name(), exc_info=error)
        reason = str(error) if isinstance(error, SidekicksError) else repr(error)
        self._bus.publish(EngineFault(sentence=f"{task.get_name()}: {reason}"))
