"""All files of a folder, to find one by a few letters.

Theory of operation. A key must be answered within 30 ms among 100,000 files, so not every path is judged. The
files stand in one order, the likely ones first: ignored and hidden ones last, short paths before long ones.
Four looks, each a single pass at the speed of C, gather some hundreds of candidates: names that begin with
the letters, names that hold them, paths that hold them, paths in which they occur in order. Only these are
judged as everywhere else (`core.fuzzy`), a match in the name going before one in the path.

Everything here blocks.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from sidekicks_tui.core.fuzzy import match
from sidekicks_tui.core.workspaces.walk import walk_files
from sidekicks_tui.model.workspaces import Found

_CANDIDATES: Final = 400
_MOST_FILES: Final = 200_000
_IN_NAME: Final = 30
"""What a match in the name is worth more."""
_LATE: Final = 1000
"""What hidden and ignored files are worth less: more than any match is worth."""
_SKIPPED: Final = frozenset({".git"})
_COMMON: Final = "jqzxkywvbgfuhdpmcnlaorist/_e"
"""Letters of paths, rare ones first; what is not among them is rarer still."""


class FileIndex:
    """`paths` in any order; those for which `late` is true come after all others."""

    def __init__(self, paths: Iterable[str], late: Callable[[str], bool]) -> None:
        ordered = sorted((late(path), len(path), path) for path in paths)
        self._paths = [path for _late, _length, path in ordered]
        self._first_late = sum(not is_late for is_late, _length, _path in ordered)
        self._lower = [path.lower() for path in self._paths]
        self._names = [path.rpartition("/")[2] for path in self._lower]

    def __len__(self) -> int:
        return len(self._paths)

    def find(self, query: str, limit: int) -> tuple[Found, ...]:
        """The `limit` files that the letters of `query` mean best, best first."""
        if not query:
            return tuple(Found(path=path) for path in self._paths[:limit])
        judged = []
        for place in islice(self._candidates(query.lower()), _CANDIDATES):
            if found := _judge(query, self._paths[place]):
                score, positions = found
                judged.append((score - _LATE * (place >= self._first_late), -place, positions))
        judged.sort(reverse=True)
        return tuple(
            Found(path=self._paths[-place], positions=positions)
            for _score, place, positions in judged[:limit]
        )

    def _candidates(self, letters: str) -> Iterator[int]:
        names = self._names
        holding = [place for place, path in enumerate(self._lower) if letters in path]
        in_name = [place for place in holding if letters in names[place]]
        yield from (place for place in in_name if names[place].startswith(letters))
        yield from (place for place in in_name if not names[place].startswith(letters))
        yield from (place for place in holding if letters not in names[place])
        yield from self._through(letters)

    def _through(self, letters: str) -> Iterator[int]:
        """Paths that hold the letters in order, and not side by side."""
        rarest = min(letters, key=_COMMON.find)
        # Possessive: no letter is looked at twice.
        pattern = "".join(f"[^{re.escape(letter)}]*+{re.escape(letter)}" for letter in letters)
        matches = re.compile(pattern, re.S).match
        for place, path in enumerate(self._lower):
            if rarest in path and letters not in path and matches(path):
                yield place


def index_files(root: Path, ignored: frozenset[str]) -> FileIndex:
    """The files of `root`; `ignored` are paths of files, and of folders with all that is in them."""
    shown = list(islice(_paths(root, _SKIPPED | ignored), _MOST_FILES))
    rest = _MOST_FILES - len(shown)
    late = set(islice(_ignored_files(root, ignored), rest))
    return FileIndex({*shown, *late}, lambda path: path in late or path in ignored or _hidden(path))


def _ignored_files(root: Path, ignored: frozenset[str]) -> Iterator[str]:
    for path in sorted(ignored):
        yield from _paths(root, _SKIPPED, path)


def _paths(root: Path, skipped: frozenset[str], start: str = "") -> Iterator[str]:
    return (path for path, _entry in walk_files(root, skipped, start))


def _hidden(path: str) -> bool:
    return path.startswith(".") or "/." in path


def _judge(query: str, path: str) -> tuple[float, tuple[int, ...]] | None:
    start = path.rfind("/") + 1
    if "/" not in query and (in_name := match(query, path[start:])):
        score, positions = in_name
        return score + _IN_NAME, tuple(place + start for place in positions)
    return match(query, path)
