"""The history, read beside whoever writes it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.store import open_history
from sidekicks_tui.store.history import History
from sidekicks_tui.system.folders import data_folder


@asynccontextmanager
async def reading_history(chosen: Chosen) -> AsyncIterator[History]:
    """The history of the configuration file. Raises `HistoryError` when it cannot be read."""
    history = open_history(data_folder(chosen.path), read_only=True)
    try:
        if history.problem:
            raise HistoryError(history.problem)
        yield history
    finally:
        await history.close()
