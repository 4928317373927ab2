"""Deleting: to the system's trash, or for good. What is deleted is named by its open folder, so that no

link that is swapped meanwhile leads elsewhere. Everything here blocks.
"""

import errno
import os
import shutil
import stat
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import NoTrash
from sidekicks_tui.system.files import private_folder

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_NAME_LENGTH: Final = 200
"""Bytes of a name that the trash keeps: it adds a number and an ending of its own."""


def move_to_trash(folder: int, name: str, path: Path) -> None:
    """Move `name`, in the folder that is open as `folder`, to the trash of the person.

    `path` is where it is put back. Raises `NoTrash` where there is none on its disk, and `OSError`.
    """
    if sys.platform == "darwin":
        _to_finders_trash(folder, path)
        return
    # The trash that desktops share (freedesktop.org). send2trash knows it by paths only.
    try:
        trash = private_folder(_data_home() / "Trash")
        files = os.open(private_folder(trash / "files"), _FOLDER)
    except OSError as error:
        raise NoTrash(
            _("{name} cannot go to the trash: {reason}").format(name=name, reason=error.strerror or error)
        ) from error
    try:
        if os.stat(name, dir_fd=folder, follow_symlinks=False).st_dev != os.fstat(files).st_dev:
            raise _elsewhere(name)
        info = private_folder(trash / "info")
        kept, note = _take_name(files, info, name, path)
        try:
            os.rename(name, kept, src_dir_fd=folder, dst_dir_fd=files)
        except OSError as error:
            note.unlink()
            if error.errno == errno.EXDEV:
                raise _elsewhere(name) from error
            raise
    finally:
        os.close(files)


def delete(folder: int, name: str) -> None:
    """Delete `name`, in the folder that is open as `folder`, with all that it holds. Raises `OSError`."""
    if stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
        shutil.rmtree(name, dir_fd=folder)
    else:
        os.unlink(name, dir_fd=folder)


def _to_finders_trash(folder: int, path: Path) -> None:
    from send2trash import send2trash

    if not os.path.samestat(path.parent.stat(), os.fstat(folder)):
        raise OSError(errno.ELOOP, "the folder was exchanged meanwhile")
    send2trash(path)


def _data_home() -> Path:
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if named.startswith("/") else Path("~/.local/share").expanduser()


def _take_name(files: int, info: Path, name: str, path: Path) -> tuple[str, Path]:
    """A free name in the trash, and its note, which is written."""
    short = os.fsdecode(os.fsencode(name)[:_NAME_LENGTH])
    said = f"[Trash Info]\nPath={quote(os.fsencode(path))}\nDeletionDate={datetime.now():%Y-%m-%dT%H:%M:%S}\n"
    number = 1
    while True:
        kept = short if number == 1 else f"{short}.{number}"
        note = info / f"{kept}.trashinfo"
        number += 1
        with suppress(FileExistsError), note.open("x", encoding="ascii") as file:
            file.write(said)
            try:
                os.stat(kept, dir_fd=files, follow_symlinks=False)
            except FileNotFoundError:
                return kept, note
            note.unlink()  # something without a note lies there


def _elsewhere(name: str) -> NoTrash:
    return NoTrash(_("{name} cannot go to the trash, which is on another disk").format(name=name))
