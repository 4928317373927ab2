"""Finding a configuration file: those opened before, then whatever path is typed."""

import asyncio
import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from sidekicks_tui.locale import _
from sidekicks_tui.screens.chooser import Source
from sidekicks_tui.widgets.choices import Choice, matching

_ENDINGS: Final = (".yaml", ".yml")
_MOST: Final = 1000
"""Entries of a folder that are looked at."""
FOLDER: Final = "/"
"""What the key of a folder ends with."""


def files(recent: Sequence[str], current: str) -> Source:
    """`recent` files without `current`; once a path is begun, what lies in its folder."""
    known = [Choice(path, path, hint=_("opened before")) for path in recent if path != current]

    async def source(query: str) -> Sequence[Choice]:
        if query[:1] in ("/", "~", "."):
            return await asyncio.to_thread(_entries, query)
        return matching(query, known)

    return source


def _entries(query: str) -> list[Choice]:
    """The folders and YAML files that `query`, a path, may mean."""
    folder, _slash, name = query.rpartition("/")
    folder = f"{folder}/" if _slash else ""
    place = Path(os.path.expanduser(folder or "."))  # noqa: PTH111  Path.expanduser raises without a home
    hidden = name.startswith(".")
    found = []
    try:
        with os.scandir(place) as entries:
            for entry in islice(entries, _MOST):
                wanted = entry.is_dir() or entry.name.endswith(_ENDINGS)
                if wanted and (hidden or not entry.name.startswith(".")):
                    path = folder + entry.name + (FOLDER if entry.is_dir() else "")
                    found.append(Choice(path, path))
    except OSError:
        return []
    found.sort(key=lambda choice: (not choice.key.endswith(FOLDER), choice.key.casefold()))
    return matching(query, found)
