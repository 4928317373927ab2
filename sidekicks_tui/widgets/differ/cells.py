"""Strips of segments as cells: a visible character and the number of its pen in each."""

from typing import Final

from rich.cells import split_graphemes
from textual.strip import Strip

from sidekicks_tui.widgets.differ.pens import Pens

UNKNOWN: Final = "\0"
"""A cell of which nobody knows what the terminal shows in it."""
COVERED: Final = ""
"""The right half of a wide character."""


class Cells:
    """A stretch of a row: `signs` and `pens` have one item a cell."""

    __slots__ = ("pens", "signs")

    def __init__(self, signs: list[str], pens: list[int]) -> None:
        self.signs = signs
        self.pens = pens

    @property
    def uncertain(self) -> bool:
        """Whether it holds characters that terminals draw in different widths."""
        return not "".join(self.signs).isascii() and any(map(uncertain, self.signs))

    @classmethod
    def unknown(cls, width: int) -> "Cells":
        return cls([UNKNOWN] * width, [-1] * width)

    def put(self, x: int, other: "Cells") -> None:
        """Lay `other` over these cells from cell `x` on."""
        end = min(x + len(other.signs), len(self.signs))
        self.signs[x:end] = other.signs[: end - x]
        self.pens[x:end] = other.pens[: end - x]

    def copy(self) -> "Cells":
        return Cells(self.signs.copy(), self.pens.copy())


def cells_of(strip: Strip, pens: Pens) -> Cells:
    """The cells of `strip`. What would move the cursor is left out: no control character gets through."""
    cells = Cells([], [])
    for text, style, control in strip:
        if control:
            continue
        pen = pens.number(style)
        if text.isascii() and text.isprintable():
            cells.signs.extend(text)
            if " " in text:
                space = pens.of_space(pen)
                cells.pens.extend(space if sign == " " else pen for sign in text)
            else:
                cells.pens.extend([pen] * len(text))
        else:
            _add_clusters(cells, text, pen, pens.of_space(pen))
    return cells


def uncertain(sign: str) -> bool:
    """Whether terminals disagree about the width of a visible character."""
    return len(sign) > 1 or sign >= "\U0001f000"


def _add_clusters(cells: Cells, text: str, pen: int, space: int) -> None:
    for start, end, width in split_graphemes(text)[0]:
        sign = "".join(
            character for character in text[start:end] if character.isprintable() or character == "\u200d"
        )
        if width == 0:
            continue
        cells.signs.append(sign or " ")
        cells.pens.append(pen if sign.strip(" ") else space)
        if width > 1:
            cells.signs.extend([COVERED] * (width - 1))
            cells.pens.extend([pen] * (width - 1))
