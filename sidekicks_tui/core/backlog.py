"""Lines that wait for a slow reader."""

from collections import deque

from sidekicks_tui.locale import _


class Backlog:
    """At most `limit` lines, first in, first out; the oldest of more give way to a line that counts them."""

    def __init__(self, limit: int) -> None:
        self._lines: deque[str] = deque(maxlen=limit)
        self._skipped = 0

    def __len__(self) -> int:
        return len(self._lines) + (self._skipped > 0)

    def append(self, line: str) -> None:
        self._skipped += len(self._lines) == self._lines.maxlen
        self._lines.append(line)

    def take(self) -> str:
        """The next line. Raises `IndexError` when there is none."""
        if self._skipped:
            skipped, self._skipped = self._skipped, 0
            return _("… {count} lines passed too fast to be shown here").format(count=skipped)
        return self._lines.popleft()

    def drain(self) -> list[str]:
        """All lines."""
        return [self.take() for _ in range(len(self))]
