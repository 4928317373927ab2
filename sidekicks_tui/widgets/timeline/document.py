"""The conversation as one column of rows, of which only those in sight are drawn.

Theory of operation. The document is a list of entries, an entry a list of blocks, a block some rows. A place
names a row by these three, so that it stays the same row when the heights above it become known. Heights are
exact for blocks that were drawn at this width and guessed for all others; row numbers, which only the scroll
bar needs, are sums of both. What is in sight is always walked and drawn from a place, never from a number.
"""

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import accumulate
from typing import Final, NamedTuple

from sidekicks_tui.locale import _
from sidekicks_tui.model.messages import Message
from sidekicks_tui.widgets.timeline.blocks import Block, OneRow
from sidekicks_tui.widgets.timeline.cells import padded
from sidekicks_tui.widgets.timeline.entry import Entry, TitleOf
from sidekicks_tui.widgets.timeline.ink import BLANK, DIM, Ink, Row, Runs
from sidekicks_tui.widgets.timeline.words import day_name

_KEPT_BLOCKS: Final = 2_000
"""Blocks whose rows are kept; of others only the height is known."""


class Place(NamedTuple):
    """A row: the entry, the block in it, the row in that (the gap above the block counts)."""

    entry: int
    block: int
    row: int


class Sight(NamedTuple):
    """A row that is in sight, and whose it is."""

    row: Row
    place: Place
    part: int


