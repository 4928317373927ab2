"""Writes cells with as few bytes as it takes: short moves, small changes of the pen, erased stretches."""

from typing import Final

from sidekicks_tui.widgets.differ.cells import COVERED, Cells, uncertain
from sidekicks_tui.widgets.differ.pens import DEFAULT, RESET, Pen, Pens, change

_LEAST_ERASED: Final = 10
"""From so many spaces on, erasing them and stepping over them is shorter than writing them."""
_LEAST_ERASED_TO_END: Final = 4


class Writer:
    """What is written, and where the terminal's cursor and pen are after it.

    Pen and cursor stay where a frame leaves them: most frames go on in the pen of the one before.
    """

    def __init__(self, pens: Pens, *, erases_in_color: bool) -> None:
        self._pens = pens
        self._erases_in_color = erases_in_color
        self._out: list[str] = []
        self.reset(0)

    def reset(self, width: int) -> None:
        """The terminal is `width` cells wide, and where its cursor and pen are is not known."""
        self._width = width
        self._x = self._y = -1
        self._pen: Pen | None = None

    def take_out(self) -> str:
        """What was written since this was asked last."""
        written = "".join(self._out)
        self._out.clear()
        return written

    def scroll(self, top: int, bottom: int, rows: int, pen: Pen) -> None:
        """Move the rows from `top` to `bottom` (both included) up by `rows`, down where it is negative.

        Where the terminal erases in colour, the rows that come in are blank in `pen`.
        """
        self._take(pen)
        self._out.append(f"\x1b[{top + 1};{bottom + 1}r")
        if rows > 0:
            self._out.append(f"\x1b[{bottom + 1}H" + "\n" * rows)
        else:
            self._out.append(f"\x1b[{top + 1}H" + "\x1bM" * -rows)
        self._out.append("\x1b[r")
        self._x = self._y = -1

    def cells(self, y: int, cells: Cells, start: int, end: int) -> None:
        """Write the cells of row `y` from `start` up to `end`."""
        signs, pens = cells.signs, cells.pens
        while start > 0 and signs[start] == COVERED:
            start -= 1
        while end < len(signs) and signs[end] == COVERED:
            end += 1
        x = start
        while x < end:
            stop = x + 1
            if signs[x] == " ":
                while stop < end and signs[stop] == " " and pens[stop] == pens[x]:
                    stop += 1
                self._spaces(y, x, stop - x, pens[x])
            else:
                while stop < end and signs[stop] != " " and pens[stop] == pens[x]:
                    stop += 1
                if pens[x] >= 0:
                    self._text(y, x, signs[x:stop], pens[x])
            x = stop

    def _spaces(self, y: int, x: int, count: int, pen: int) -> None:
        """Write or erase `count` cells; a pen that leaves the same look will do."""
        self.move(x, y)
        wanted = self._pens[pen]
        alike = wanted.fills and self._pens.spaces_alike
        self._take((self._pen or DEFAULT).filling(wanted.background) if alike else wanted)
        to_end = x + count == self._width
        if (
            count >= (_LEAST_ERASED_TO_END if to_end else _LEAST_ERASED)
            and wanted.fills
            and self._erases_in_color
        ):
            self._out.append("\x1b[K" if to_end else f"\x1b[{count}X")
        else:
            self._out.append(" " * count)
            self._advance(x + count)

    def _text(self, y: int, x: int, signs: list[str], pen: int) -> None:
        self.move(x, y)
        self._take(self._pens[pen])
        text = "".join(signs)
        if text.isascii():
            self._out.append(text)
            self._advance(x + len(text))
            return
        for place, sign in enumerate(signs, x):
            if sign == COVERED:
                continue
            self.move(place, y)
            self._out.append(sign)
            covered = place - x + 1 < len(signs) and signs[place - x + 1] == COVERED
            self._advance(-1 if uncertain(sign) else place + 1 + covered)

    def _advance(self, x: int) -> None:
        """The cursor went on to `x`; nobody knows where it is behind the last cell (and where `x` is -1)."""
        self._x = x if x < self._width else -1

    def _take(self, pen: Pen) -> None:
        if self._pen is None:
            self._out.append(RESET)
            self._pen = DEFAULT
        if pen != self._pen:
            self._out.append(change(self._pen, pen))
            self._pen = pen

    def move(self, x: int, y: int) -> None:
        """The cursor to a cell."""
        if (x, y) == (self._x, self._y):
            return
        ways = [f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"]
        if y == self._y:
            ways.append(f"\x1b[{x + 1}G" if x else "\r")
        if y == self._y and self._x >= 0:
            step = x - self._x
            ways.append(
                f"\x1b[{step if step > 1 else ''}C" if step > 0 else f"\x1b[{-step if step < -1 else ''}D"
            )
        self._out.append(min(ways, key=len))
        self._x, self._y = x, y
