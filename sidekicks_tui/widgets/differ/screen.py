"""The model of what the terminal shows, and how it becomes what it shall show."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from operator import ne
from typing import Final

from textual.strip import Strip

from sidekicks_tui.widgets.differ.cells import Cells, cells_of
from sidekicks_tui.widgets.differ.pens import Pens
from sidekicks_tui.widgets.differ.writer import Writer

Part = tuple[int, int, Strip]
"""A strip of an update: row, cell at which it begins, what stands there."""

_LEAST_ROWS: Final = 4
"""Fewer rows are not worth a scroll."""
_ROW_COST: Final = 8
"""Bytes that go into reaching a row, whatever is written there."""
_JOINED: Final = 4
"""Cells that did not change between two that did are written again when they are as few as this."""


class ScreenModel:
    """`erases_in_color`: erased cells take the background of the pen (terminfo: bce)."""

    def __init__(self, pens: Pens, *, erases_in_color: bool) -> None:
        self._pens = pens
        self._erases_in_color = erases_in_color
        self._writer = Writer(pens, erases_in_color=erases_in_color)
        self._rows: list[Cells] = []
        self._width = 0

    def forget(self) -> None:
        """Somebody else wrote on the terminal: the next update says everything anew."""
        self._rows = []

    def update(self, parts: Iterable[Part], width: int, height: int) -> str:
        """The bytes that make a terminal of `width` by `height` cells show `parts`; the rest stays."""
        if width != self._width or height != len(self._rows):
            self._width = width
            self._writer.reset(width)
            self._rows = [Cells.unknown(width) for _ in range(height)]
        parts = list(parts)
        edges = sorted({x for _, x, _ in parts})
        new = self._laid_over(parts)
        self._scroll(new)
        # Widget by widget: what stands below each other often shares its pen, what stands in a row seldom.
        runs = [(y, start, end) for y, cells in new.items() for start, end in _runs(self._rows[y], cells)]
        for y, start, end in sorted(runs, key=lambda run: (bisect_right(edges, run[1]), run)):
            self._writer.cells(y, new[y], start, end)
        for y, cells in new.items():
            self._rows[y] = cells
        return self._writer.take_out()

    def move_cursor(self, x: int, y: int) -> str:
        """The bytes that put the cursor to a cell; none when it is there."""
        self._writer.move(x, y)
        return self._writer.take_out()

    def _laid_over(self, parts: Iterable[Part]) -> dict[int, Cells]:
        """The rows that `parts` touch, as they shall be."""
        new: dict[int, Cells] = {}
        for y, x, strip in parts:
            if not 0 <= y < len(self._rows) or x >= self._width:
                continue
            if y not in new:
                new[y] = self._rows[y].copy()
            new[y].put(x, cells_of(strip, self._pens))
        return dict(sorted(new.items()))

    def _scroll(self, new: dict[int, Cells]) -> None:
        """Let the terminal move rows, where that leaves fewer cells to write."""
        changed = [y for y, cells in new.items() if cells.signs != self._rows[y].signs]
        if len(changed) < _LEAST_ROWS:
            return
        top, bottom = changed[0], changed[-1]
        step = self._shift(new, changed)
        if not step:
            return
        blank = self._blank([new[y] for y in changed if not top <= y + step <= bottom])
        moved = self._moved(top, bottom, step, blank)
        stay = {y: new.get(y, self._rows[y]) for y in range(top, bottom + 1)}
        written = sum(_distance(self._rows[y], cells) for y, cells in stay.items())
        if sum(_distance(moved[y - top], cells) for y, cells in stay.items()) < written:
            self._writer.scroll(top, bottom, step, self._pens[max(0, blank.pens[0])])
            self._rows[top : bottom + 1] = moved
            for y, cells in stay.items():
                new.setdefault(y, cells)

    def _shift(self, new: dict[int, Cells], changed: list[int]) -> int:
        """By how many rows most of the changed rows moved up (down: negative); 0 when they did not.

        Only the cells that changed are compared: what stands beside them may well have stayed.
        """
        spans = [_span(self._rows[y], new[y]) for y in changed]
        start, end = min(span[0] for span in spans), max(span[1] for span in spans)
        before: dict[tuple[str, ...], list[int]] = {}
        for y in range(changed[0], changed[-1] + 1):
            before.setdefault(tuple(self._rows[y].signs[start:end]), []).append(y)
        votes: Counter[int] = Counter()
        for y in changed:
            signs = tuple(new[y].signs[start:end])
            if any(sign not in (" ", "\0") for sign in signs):
                votes.update(old - y for old in before.get(signs, ()) if old != y)
        return votes.most_common(1)[0][0] if votes else 0

    def _blank(self, incoming: list[Cells]) -> Cells:
        """The row that comes in when the terminal scrolls, best in the ground of most `incoming` rows."""
        if self._erases_in_color:
            grounds = Counter(
                pen
                for cells in incoming
                for sign, pen in zip(cells.signs, cells.pens, strict=True)
                if sign == " "
            )
            for pen, _count in grounds.most_common(1):
                if pen >= 0 and self._pens[pen].fills:
                    return Cells([" "] * self._width, [pen] * self._width)
        return Cells.unknown(self._width)

    def _moved(self, top: int, bottom: int, step: int, blank: Cells) -> list[Cells]:
        """The rows from `top` to `bottom` as a scroll by `step` leaves them."""
        return [
            (self._rows[y + step] if top <= y + step <= bottom else blank).copy()
            for y in range(top, bottom + 1)
        ]


def _span(old: Cells, new: Cells) -> tuple[int, int]:
    """From the first to behind the last cell whose sign changed."""
    places = [
        x for x, (before, after) in enumerate(zip(old.signs, new.signs, strict=True)) if before != after
    ]
    return places[0], places[-1] + 1


def _distance(old: Cells, new: Cells) -> int:
    """About how much must be written to make `new` of `old`."""
    if old.signs == new.signs and old.pens == new.pens:
        return 0
    signs: int = sum(map(ne, old.signs, new.signs))
    pens: int = sum(map(ne, old.pens, new.pens))
    return _ROW_COST + signs + pens // 4


def _runs(old: Cells, new: Cells) -> list[tuple[int, int]]:
    """The stretches of cells that must be written, start and end."""
    if old.signs == new.signs and old.pens == new.pens:
        return []
    runs: list[tuple[int, int]] = []
    for x, (before, after, before_pen, after_pen) in enumerate(
        zip(old.signs, new.signs, old.pens, new.pens, strict=True)
    ):
        if before == after and before_pen == after_pen:
            continue
        if runs and x - runs[-1][1] <= _JOINED:
            runs[-1] = (runs[-1][0], x + 1)
        else:
            runs.append((x, x + 1))
    if old.uncertain or new.uncertain:
        return [(runs[0][0], len(new.signs))]
    return runs
