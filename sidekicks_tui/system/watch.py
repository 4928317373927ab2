"""Changes in folders, told by the operating system."""

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing
from pathlib import Path
from typing import Final

_STEP: Final = 250
"""Milliseconds: a group of changes ends when nothing more came for this long."""
_LONGEST_GROUP: Final = 1000


async def folder_changes(folders: Collection[Path]) -> AsyncGenerator[frozenset[Path], None]:
    """What changed in `folders`, not below them, group by group.

    The first group comes when the watch stands, and is empty: what is looked at from then on is never missed.
    Raises `OSError` when a folder does not
    exist or cannot be watched.
    """
    from watchfiles import awatch

    stop = asyncio.Event()
    groups = awatch(
        *folders,
        watch_filter=None,
        recursive=False,
        step=_STEP,
        debounce=_LONGEST_GROUP,
        rust_timeout=0,
        stop_event=stop,
    )
    async with aclosing(groups):
        group = asyncio.ensure_future(anext(groups))
        try:
            # The watch is made in the first step of the first group.
            await asyncio.sleep(0)
            if group.done():
                await group
            yield frozenset()
            while True:
                changed = await group
                group = asyncio.ensure_future(anext(groups))
                yield frozenset(Path(path) for _, path in changed)
        except RuntimeError as error:
            # What watchfiles makes of an error of the system that it does not know, too many watches say.
            raise OSError(str(error)) from error
        finally:
            stop.set()
            await asyncio.gather(group, return_exceptions=True)