class Document:
    def __init__(self, title_of: TitleOf, today: Callable[[], date] = date.today) -> None:
        self.entries: list[Entry] = []
        self.width = 0
        self._title_of = title_of
        self._today = today
        self._read = ""
        self._heights: list[int] = []
        self._tops: list[int] | None = None
        self._touched: set[int] = set()
        """Entries that were drawn from since the heights were last measured."""
        self._kept: OrderedDict[Block, None] = OrderedDict()

    # What it holds

    def fill(self, messages: Sequence[Message], read: str) -> None:
        """Show other messages; what came after the message `read` is new."""
        self.entries = [Entry(message, self._title_of) for message in messages]
        self._read = read
        self._kept.clear()
        self._touched.clear()
        self._mark(range(len(self.entries)))
        self.measure_all()

    def prepend(self, messages: Sequence[Message]) -> int:
        """Put older messages above; returns how many entries were added."""
        known = {entry.message.id for entry in self.entries}
        added = [Entry(message, self._title_of) for message in messages if message.id not in known]
        self.entries[:0] = added
        self._mark(range(len(added) + 1))
        self._heights[:0] = [entry.guess(self.width) for entry in added]
        self._tops = None
        return len(added)

    def put(self, message: Message) -> int:
        """Add a message, or replace the one with its id; returns its entry."""
        index = self.find(message.id)
        if index is not None:
            self.entries[index].replace(message)
        else:
            index = bisect_left(self.entries, message.id, key=lambda entry: entry.message.id)
            self.entries.insert(index, Entry(message, self._title_of))
            self._heights.insert(index, 0)
            self._mark(range(index, index + 2))
        self.measure(index)
        return index

    def find(self, message_id: str) -> int | None:
        index = bisect_left(self.entries, message_id, key=lambda entry: entry.message.id)
        if index < len(self.entries) and self.entries[index].message.id == message_id:
            return index
        return None

    def _mark(self, indexes: range) -> None:
        """Put the days, and the line above what is new, where they belong."""
        today = self._today()
        for index in indexes:
            if index >= len(self.entries):
                continue
            entry = self.entries[index]
            before = self.entries[index - 1].message if index else None
            day = entry.message.created_at.astimezone().date()
            entry.before = []
            if before is None or before.created_at.astimezone().date() != day:
                entry.before.append(_centered(day_name(day, today), DIM))
            if self._is_first_new(index):
                entry.before.append(OneRow(_new_line, gap=1))
            entry.forget_blocks()

    def _is_first_new(self, index: int) -> bool:
        """Whether the line above what is new stands there: behind what was read and what the person wrote."""
        if not self._read or self.entries[index].personal or self.entries[index].message.id <= self._read:
            return False
        while index and self.entries[index - 1].personal:
            index -= 1
        return index > 0 and self.entries[index - 1].message.id <= self._read

    def part(self, index: int, part: int) -> list[tuple[int, Block]]:
        """The blocks of one part of an entry, with their numbers."""
        entry = self.entries[index]
        return [
            (number, block)
            for number, block in enumerate(self._blocks(index))
            if entry.part_of(number) == part
        ]

    def block_of(self, sight: Sight) -> Block:
        return self.entries[sight.place.entry].blocks()[sight.place.block]

    def is_gap_above(self, sight: Sight) -> bool:
        """Whether a row is the gap above the first block of its part."""
        place = sight.place
        block = self.block_of(sight)
        first = not place.block or self.entries[place.entry].part_of(place.block - 1) != sight.part
        return first and place.row < block.gap

    def parts(self, index: int) -> list[int]:
        """The parts of an entry of which something is drawn."""
        entry = self.entries[index]
        numbers = range(len(self._blocks(index)))
        return sorted({entry.part_of(number) for number in numbers} - {-1})

    # Heights

    def resize(self, width: int) -> None:
        """Draw everything at another width (in cells)."""
        self.width = width
        self.measure_all()

    def measure_all(self) -> None:
        self._heights = [self._height(entry) for entry in self.entries]
        self._tops = None

    def settle(self) -> None:
        """Take over the heights that became known while rows were walked."""
        for index in self._touched:
            self.measure(index)
        self._touched.clear()

    def measure(self, index: int) -> None:
        """Look at an entry's height again."""
        height = self._height(self.entries[index])
        if height != self._heights[index]:
            self._heights[index] = height
            self._tops = None

    def _height(self, entry: Entry) -> int:
        if not entry.drawn:
            return entry.guess(self.width)
        return sum(block.height(self.width) for block in entry.blocks())

    @property
    def height(self) -> int:
        """All rows, those that are not drawn guessed."""
        return self._sums()[-1] if self.entries else 0

    def _sums(self) -> list[int]:
        if self._tops is None:
            self._tops = list(accumulate(self._heights))
        return self._tops

    def row_of(self, place: Place) -> int:
        """The number of a row, from the top."""
        above = self._sums()[place.entry - 1] if place.entry else 0
        blocks = self._blocks(place.entry)[: place.block]
        return above + sum(block.height(self.width) for block in blocks) + place.row

    def place_at(self, row: int) -> Place:
        """The place of a row by its number, which is that of a guess where nothing was drawn yet."""
        if not self.entries:
            return Place(0, 0, 0)
        index = min(bisect_right(self._sums(), max(0, row)), len(self.entries) - 1)
        row -= self._sums()[index - 1] if index else 0
        blocks = self._blocks(index)
        for number, block in enumerate(blocks):
            height = block.height(self.width)
            if row < height:
                return Place(index, number, max(0, row))
            row -= height
        return Place(index, max(0, len(blocks) - 1), 0)

    def clamped(self, place: Place) -> Place:
        """`place`, or the one nearest to it where the document has changed under it."""
        if not self.entries:
            return Place(0, 0, 0)
        if place.entry >= len(self.entries):
            return Place(len(self.entries) - 1, 0, 0)
        blocks = self._blocks(place.entry)
        if place.block >= len(blocks):
            return Place(place.entry, max(0, len(blocks) - 1), 0)
        block = blocks[place.block]
        return place._replace(row=min(place.row, max(0, block.gap + len(self._rows(block)) - 1)))

    # Walking

    def below(self, place: Place) -> Iterator[Sight]:
        """The rows from `place` on, downwards, each block drawn when it is reached."""
        first = place
        for index in range(place.entry, len(self.entries)):
            blocks = self._blocks(index)
            for number in range(first.block if index == first.entry else 0, len(blocks)):
                start = first.row if (index, number) == first[:2] else 0
                yield from self.rows(index, number, blocks[number])[start:]

    def above(self, place: Place) -> Iterator[Sight]:
        """The rows above `place`, upwards."""
        for index in range(min(place.entry, len(self.entries) - 1), -1, -1):
            blocks = self._blocks(index)
            last = place.block if index == place.entry else len(blocks) - 1
            for number in range(min(last, len(blocks) - 1), -1, -1):
                sights = self.rows(index, number, blocks[number])
                yield from reversed(sights[: place.row] if (index, number) == place[:2] else sights)

    @property
    def end(self) -> Place:
        """The place below the last row."""
        return Place(len(self.entries), 0, 0)

    def _blocks(self, index: int) -> list[Block]:
        self._touched.add(index)
        return self.entries[index].blocks()

    def rows(self, index: int, number: int, block: Block) -> list[Sight]:
        """All rows of a block, with its gap."""
        part = self.entries[index].part_of(number)
        rows = [*[BLANK] * block.gap, *self._rows(block)]
        return [Sight(row, Place(index, number, place), part) for place, row in enumerate(rows)]

    def _rows(self, block: Block) -> list[Row]:
        rows = block.rows(self.width)
        self._kept[block] = None
        self._kept.move_to_end(block)
        if len(self._kept) > _KEPT_BLOCKS:
            self._kept.popitem(last=False)[0].forget()
        return rows


def _centered(text: str, ink: Ink) -> Block:
    return OneRow(lambda width: padded([(text, ink)], width, "center"), text, gap=1)


def _new_line(width: int) -> Runs:
    word = f" {_('new')} "
    left = max(0, width - len(word) - 3)
    return [("─" * left, Ink("new-rule")), (word, Ink("new")), ("─" * min(3, width), Ink("new-rule"))]
