"""The cursor among the messages: it stands on parts, so that each can be opened, copied or quoted."""

from itertools import islice, takewhile

from sidekicks_tui.widgets.timeline.document import Document, Place
from sidekicks_tui.widgets.timeline.search import PartKey
from sidekicks_tui.widgets.timeline.viewport import Viewport


class Cursor:
    """`at` is the part that it stands on, None while nobody uses it."""

    def __init__(self, viewport: Viewport) -> None:
        self._viewport = viewport
        self.at: PartKey | None = None

    @property
    def _document(self) -> Document:
        return self._viewport.document

    def move(self, step: int) -> None:
        """To the next part (1) or the one before (-1); through a part that is taller than the screen."""
        current = self._index()
        if current is None:
            self._enter(step)
            return
        if self._goes_beyond(current, step):
            self._viewport.scroll(step * max(1, self._viewport.height // 2))
            return
        entry, part = current
        parts = self._parts(entry)
        others = [other for other in parts if (other - part) * step > 0]
        if others:
            self._stand(entry, min(others, key=lambda other: abs(other - part)))
            return
        entry += step
        if 0 <= entry < len(self._document.entries):
            parts = self._parts(entry)
            self._stand(entry, parts[0] if step > 0 else parts[-1])
        elif step > 0:
            self._viewport.follow()

    def to_prompt(self, step: int) -> None:
        """To the person's own message before (-1) or after (1)."""
        current = self._index()
        start = current[0] if current else len(self._document.entries)
        indexes = range(start + step, len(self._document.entries)) if step > 0 else range(start - 1, -1, -1)
        for index in indexes:
            if self._document.entries[index].personal:
                self._stand(index, 0)
                return

    def show(self) -> None:
        """Bring its part in sight."""
        if current := self._index():
            self._stand(*current)

    def _index(self) -> tuple[int, int] | None:
        if self.at is None:
            return None
        entry = self._document.find(self.at[0])
        return None if entry is None else (entry, self.at[1])

    def _enter(self, step: int) -> None:
        rows = range(len(self._viewport.sights))
        for row in rows if step > 0 else reversed(rows):
            if (part := self._viewport.part_at(row)) is not None:
                self.at = part
                return

    def _stand(self, entry: int, part: int) -> None:
        self.at = (self._document.entries[entry].message.id, part)
        blocks = self._document.part(entry, part)
        if blocks:
            first = Place(entry, blocks[0][0], 0)
            rows = islice(self._document.below(first), self._viewport.height)
            own = takewhile(lambda sight: (sight.place.entry, sight.part) == (entry, part), rows)
            self._viewport.reveal(first, len(list(own)))

    def _parts(self, entry: int) -> list[int]:
        return self._document.parts(entry) or [0]

    def _goes_beyond(self, current: tuple[int, int], step: int) -> bool:
        """Whether its part, of which some is in sight, goes on beyond the screen's edge."""
        sights = self._viewport.sights
        if not sights:
            return False
        edge = sights[-1 if step > 0 else 0]
        if (edge.place.entry, edge.part) != current:
            return False
        rows = (
            self._document.below(Place(*edge.place[:2], edge.place.row + 1))
            if step > 0
            else self._document.above(edge.place)
        )
        beyond = next(iter(rows), None)
        return beyond is not None and (beyond.place.entry, beyond.part) == current
