"""Tables: columns as wide as what stands in them, or as the row allows.

A table that fits is drawn as it is. One that does not gives room to its columns fairly (narrow ones keep
theirs) and wraps its cells. One with too many columns for that is drawn as a list of its rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sidekicks_tui.widgets.timeline.cells import padded, width_of, wrap
from sidekicks_tui.widgets.timeline.ink import BLANK, DIM, TEXT, Row, Runs, recolored

_GAP: Final = 2
_NARROWEST: Final = 6
"""A column may be squeezed to this many cells, no further."""
_RULE: Final = "─"

Cells = list[Runs]


@dataclass
class Table:
    """A table that may still grow: `rows` is only ever added to."""

    header: Cells
    aligns: list[str]
    """left, right or center, one a column."""
    rows: list[Cells] = field(default_factory=list)
    _natural: list[int] = field(default_factory=list)
    _measured: int = 0
    _columns: list[int] = field(default_factory=list)
    _drawn: list[list[Row]] = field(default_factory=list)
    """The terminal rows of each of the first rows, as wide as `_columns`."""

    def draw(self, width: int, last: Cells | None = None) -> list[Row]:
        """All rows at `width` cells; `last` is one more that is not complete yet."""
        natural = self._measure(last)
        columns = _fit(natural, width)
        if not columns:
            return self._as_list(width, last)
        if columns != self._columns:
            self._columns, self._drawn = columns, []
        for cells in self.rows[len(self._drawn) :]:
            self._drawn.append(_draw_cells(cells, self.aligns, columns))
        header = _draw_cells([recolored(cell, "heading") for cell in self.header], self.aligns, columns)
        ruled = [Row([(_RULE * (sum(columns) + _GAP * (len(columns) - 1)), DIM)])]
        drawn = [*self._drawn, _draw_cells(last, self.aligns, columns)] if last else self._drawn
        apart = columns != natural and any(len(lines) > 1 for lines in drawn)
        rows = [*header, *ruled]
        for index, lines in enumerate(drawn):
            if apart and index:
                rows.append(BLANK)
            rows.extend(lines)
        return rows

    def _measure(self, last: Cells | None) -> list[int]:
        """The widest cell of each column."""
        if not self._natural:
            self._natural = [max(1, width_of(cell)) for cell in self.header]
        for cells in self.rows[self._measured :]:
            self._natural = _widest(self._natural, cells)
        self._measured = len(self.rows)
        return _widest(self._natural, last) if last else self._natural

    def _as_list(self, width: int, last: Cells | None) -> list[Row]:
        rows: list[Row] = []
        for cells in [*self.rows, *([last] if last else [])]:
            if rows:
                rows.append(BLANK)
            for title, cell in zip(self.header, cells, strict=False):
                runs: Runs = [*recolored(title, "heading"), ("  ", TEXT), *cell]
                rows.extend(map(Row, wrap(runs, width)))
        return rows or [Row(runs) for cell in self.header for runs in wrap(cell, width)]


def _widest(widths: list[int], cells: Cells) -> list[int]:
    found = [max(width, width_of(cell)) for width, cell in zip(widths, cells, strict=False)]
    return found + widths[len(found) :]


def _fit(natural: Sequence[int], width: int) -> list[int]:
    """The width of each column so that the table takes `width` cells; empty where it cannot be."""
    room = width - _GAP * (len(natural) - 1)
    if sum(natural) <= room:
        return list(natural)
    if sum(min(column, _NARROWEST) for column in natural) > room:
        return []
    columns = [0] * len(natural)
    left = len(natural)
    for index in sorted(range(len(natural)), key=lambda index: natural[index]):
        columns[index] = min(natural[index], room // left)
        room -= columns[index]
        left -= 1
    return columns


def _draw_cells(cells: Cells, aligns: list[str], columns: list[int]) -> list[Row]:
    """The terminal rows of one row of the table."""
    wrapped = [wrap(cell, width) for cell, width in zip(cells, columns, strict=False)]
    lines: list[Row] = []
    for index in range(max((len(rows) for rows in wrapped), default=1)):
        line: Runs = []
        for column, (width, align) in enumerate(zip(columns, aligns, strict=False)):
            if column:
                line.append((" " * _GAP, TEXT))
            rows = wrapped[column] if column < len(wrapped) else []
            line.extend(padded(rows[index] if index < len(rows) else [], width, align))
        while line and not line[-1][0].strip() and line[-1][1] == TEXT:
            line.pop()
        lines.append(Row(line))
    return lines
