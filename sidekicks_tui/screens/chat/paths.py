"""The files of a folder, for completing `$path`: as many as one can choose from, in the order of use."""

import os
from collections import deque
from pathlib import Path
from typing import Final

LIMIT: Final = 20_000
_SKIPPED: Final = frozenset({".git", "node_modules", "__pycache__", ".venv"})


def list_paths(folder: Path, limit: int = LIMIT) -> list[str]:
    """Paths of files relative to `folder`, near ones first, hidden ones last; those with a space cannot be
    joined and are left out. Reads folders until it has `limit` files; what cannot be read is passed over.
    """
    shown: list[str] = []
    hidden: list[str] = []
    folders = deque([""])
    while folders and len(shown) + len(hidden) < limit:
        here = folders.popleft()
        for name, is_folder in _entries(folder / here):
            path = f"{here}{name}"
            if is_folder:
                if name not in _SKIPPED:
                    folders.append(f"{path}/")
            elif any(character.isspace() for character in path):
                continue
            elif name.startswith(".") or "/." in path:
                hidden.append(path)
            else:
                shown.append(path)
    return [*shown, *hidden][:limit]


def _entries(folder: Path) -> list[tuple[str, bool]]:
    try:
        with os.scandir(folder) as entries:
            return sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    except OSError:
        return []
