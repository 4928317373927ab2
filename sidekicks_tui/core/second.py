"""A second Sidekicks on one configuration file: its history lives in memory until the first has ended."""

import asyncio
from pathlib import Path

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.model.events import HistoryFreed
from sidekicks_tui.system.lock import FileLock, freed


async def tell_when_freed(folder: Path, bus: Bus) -> None:
    """Publish `HistoryFreed` once the history in `folder`, which somebody else has, is free.

    Nothing is told when nobody has it: then it is in memory for another reason.
    """
    # Late: the constant stands beside what needs LMDB.
    from sidekicks_tui.store.integrity import LOCK_FILE

    if await asyncio.to_thread(_is_held, folder / LOCK_FILE):
        await freed(folder / LOCK_FILE)
        bus.publish(HistoryFreed())


def _is_held(path: Path) -> bool:
    try:
        if not path.exists():
            return False
        lock = FileLock.acquire(path)
    except OSError:
        return False
    if lock is not None:
        lock.release()
    return lock is None
