"""The engine for a command: with the history on disk, or not at all.

What a command says or takes in must be there afterwards, so a history in memory, with which a screen goes on
where it must, is none for it; nor is there a second writer.
"""

import argparse
from pathlib import Path

from sidekicks_tui.cli.configuration import chosen_file, settings_of
from sidekicks_tui.config import load
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.core.recorder import prepare
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.store.integrity import LOCK_FILE
from sidekicks_tui.store.lmdb_history import LmdbHistory
from sidekicks_tui.system.folders import data_folder
from sidekicks_tui.system.lock_holder import lock_holder


def open_engine(arguments: argparse.Namespace) -> Engine:
    """Blocks for some milliseconds.

    Raises `ConfigError`, `HistoryError` also when somebody writes it, and `UsageError` when nothing can be
    recorded where it shall be.
    """
    if arguments.record is not None:
        prepare(arguments.record)
    chosen = chosen_file(arguments)
    loaded = load(chosen.path)
    settings_of(loaded)
    folder = data_folder(chosen.path)
    try:
        history = LmdbHistory(folder)
    except HistoryError as error:
        raise HistoryError(_why(folder, error)) from error
    return Engine(chosen, loaded, history, arguments.record)


def _why(folder: Path, error: HistoryError) -> str:
    holder = lock_holder(folder / LOCK_FILE)
    if not holder:
        return _("nothing was done: {problem}").format(problem=error)
    return _(
        "nothing was done: another Sidekicks (process {pid}) has this configuration open: do it there, wait "
        "until it is done, or name another file with --config"
    ).format(pid=holder)
