"""Private folders, and files that are either the old ones or the new ones, never half of each."""

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path


def private_folder(path: Path) -> Path:
    """Make `path` and the missing folders above it, readable by their owner alone; returns `path`.

    Folders that exist keep their mode. Raises `OSError`.
    """
    if not path.is_dir():
        if not path.parent.is_dir():
            private_folder(path.parent)
        with contextlib.suppress(FileExistsError):
            path.mkdir(0o700)
        if not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    return path


def write_atomically(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace the content of `path` with `data`: written beside it, synced, and moved over it.

    A link stays one, and its target is replaced. A file that exists keeps its mode; a new one gets `mode`.
    Blocks until the disk has it. Raises `OSError`, and then `path` is as it was.
    """
    path = path.resolve()
    with contextlib.suppress(FileNotFoundError):
        mode = stat.S_IMODE(path.stat().st_mode)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(descriptor, "wb") as file:  # noqa: PTH123  a descriptor is no path
            os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
