"""A stream of bytes as lines of text of bounded length."""

import codecs
from collections.abc import Iterator
from typing import Final

CUT: Final = "…"
"""What stands for the rest of a line that is too long."""


class LineSplitter:
    """Splits what it is fed at line feeds; keeps at most `limit` bytes of a line, and drops its rest."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pending = bytearray()
        self._cut = False

    def feed(self, data: bytes) -> Iterator[str]:
        """The lines that end in `data`. Must be exhausted before the next call."""
        first, *rest = data.split(b"\n")
        self._add(first)
        for piece in rest:
            yield self._take()
            self._add(piece)

    def end(self) -> Iterator[str]:
        """The last line, where no line feed ended it."""
        if self._pending:
            yield self._take()

    def _add(self, piece: bytes) -> None:
        room = self._limit - len(self._pending)
        self._cut = self._cut or len(piece) > room
        self._pending += piece[:room]

    def _take(self) -> str:
        if self._cut:
            # The cut may stand within a character: what is left of it is dropped.
            line = codecs.getincrementaldecoder("utf-8")("replace").decode(self._pending) + CUT
        else:
            line = self._pending.removesuffix(b"\r").decode("utf-8", "replace")
        self._pending.clear()
        self._cut = False
        return line
