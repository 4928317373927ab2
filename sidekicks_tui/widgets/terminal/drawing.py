"""Rows of a terminal as strips of the screen."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.color import Color
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.strip import Strip

from sidekicks_tui.terminal.emulator import Colour, CursorShape, Row, Run, Style, Underline

_STYLES_KEPT: Final = 4096
_FOCUSED: Final = {
    CursorShape.BLOCK: RichStyle(reverse=True),
    CursorShape.UNDERLINE: RichStyle(underline=True, bold=True),
    CursorShape.BAR: RichStyle(underline=True),
}
"""There is no bar between two cells: a line below the second one stands for it."""
_UNFOCUSED: Final = RichStyle(underline=True, dim=True)


class Mark(NamedTuple):
    """Cells of a row that look different: from column `start` to before `end`."""

    start: int
    end: int
    style: RichStyle


def cursor_mark(column: int, shape: CursorShape, *, focused: bool) -> Mark:
    return Mark(column, column + 1, _FOCUSED[shape] if focused else _UNFOCUSED)


def draw(row: Row, width: int, base: RichStyle, marks: Sequence[Mark] = ()) -> Strip:
    """`row` as `width` cells; `base` is the look of cells without colours."""
    if not marks:
        segments = [Segment(_fitted(run), base + _rich_style(run.style, run.link)) for run in row.runs]
    else:
        segments = []
        for start, run in _cut(row.runs, {column for mark in marks for column in (mark.start, mark.end)}):
            style = base + _rich_style(run.style, run.link)
            for mark in marks:
                if start < mark.end and mark.start < start + run.cells:
                    style += mark.style
            segments.append(Segment(_fitted(run), style))
    return Strip(segments, sum(run.cells for run in row.runs)).adjust_cell_length(width, base)


def _cut(runs: Sequence[Run], columns: set[int]) -> Iterator[tuple[int, Run]]:
    """`runs` with their first columns, cut at `columns`; a wide character is never cut."""
    start = 0
    for run in runs:
        ends = [start + run.cells]
        if len(run.text) == run.cells:
            ends = [*sorted(column for column in columns if start < column < start + run.cells), *ends]
        at = start
        for end in ends:
            text = run.text if len(ends) == 1 else run.text[at - start : end - start]
            yield at, run._replace(text=text, cells=end - at)
            at = end
        start += run.cells


def _fitted(run: Run) -> str:
    """The text of `run`, as wide as its cells also where the screen's table of widths has it otherwise."""
    text = run.text
    if text.isascii() or cell_len(text) == run.cells:
        return text
    if len(text) != run.cells:
        return set_cell_size(text, run.cells)
    return "".join(character if cell_len(character) == 1 else "\ufffd" for character in text)


@lru_cache(_STYLES_KEPT)
def _rich_style(style: Style, link: str) -> RichStyle:
    return RichStyle(
        color=_color(style.foreground),
        bgcolor=_color(style.background),
        bold=style.bold or None,
        dim=style.faint or None,
        italic=style.italic or None,
        underline=style.underline not in (Underline.NONE, Underline.DOUBLE) or None,
        underline2=style.underline is Underline.DOUBLE or None,
        blink=style.blink or None,
        reverse=style.inverse or None,
        conceal=style.invisible or None,
        strike=style.strikethrough or None,
        overline=style.overline or None,
        link=link or None,
    )


def _color(colour: Colour) -> Color | None:
    if colour is None:
        return None
    return Color.from_ansi(colour) if isinstance(colour, int) else Color.from_rgb(*colour)
