"""The history, read beside whoever writes it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.store.environment import NothingThere
from sidekicks_tui.store.history import History
from sidekicks_tui.store.lmdb_history import LmdbHistory
from sidekicks_tui.store.memory import MemoryHistory
from sidekicks_tui.system.folders import data_folder


@asynccontextmanager
async def reading_history(chosen: Chosen) -> AsyncIterator[History]:
    """The history of the configuration file, empty before there is one. Raises `HistoryError`."""
    folder = data_folder(chosen.path)
    history: History
    try:
        history = LmdbHistory(folder, read_only=True)
    except NothingThere:
        history = MemoryHistory()
    try:
        yield history
    finally:
        await history.close()
