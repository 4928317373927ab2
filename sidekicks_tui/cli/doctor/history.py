"""The history: whether it opens, how large it is, who writes it."""

import asyncio
from pathlib import Path

from sidekicks_tui.cli.doctor.findings import Finding, Grade
from sidekicks_tui.locale import _, plural
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.model.limits import MB
from sidekicks_tui.store.integrity import DATA_FILE, LOCK_FILE
from sidekicks_tui.store.lmdb_history import LmdbHistory
from sidekicks_tui.system.folders import data_folder
from sidekicks_tui.system.lock import FileLock
from sidekicks_tui.system.lock_holder import lock_holder


async def look_at_history(config_path: Path) -> list[Finding]:
    """Opened as a screen would open it, or for reading beside the one that is open."""
    folder = data_folder(config_path)
    is_written = await asyncio.to_thread(_is_written, folder)
    found = [_finding("folder", str(folder))]
    try:
        history = await asyncio.to_thread(LmdbHistory, folder, read_only=is_written)
        size, count = (folder / DATA_FILE).stat().st_size / MB, len(history.channels())
        await history.close()
    except HistoryError as error:
        return [*found, _finding("opens", str(error), Grade.FAILED)]
    channels = plural("{count} channel", "{count} channels", count).format(count=count)
    found.append(_finding("opens", f"{channels}, {size:.1f} MB"))
    if is_written:
        holder = lock_holder(folder / LOCK_FILE)
        told = (
            _("process {pid} has it open").format(pid=holder)
            if holder
            else _("another Sidekicks has it open")
        )
        found.append(_finding("writer", told))
    return found


def _is_written(folder: Path) -> bool:
    """Somebody has the history open to write it."""
    if not (folder / LOCK_FILE).exists():
        return False
    try:
        lock = FileLock.acquire(folder / LOCK_FILE)
    except OSError:
        return False  # opening it will tell why
    if lock is not None:
        lock.release()
    return lock is None


def _finding(name: str, told: str, grade: Grade = Grade.OK) -> Finding:
    return Finding(about="history", name=name, told=told, grade=grade)
