"""The end of what a command prints, in bytes, cut only between characters."""

from codecs import getincrementaldecoder
from typing import Final

_SLACK: Final = 64 * 1024
"""Bytes beyond the limit that are dropped together, so that dropping costs little for each byte."""
_CONTINUATION: Final = range(0x80, 0xC0)
"""The bytes of UTF-8 that cannot begin a character."""
_LONGEST_CHARACTER: Final = 4


class Tail:
    """Keeps the last `limit` bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept = bytearray()
        self._dropped = False

    def append(self, data: bytes) -> None:
        self._kept += data
        if len(self._kept) > self._limit + _SLACK:
            del self._kept[: len(self._kept) - self._limit - _LONGEST_CHARACTER]
            self._dropped = True

    @property
    def truncated(self) -> bool:
        """Something is left out of `text`."""
        return self._dropped or len(self._kept) > self._limit

    def text(self, limit: int | None = None, *, final: bool = True) -> str:
        """What is kept, or at most `limit` bytes of it; a character that the cut would part is left out.

        So is one that is not there as a whole yet, unless the text is `final`.
        """
        limit = self._limit if limit is None else min(limit, self._limit)
        start = max(0, len(self._kept) - limit)
        if start or self._dropped:
            for _ in range(_LONGEST_CHARACTER - 1):
                if start < len(self._kept) and self._kept[start] in _CONTINUATION:
                    start += 1
        return getincrementaldecoder("utf-8")("replace").decode(self._kept[start:], final)
