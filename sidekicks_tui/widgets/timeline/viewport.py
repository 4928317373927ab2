"""What is in sight of a document, and how it moves.

At the end it stays at the end; anywhere else the row at the top stays the row at the top, whatever grows
below it, is loaded above it, or is wrapped anew.
"""

from itertools import islice

from sidekicks_tui.model.base import Value
from sidekicks_tui.widgets.timeline.document import Document, Place, Sight
from sidekicks_tui.widgets.timeline.search import PartKey


class ReadingPosition(Value, frozen=True, kw_only=True):
    """Where one reads: the row at the top, named so that it is found again, or the end."""

    message: str = ""
    block: int = 0
    """Counted from the message's first; what stands above a message is negative."""
    row: int = 0
    following: bool = True


class Viewport:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.height = 0
        """In rows."""
        self.following = True
        """It stays at the end."""
        self.sights: list[Sight] = []
        """The rows in sight, as `look` found them."""
        self.top = 0
        """The number of the first of them."""
        self._place = Place(0, 0, 0)
        self._settled = False
        """At the end: the row at the top may stay, with room below the last one."""

    def look(self) -> list[Sight]:
        """Draw what is in sight. Reaching the end is staying there."""
        document = self.document
        if not self.following:
            self._place = document.clamped(self._place)
            self.sights = list(islice(document.below(self._place), self.height + 1))
            self.following = len(self.sights) <= self.height
            del self.sights[self.height :]
        if self.following:
            self.sights = self._last()
        if self.sights:
            self._place = self.sights[0].place
        document.settle()
        self.top = document.row_of(self._place) if self.sights else 0
        return self.sights

    def _last(self) -> list[Sight]:
        """The last rows. While a message grows into the room below it, the row at the top stays as well."""
        document = self.document
        room = 0
        if self._settled:
            sights = list(islice(document.below(document.clamped(self._place)), self.height + 1))
            if self.height - self._room <= len(sights) <= self.height:
                return sights
            if len(sights) > self.height and not document.entries[-1].message.done:
                room = self._room
        self._settled = True
        return list(islice(document.above(document.end), self.height - room))[::-1]

    @property
    def _room(self) -> int:
        """Rows that are left free at once for what streams.

        Text that one reads so stands still for some rows, and a slow line carries one scroll instead of many.
        """
        return self.height // 4

    def scroll(self, rows: int) -> None:
        """Move down by `rows`, up where it is negative."""
        if rows < 0:
            above = list(islice(self.document.above(self._place), -rows))
            if above:
                self._place = above[-1].place
                self.following = False
        elif not self.following:
            below = list(islice(self.document.below(self._place), rows + 1))
            if below:
                self._place = below[-1].place
        self.look()

    def go_to(self, place: Place) -> None:
        """Put a row at the top."""
        self._place = place
        self.following = False
        self.look()

    def follow(self) -> None:
        """Go to the end and stay there."""
        self.following = True
        self._settled = False
        self.look()

    def resize(self, height: int) -> None:
        """Have `height` rows; what is in sight may be wrapped anew."""
        self.height = height
        self._settled = False

    def hold(self) -> None:
        """Keep the row at the top where it is, though the document changes below it."""
        self.following = False

    def reveal(self, place: Place, rows: int = 1) -> None:
        """Move as little as is needed to bring `rows` rows from `place` on in sight, the first at least."""
        places = [sight.place for sight in self.sights]
        if place in places:
            self._lift(place, rows)
            return
        above = bool(places) and place < places[0]
        self.go_to(place)
        if not above:
            self._lower(place, rows)

    def _lift(self, place: Place, rows: int) -> None:
        """Move down as far as `rows` rows from `place` on need; `place` is in sight and stays so."""
        at = [sight.place for sight in self.sights].index(place)
        missing = at + rows - self.height
        if missing > 0:
            self.scroll(min(missing, at))

    def _lower(self, place: Place, rows: int) -> None:
        """Put the last of `rows` rows from `place` on, which is in sight, at the bottom."""
        at = [sight.place for sight in self.sights].index(place)
        spare = self.height - at - min(rows, self.height)
        if spare > 0:
            self.scroll(-spare)

    def position(self) -> ReadingPosition:
        if self.following or not self.sights:
            return ReadingPosition()
        entry = self.document.entries[self._place.entry]
        return ReadingPosition(
            message=entry.message.id,
            block=self._place.block - len(entry.before),
            row=self._place.row,
            following=False,
        )

    def restore(self, position: ReadingPosition) -> None:
        """Go back to where one read; to the end if that is not here any more."""
        index = self.document.find(position.message)
        self.following = position.following or index is None
        self._settled = False
        if index is not None:
            before = len(self.document.entries[index].before)
            self._place = Place(index, max(0, position.block + before), position.row)

    def part_at(self, row: int) -> PartKey | None:
        """The part that a row in sight belongs to."""
        if not 0 <= row < len(self.sights) or self.sights[row].part < 0:
            return None
        sight = self.sights[row]
        return self.document.entries[sight.place.entry].message.id, sight.part
