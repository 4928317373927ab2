"""The history: on disk in LMDB, and in memory when that cannot be had."""

from pathlib import Path

from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.store.history import History

__all__ = ["History", "open_history"]


def open_history(folder: Path, *, read_only: bool = False) -> History:
    """The history in `folder`; blocks for some milliseconds.

    Where it cannot be opened, one in memory, whose `problem` says why; nothing in the folder is touched.
    With `read_only` it is read beside whoever writes it, and is empty where there is none yet.
    """
    # Late: a history in memory needs no LMDB, nor does who only wants the protocol.
    from sidekicks_tui.store.environment import NothingThere
    from sidekicks_tui.store.lmdb_history import LmdbHistory
    from sidekicks_tui.store.memory import MemoryHistory

    try:
        return LmdbHistory(folder, read_only=read_only)
    except NothingThere:
        return MemoryHistory()
    except HistoryError as error:
        return MemoryHistory(str(error))
