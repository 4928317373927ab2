"""The blocks that a conversation is drawn from.

A block does not change what it shows: where something changes, another block takes its place. Its rows are
drawn when they come in sight and kept until the document lets go of them; until then its height is guessed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from sidekicks_tui.widgets.timeline.cells import padded, width_of, wrap
from sidekicks_tui.widgets.timeline.ink import TEXT, Row, Runs, recolored


class Block(ABC):
    __slots__ = ("_height", "_measured", "_rows", "_width", "gap")

    def __init__(self, gap: int = 0) -> None:
        self.gap = gap
        """Empty rows above it."""
        self._rows: list[Row] | None = None
        self._width = 0
        """The cells for which the rows were drawn."""
        self._height = 0
        self._measured = -1
        """The cells for which the height is known, or was guessed."""

    @abstractmethod
    def draw(self, width: int) -> list[Row]:
        """The rows at `width` cells, without the gap."""

    @abstractmethod
    def guess(self, width: int) -> int:
        """About how many rows it takes without the gap; must cost next to nothing."""

    @property
    @abstractmethod
    def text(self) -> str:
        """What a search looks through."""

    @property
    def pale(self) -> bool:
        """Its rows were drawn without the colours of their code, which were not known then."""
        return False

    def color(self) -> bool:
        """Come one step nearer to the colours, and at last let go of pale rows. False when that must wait."""
        return True

    def rows(self, width: int) -> list[Row]:
        """The rows at `width` cells, drawn once."""
        if self._rows is None or self._width != width:
            self._rows = self.draw(width)
            self._width = self._measured = width
            self._height = len(self._rows)
        return self._rows

    def height(self, width: int) -> int:
        """The rows that it takes with its gap: exact once it was drawn at `width` cells."""
        if self._measured != width:
            self._height = self.guess(width)
            self._measured = width
        return self.gap + self._height

    def forget(self) -> None:
        """Let go of the rows; the height stays known."""
        self._rows = None

    def redraw(self) -> None:
        """Something that the rows stand on is known better now."""
        self._rows = None


class Paragraph(Block):
    """Runs that wrap; `hang` is the indentation of all rows but the first.

    `align` is left or center: what needs several rows stands left, where it is read more easily.
    """

    __slots__ = ("_align", "_hang", "_runs")

    def __init__(self, runs: Runs, gap: int = 0, align: str = "left", hang: int = 0) -> None:
        super().__init__(gap)
        self._runs = runs
        self._align = align
        self._hang = hang

    def draw(self, width: int) -> list[Row]:
        rows = wrap(self._runs, width)
        if self._hang and len(rows) > 1:
            rows = wrap(self._runs, max(1, width - self._hang))
            rows[1:] = [[(" " * self._hang, TEXT), *row] for row in rows[1:]]
        align = self._align if len(rows) == 1 else "left"
        return [Row(padded(row, width, align)) for row in rows]

    def guess(self, width: int) -> int:
        return width_of(self._runs) // max(1, width) + 1

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self._runs)


class OneRow(Block):
    """A row that is laid out for the width it gets."""

    __slots__ = ("_layout", "_text")

    def __init__(self, layout: Callable[[int], Runs], text: str = "", gap: int = 0) -> None:
        super().__init__(gap)
        self._layout = layout
        self._text = text

    def draw(self, width: int) -> list[Row]:
        return [Row(self._layout(width))]

    def guess(self, width: int) -> int:
        return 1

    @property
    def text(self) -> str:
        return self._text


class Nested(Block):
    """A block behind a prefix; its prose takes on `role`."""

    __slots__ = ("_inner", "_prefix", "_role")

    def __init__(self, inner: Block, prefix: Runs, role: str = "text") -> None:
        super().__init__(inner.gap)
        self._inner = inner
        self._prefix = prefix
        self._role = role

    def draw(self, width: int) -> list[Row]:
        return [
            Row([*self._prefix, *recolored(row.runs, self._role)], row.ground)
            for row in self._inner.rows(self._room(width))
        ]

    def guess(self, width: int) -> int:
        return self._inner.height(self._room(width)) - self._inner.gap

    @property
    def text(self) -> str:
        return self._inner.text

    @property
    def pale(self) -> bool:
        return self._inner.pale

    def color(self) -> bool:
        done = self._inner.color()
        if not self.pale:
            self.redraw()
        return done

    def _room(self, width: int) -> int:
        return max(1, width - width_of(self._prefix))


def indented(blocks: list[Block], prefix: str = "  ", role: str = "text") -> list[Block]:
    return [Nested(block, [(prefix, TEXT)], role) for block in blocks]
