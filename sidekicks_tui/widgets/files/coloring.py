"""The colours of a file's lines, a chunk at a time, where they are in sight.

Lexers read from the beginning. Here, what a chunk leaves open (a string, a comment) is handed to the next.
A place far from everything that was read is read from a little before it, as if nothing were open there:
rarely wrong, and never slow.
"""

from collections.abc import Callable, Sequence
from typing import Final

from pygments.lexer import Lexer

from sidekicks_tui.widgets.timeline.ink import Runs
from sidekicks_tui.widgets.timeline.markdown.highlighting import START, Stack, highlight

_CHUNK: Final = 32
_BEFORE: Final = 3
"""Chunks that are read before one that nothing is known of."""


class Coloring:
    """`lines(start, end)` gives the text's lines as they are."""

    def __init__(self, lexer: Lexer | None, lines: Callable[[int, int], Sequence[str]]) -> None:
        self._lexer = lexer
        self._lines = lines
        self._runs: dict[int, list[Runs]] = {}
        self._ends: dict[int, Stack] = {}
        """What is open behind a chunk."""

    def runs(self, line: int) -> Runs:
        chunk, place = divmod(line, _CHUNK)
        if chunk not in self._runs:
            first = chunk
            while first > max(0, chunk - _BEFORE) and first - 1 not in self._ends:
                first -= 1
            for number in range(first, chunk + 1):
                if number not in self._runs:
                    self._read(number)
        runs = self._runs[chunk]
        return runs[place] if place < len(runs) else []

    def changed(self, line: int) -> None:
        """The text changed from `line` on."""
        first = line // _CHUNK
        for known in (self._runs, self._ends):
            for chunk in [chunk for chunk in known if chunk >= first]:
                del known[chunk]

    def _read(self, chunk: int) -> None:
        lines = list(self._lines(chunk * _CHUNK, (chunk + 1) * _CHUNK))
        before = self._ends.get(chunk - 1, START)
        self._runs[chunk], self._ends[chunk] = highlight(self._lexer, lines, before)
