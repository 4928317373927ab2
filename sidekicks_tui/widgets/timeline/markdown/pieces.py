"""What a text is split into: pieces that can be drawn one by one."""

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from sidekicks_tui.widgets.timeline.ink import Row
from sidekicks_tui.widgets.timeline.markdown.drawing import CODE_TAB, code_rows, table_of
from sidekicks_tui.widgets.timeline.markdown.highlighting import LEXERS, START, Stack, highlight
from sidekicks_tui.widgets.timeline.markdown.parsing import Environment, parse
from sidekicks_tui.widgets.timeline.markdown.tables import Table

LISTING_LINES: Final = 32
"""Lines of a fence that are drawn, and highlighted, as one piece."""


@dataclass(frozen=True)
class Prose:
    """Markdown that can be drawn without what stands around it."""

    source: str
    apart: bool
    """An empty line stood before it."""
    heading: bool = False
    number: int | None = None
    """The number of its first item, where it is one of an ordered list that began before."""


@dataclass(eq=False)
class Listing:
    """A fence: its lines are only ever added to."""

    language: str
    lines: list[str] = field(default_factory=list)
    _stacks: list[Stack] = field(default_factory=lambda: [START])
    """The lexer's state at the start of each piece, as far as it is known."""

    def draw(self, first: int, last: int, partial: str, width: int) -> list[Row]:
        """The rows of its lines from `first` to `last`, and of one more that is still being written."""
        lines = self._shown(first, last, partial)
        if not self.knows(first):
            return code_rows(highlight(None, lines)[0], width)
        index = first // LISTING_LINES
        runs, stack = highlight(LEXERS[self.language], lines, self._stacks[index])
        if index + 1 == len(self._stacks) and last - first == LISTING_LINES:
            self._stacks.append(stack)
        return code_rows(runs, width)

    def knows(self, first: int) -> bool:
        """Whether the piece that begins at line `first` can be drawn in its colours."""
        return first // LISTING_LINES < len(self._stacks) and LEXERS.ready(self.language)

    def learn(self) -> bool:
        """Lex one piece more, so that the one after it can be drawn in its colours.

        False when that cannot be done yet, because the lexer is not at hand.
        """
        if not LEXERS.ready(self.language):
            return False
        first = (len(self._stacks) - 1) * LISTING_LINES
        lines = self._shown(first, first + LISTING_LINES, "")
        self._stacks.append(highlight(LEXERS[self.language], lines, self._stacks[-1])[1])
        return True

    def _shown(self, first: int, last: int, partial: str) -> list[str]:
        lines = self.lines[first:last]
        if partial:
            lines.append(partial)
        return [line.expandtabs(CODE_TAB) for line in lines] or [""]


@dataclass(frozen=True)
class Code:
    """Some lines of a listing."""

    listing: Listing
    first: int
    last: int
    partial: str = ""

    @property
    def apart(self) -> bool:
        return self.first == 0

    @property
    def source(self) -> str:
        return "\n".join([*self.listing.lines[self.first : self.last], self.partial])


@dataclass(eq=False)
class Rows:
    """The source of a table: its lines are only ever added to."""

    header: str
    """Its first two lines."""
    lines: list[str] = field(default_factory=list)
    _table: Table | None = None
    _parsed: int = 0

    def draw(self, count: int, partial: str, width: int, environment: Environment) -> list[Row]:
        """The rows of its first `count` lines, and of one more that is still being written."""
        if self._table is None or count < self._parsed:
            self._table, self._parsed = self._parse([], environment), 0
        if new := self.lines[self._parsed : count]:
            self._table.rows.extend(self._parse(new, environment).rows)
            self._parsed = count
        last = self._parse([partial], environment).rows[-1] if partial else None
        return self._table.draw(width, last)

    def _parse(self, lines: list[str], environment: Environment) -> Table:
        return table_of(parse("\n".join([self.header, *lines]), environment))


@dataclass(frozen=True)
class Grid:
    """The first `count` lines of a table."""

    rows: Rows
    count: int
    partial: str = ""
    apart: bool = True

    @property
    def source(self) -> str:
        return "\n".join([self.rows.header, *self.rows.lines[: self.count], self.partial])


Piece: TypeAlias = Prose | Code | Grid
