"""Finding files in a folder, by their names and by the text in them.

All of it blocks: it runs in a thread.
"""

import fnmatch
import os
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sidekicks_tui.guide.ignoring import IgnoreRules
from sidekicks_tui.model.limits import EDITABLE_SIZE, MB

FILES: Final = 50_000
"""Files that are looked at, at most."""
_READ: Final = 64 * MB
"""Bytes that are read in one search, at most."""
_NAMES: Final = 200
_LINES: Final = 200
_LINES_OF_A_FILE: Final = 20
_LINE_LENGTH: Final = 200
_FUZZY: Final = 10
_SNIFFED: Final = 8192


@dataclass(frozen=True, slots=True)
class Entry:
    """A file: its absolute path, its path from the folder that was walked, its size in bytes."""

    path: Path
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A line (from 1) that holds what was looked for."""

    path: Path
    line: int
    text: str


@dataclass(slots=True)
class Found:
    names: list[Path] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    guessed: bool = False
    """No name holds the pattern; these only have its letters in order."""
    files: int = 0
    """Files that were looked at."""
    cut: bool = False
    """There is more than was looked at, or kept."""


def walk(root: Path, stop: threading.Event) -> Iterator[Entry]:
    """The files below `root`, by name, without ignored ones; links to folders are not followed."""
    rules = IgnoreRules.of(root)
    waiting = [root]
    while waiting and not stop.is_set():
        folder = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError:
            continue
        below = []
        for entry in entries:
            path = folder / entry.name
            name = path.relative_to(root).as_posix()
            try:
                is_folder = entry.is_dir(follow_symlinks=False)
                if rules.ignores(name, is_folder):
                    continue
                if is_folder:
                    below.append(path)
                elif entry.is_file(follow_symlinks=False):
                    yield Entry(path, name, entry.stat(follow_symlinks=False).st_size)
            except OSError:
                continue
        waiting.extend(reversed(below))


def search(roots: Sequence[Path], pattern: str, stop: threading.Event) -> Found:
    """What `pattern` names, as a glob or as a part of a name, and the lines that hold it as text.

    Capitals count only when `pattern` has some. `stop` ends it early, with what it has.
    """
    found = Found()
    named = _NameTest(pattern)
    near: list[tuple[int, Path]] = []
    rest = _READ
    for entry in (entry for root in roots for entry in walk(root, stop)):
        if found.files == FILES:
            found.cut = True
            break
        found.files += 1
        if named(entry.name):
            found.names.append(entry.path)
        elif (distance := _fuzzy_distance(pattern, entry.name)) is not None:
            near.append((distance, entry.path))
        if 0 < entry.size <= min(EDITABLE_SIZE, rest):
            rest -= entry.size
            found.hits += _hits(entry.path, pattern)
    found.cut = found.cut or len(found.names) > _NAMES or len(found.hits) > _LINES
    if not found.names and not found.hits:
        found.names, found.guessed = [path for _, path in sorted(near)[:_FUZZY]], bool(near)
    del found.names[_NAMES:], found.hits[_LINES:]
    return found


class _NameTest:
    """Whether a file's name is meant by a pattern: a glob, or a part of its path."""

    def __init__(self, pattern: str) -> None:
        self._keep_case = pattern != pattern.lower()
        self._glob = re.compile(fnmatch.translate(pattern)) if re.search(r"[*?\[]", pattern) else None
        self._pattern = pattern

    def __call__(self, name: str) -> bool:
        name = name if self._keep_case else name.lower()
        if self._glob is None:
            return self._pattern in name
        return bool(self._glob.match(name) or self._glob.match(name.rpartition("/")[2]))


def _fuzzy_distance(pattern: str, name: str) -> int | None:
    """How many letters stand between those of `pattern` in the file's own name; None when one is missing."""
    pattern, name = pattern.lower(), name.rpartition("/")[2].lower()
    if len(pattern) < 3 or any(sign.isspace() for sign in pattern):
        return None
    place = first = name.find(pattern[0])
    for sign in pattern[1:]:
        if place < 0:
            return None
        place = name.find(sign, place + 1)
    return place - first + 1 - len(pattern) if place >= 0 else None


def _hits(path: Path, pattern: str) -> list[Hit]:
    try:
        data = path.read_bytes()
    except OSError:
        return []
    if b"\0" in data[:_SNIFFED]:
        return []
    text = data.decode("utf-8", "replace")
    keep_case = pattern != pattern.lower()
    if pattern not in (text if keep_case else text.lower()):
        return []
    hits = []
    for number, line in enumerate(text.split("\n"), 1):
        if pattern in (line if keep_case else line.lower()):
            hits.append(Hit(path, number, line.strip()[:_LINE_LENGTH]))
            if len(hits) == _LINES_OF_A_FILE:
                break
    return hits
