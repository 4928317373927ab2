"""The output of a tool call, bounded: its beginning and its end are kept.

Text that is appended costs as much as it is long, however much there is already. What a running call shows is
only the last stretch of its output, so that each growth costs the same; the whole of what is kept is put
together when the call is finished.
"""

from collections import deque
from typing import Final

from sidekicks_tui.model.limits import KB, TOOL_OUTPUT_SIZE

LIVE_OUTPUT: Final = 32 * KB
"""Characters of the output that are shown while a call runs."""

_PIECE: Final = 64 * KB


def cut(text: str, limit: int = TOOL_OUTPUT_SIZE) -> str:
    """`text`, or its beginning and its end with a line between that says how much is left out."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return text[:half] + _gap(len(text) - 2 * half) + text[len(text) - half :]


class Output:
    """Text that grows at its end and forgets its middle."""

    def __init__(self, text: str = "", limit: int = TOOL_OUTPUT_SIZE) -> None:
        self._half = limit // 2
        self._head: list[str] = []
        self._tail: deque[str] = deque()
        self._last = ""
        self._head_length = self._tail_length = self._forgotten = 0
        self.append(text)

    def __len__(self) -> int:
        """How many characters it was given."""
        return self._head_length + self._forgotten + self._tail_length

    def append(self, text: str) -> None:
        self._last = (self._last + text[-LIVE_OUTPUT:])[-LIVE_OUTPUT:]
        room = self._half - self._head_length
        if room and text:
            self._head.append(text[:room])
            self._head_length += len(self._head[-1])
            text = text[room:]
        for start in range(0, len(text), _PIECE):
            self._tail.append(text[start : start + _PIECE])
        self._tail_length += len(text)
        while self._tail and self._tail_length - len(self._tail[0]) >= self._half:
            forgotten = len(self._tail.popleft())
            self._forgotten += forgotten
            self._tail_length -= forgotten

    def whole(self) -> str:
        """All that is kept."""
        head, tail = "".join(self._head), "".join(self._tail)
        if len(self) <= 2 * self._half:
            return head + tail
        kept = tail[len(tail) - self._half :]
        return head + _gap(len(self) - len(head) - len(kept)) + kept

    def live(self) -> str:
        """The last stretch, at most `LIVE_OUTPUT` characters of it."""
        missing = len(self) - len(self._last)
        return _gap(missing) + self._last if missing else self._last


def _gap(length: int) -> str:
    return f"\n… {length:,} characters left out …\n"
