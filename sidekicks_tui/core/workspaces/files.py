"""Finding files of an agent's folder by a few letters: the index of the folder asked about last."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.workspaces.git import ignored_paths
from sidekicks_tui.core.workspaces.index import FileIndex, index_files
from sidekicks_tui.model.workspaces import Found

_FRESH: Final = 5.0
"""Seconds: an older index is made again, while it still answers."""


@dataclass
class _Kept:
    folder: Path
    index: "asyncio.Task[FileIndex]"
    made: float = field(default_factory=monotonic)


class FileFinder:
    def __init__(self, supervisor: Supervisor) -> None:
        self._supervisor = supervisor
        self._kept: _Kept | None = None
        self._next: _Kept | None = None
        """Made again, while the one kept still answers."""

    async def find(self, folder: Path, query: str, limit: int) -> tuple[Found, ...]:
        """The files of `folder` that the letters of `query` mean best; only the first look waits for it."""
        kept = self._current(folder)
        index = await asyncio.shield(kept.index)
        return await asyncio.to_thread(index.find, query, limit)

    def changed(self, folder: Path) -> None:
        """What is known of `folder` is no longer so."""
        if self._kept is not None and self._kept.folder == folder:
            self._kept.made = float("-inf")

    def _current(self, folder: Path) -> _Kept:
        if self._next is not None and self._next.index.done():
            self._kept, self._next = self._next, None
        kept = self._kept
        if kept is None or kept.folder != folder or _failed(kept.index):
            self._next = None
            kept = self._kept = self._make(folder)
        elif self._next is None and kept.index.done() and monotonic() - kept.made > _FRESH:
            self._next = self._make(folder)
        return kept

    def _make(self, folder: Path) -> _Kept:
        return _Kept(folder, self._supervisor.spawn(_index(folder), f"Listing the files of {folder}"))


async def _index(folder: Path) -> FileIndex:
    return await asyncio.to_thread(index_files, folder, await ignored_paths(folder))


def _failed(index: "asyncio.Task[FileIndex]") -> bool:
    return index.done() and (index.cancelled() or index.exception() is not None)
