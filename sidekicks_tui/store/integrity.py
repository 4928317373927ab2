"""Whether a history's file can be trusted, asked before LMDB maps it.

A page that is missing or scrambled ends the whole process when LMDB reads it. So when the writer closes the
file, it notes (in its lock file) how it leaves it; a file that is found otherwise, after a crash or because
somebody else wrote it, is looked at page by page. A large one is not, for that would hold up the start, and
LMDB itself survives a crash: then only its length is looked at.
"""

import mmap
from pathlib import Path
from typing import Final

import lmdb
from lmdb.verify import VerifyError, verify

from sidekicks_tui.model import limits

DATA_FILE: Final = "data.mdb"
LOCK_FILE: Final = "sidekicks.lock"
_READERS_FILE: Final = "lock.mdb"
_READERS_SIZE: Final = 8 * limits.KB
"""Of LMDB's table of readers."""
_HEAD: Final = 2 * mmap.PAGESIZE
"""Bytes that LMDB writes at once when it makes the file; a shorter one has never held anything."""
_LOOKED_THROUGH: Final = 64 * limits.MB
_HARMLESS: Final = "a leak"


def is_unmade(folder: Path) -> bool:
    """There is no file yet, or one that a full disk kept from being made. Raises `OSError`."""
    file = folder / DATA_FILE
    return not file.exists() or (file.is_file() and file.stat().st_size < _HEAD)


def make_room(folder: Path) -> None:
    """Have what is unmade made anew. To be called while the lock is held. Raises `OSError`."""
    readers = folder / _READERS_FILE
    if not readers.exists() or readers.stat().st_size < _READERS_SIZE:
        # LMDB maps it with nothing behind it: on a full disk, the first touch would end the process.
        readers.touch(0o600)
        readers.write_bytes(bytes(_READERS_SIZE))
    if is_unmade(folder):
        (folder / DATA_FILE).unlink(missing_ok=True)


def seal(folder: Path) -> None:
    """Note how the file is left. To be called while the lock is held. Raises `OSError`."""
    (folder / LOCK_FILE).write_text(_look(folder))


def check_pages(folder: Path) -> None:
    """Raises `lmdb.CorruptedError` when the file is not as it was left, and does not hold."""
    if not (folder / DATA_FILE).is_file() or (folder / LOCK_FILE).read_text() == _look(folder):
        return
    if 0 < (folder / DATA_FILE).stat().st_size <= _LOOKED_THROUGH and _is_damaged(folder):
        raise lmdb.CorruptedError("pages are damaged")


def check_length(folder: Path, environment: lmdb.Environment) -> None:
    """Raises `lmdb.CorruptedError` when pages are missing at the end of the file."""
    expected = (environment.info()["last_pgno"] + 1) * environment.stat()["psize"]
    # Pages that were taken and given back at once may be missing rightly: only then, all are looked at.
    if (folder / DATA_FILE).stat().st_size < expected and _is_damaged(folder):
        raise lmdb.CorruptedError("pages are missing at the end of the file")


def _look(folder: Path) -> str:
    stat = (folder / DATA_FILE).stat()
    return f"{stat.st_size} {stat.st_mtime_ns}\n"


def _is_damaged(folder: Path) -> bool:
    try:
        problems: list[str] = verify(str(folder))  # type: ignore[no-untyped-call]  # it has no types
    except VerifyError:
        return False  # what is no file of LMDB at all, LMDB itself refuses
    return any(_HARMLESS not in problem for problem in problems)
