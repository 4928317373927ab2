"""Bytes in, lines out, whatever the pieces in which the bytes come."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from sidekicks_tui.model import limits

HEAD_SIZE: Final = 4 * limits.KB
TAIL_SIZE: Final = 256


@dataclass(frozen=True, slots=True)
class Overlong:
    """A line that was refused: its ends (at most `HEAD_SIZE` and `TAIL_SIZE`) tell which message it was."""

    head: bytes
    tail: bytes
    size: int
    """Of the whole line, in bytes."""


Line: TypeAlias = bytes | Overlong


class LineSplitter:
    """Splits at line feeds. Holds at most `limit` bytes; a longer line is skipped to its end."""

    def __init__(self, limit: int = limits.WIRE_LINE_SIZE) -> None:
        self._limit = limit
        self._pending = bytearray()
        self._size = 0
        """Of the line under way. Beyond the limit, `_pending` holds its head only."""
        self._tail = b""

    def feed(self, data: bytes) -> list[Line]:
        """The lines that end in `data`, without their line feeds."""
        *ends, rest = data.split(b"\n")
        lines: list[Line] = []
        for end in ends:
            self._append(end)
            lines.append(self._take())
        self._append(rest)
        return lines

    def end(self) -> list[Line]:
        """The last line, if the bytes did not end with a line feed."""
        return [self._take()] if self._size else []

    def _append(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size <= self._limit:
            self._pending += piece
            return
        before = self._tail or bytes(self._pending[-TAIL_SIZE:])
        self._tail = (before + piece[-TAIL_SIZE:])[-TAIL_SIZE:]
        if len(self._pending) < HEAD_SIZE:
            self._pending += piece[:HEAD_SIZE]
        del self._pending[HEAD_SIZE:]

    def _take(self) -> Line:
        held = bytes(self._pending)
        line: Line = held if self._size <= self._limit else Overlong(held, self._tail, self._size)
        self._pending.clear()
        self._size = 0
        self._tail = b""
        return line
