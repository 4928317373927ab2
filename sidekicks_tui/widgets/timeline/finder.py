"""The search of the timeline: where it is, and where it goes next."""

from sidekicks_tui.widgets.timeline.document import Place
from sidekicks_tui.widgets.timeline.search import Found, find, rows_of
from sidekicks_tui.widgets.timeline.viewport import Viewport

_NOTHING = Found((), ())


class Finder:
    def __init__(self, viewport: Viewport) -> None:
        self._viewport = viewport
        self._found = _NOTHING
        self._part = 0
        self._row = 0
        self.place: Place | None = None
        """The row of the match that was jumped to."""

    @property
    def words(self) -> tuple[str, ...]:
        return self._found.words

    def clear(self) -> None:
        self._found, self.place = _NOTHING, None

    def find(self, text: str) -> int:
        """Look for the words of `text` and go to the last match; returns how many parts hold them all."""
        self._found, self.place = find(self._viewport.document, text), None
        if self._found.parts:
            self._part = len(self._found.parts) - 1
            self._go(len(self._rows()) - 1)
        return len(self._found.parts)

    def step(self, step: int) -> bool:
        """To the match below (1) or above (-1); from the last to the first and back."""
        parts = self._found.parts
        if not parts:
            return False
        if 0 <= self._row + step < len(self._rows()):
            self._go(self._row + step)
            return True
        self._part = (self._part + step) % len(parts)
        self._go(0 if step > 0 else len(self._rows()) - 1)
        return True

    def _rows(self) -> list[Place]:
        """The rows of the current part with a match; what is folded in it is opened."""
        message_id, part = self._found.parts[self._part]
        document = self._viewport.document
        index = document.find(message_id)
        if index is None:
            return []
        document.entries[index].reveal(part)
        return rows_of(document, (message_id, part), self._found.words)

    def _go(self, row: int) -> None:
        rows = self._rows()
        if 0 <= row < len(rows):
            self._row = row
            self.place = rows[row]
            self._viewport.look()
            self._viewport.reveal(rows[row])
