"""Every file of a folder, by open folders: a link that is swapped meanwhile leads nowhere.

Everything here blocks.
"""

import os
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_DEEPEST: Final = 100


def walk_files(
    root: Path, skipped: Collection[str], start: str = ""
) -> Iterator[tuple[str, "os.DirEntry[str]"]]:
    """The files in the folder `start` of `root`, with their paths from `root`.

    Links are named and not followed; one to a folder is left out. A folder is skipped by its name or by its
    path. What cannot be read is passed over.
    """
    with ExitStack() as opened:
        try:
            folder = os.open(root, _FOLDER & ~os.O_NOFOLLOW)
            opened.callback(os.close, folder)
            for name in start.split("/") if start else ():
                folder = os.open(name, _FOLDER, dir_fd=folder)
                opened.callback(os.close, folder)
        except OSError:
            return
        yield from _files(folder, f"{start}/" if start else "", skipped, 0)


def _files(
    folder: int, prefix: str, skipped: Collection[str], depth: int
) -> Iterator[tuple[str, "os.DirEntry[str]"]]:
    below: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in skipped and f"{prefix}{entry.name}" not in skipped:
                        below.append(entry.name)
                elif not (entry.is_symlink() and entry.is_dir()):
                    yield f"{prefix}{entry.name}", entry
    except OSError:
        return
    if depth == _DEEPEST:
        return
    for name in below:
        try:
            child = os.open(name, _FOLDER, dir_fd=folder)
        except OSError:
            continue
        try:
            yield from _files(child, f"{prefix}{name}/", skipped, depth + 1)
        finally:
            os.close(child)
