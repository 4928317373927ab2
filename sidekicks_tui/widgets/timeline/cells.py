"""Runs of text into rows of terminal cells: wrapping, folding, clipping, padding.

Widths are those of the terminal (`rich.cells`): a CJK character takes two cells, a combining accent none, and
a cluster of characters that is drawn as one is never torn.
"""

import re
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len, split_graphemes

from sidekicks_tui.widgets.timeline.ink import TEXT, Ink, Run, Runs

_PIECES: Final = re.compile(r"\n|[^\S\n\xa0]+|[^\s\xa0]+(?:\xa0[^\s\xa0]*)*|\xa0+")
_NO_ROW_STARTS_WITH: Final = frozenset("、。，．：；？！）」』】》〉〕｝］’”…～ー々%％")
_NO_ROW_ENDS_WITH: Final = frozenset("（「『【《〈〔｛［‘“")

Span = tuple[int, int]


def width_of(runs: Runs) -> int:
    """The cells that `runs` take in one row."""
    return sum(cell_len(text) for text, _ in runs)


def wrap(runs: Runs, width: int) -> list[Runs]:
    """`runs` as rows of at most `width` cells (at least 1), broken between words; "\\n" ends a row.

    White space at which a row is broken is dropped; a word that is wider than a row is broken inside.
    """
    if len(runs) == 1 and "\n" not in runs[0][0] and cell_len(runs[0][0]) <= width:
        return [runs]
    text = "".join(run[0] for run in runs)
    return _cut(runs, _wrap_spans(text, max(1, width)))


def fold(runs: Runs, width: int) -> list[Runs]:
    """`runs` as rows of at most `width` cells (at least 1), broken anywhere and keeping every space."""
    text = "".join(run[0] for run in runs)
    if cell_len(text) <= width:
        return [runs]
    spans: list[Span] = []
    start = used = 0
    for first, _last, cells in _clusters(text):
        if used + cells > width and first > start:
            spans.append((start, first))
            start, used = first, 0
        used += cells
    spans.append((start, len(text)))
    return _cut(runs, spans)


def clip(runs: Runs, width: int) -> Runs:
    """`runs` in one row of at most `width` cells, the end replaced by an ellipsis where it does not fit."""
    if width_of(runs) <= width:
        return runs
    kept: Runs = []
    room = max(0, width - 1)
    for text, ink in runs:
        if (cells := cell_len(text)) <= room:
            kept.append((text, ink))
            room -= cells
            continue
        end = 0
        for _first, last, cells in _clusters(text):
            if cells > room:
                break
            room -= cells
            end = last
        kept.append((text[:end], ink))
        break
    if width > 0:
        kept.append(("…", kept[-1][1] if kept else TEXT))
    return kept


def padded(runs: Runs, width: int, align: str = "left", ink: Ink = TEXT) -> Runs:
    """`runs` with spaces in `ink`, so that they take `width` cells; `align` is left, right or center."""
    spare = width - width_of(runs)
    if spare <= 0:
        return runs
    before = {"left": 0, "right": spare, "center": spare // 2}[align]
    row = list(runs)
    if before:
        row.insert(0, (" " * before, ink))
    if spare - before:
        row.append((" " * (spare - before), ink))
    return row


def spread(left: Runs, right: Runs, width: int) -> Runs:
    """One row of `width` cells with `left` at its start, clipped where needed, and `right` at its end."""
    if not right:
        return clip(left, width)
    room = width - width_of(right)
    if room < 1:
        return clip([*left, (" ", TEXT), *right], width)
    return [*padded(clip(left, max(0, room - 2)), room), *right]


def _wrap_spans(text: str, width: int) -> list[Span]:
    spans: list[Span] = []
    start: int | None = None  # where the row begins: None until a piece stands in it
    end = used = 0
    row_opened = False  # a row that follows a line feed may be empty, and keeps its indentation
    for piece in _PIECES.finditer(text):
        first, last = piece.span()
        if text[first] == "\n":
            spans.append((first, first) if start is None else (start, end))
            start, used, row_opened = None, 0, False
            continue
        if text[first].isspace() and text[first] != "\xa0":
            if start is None and row_opened:
                continue
            cells = last - first
            if start is None:
                if cells >= width:
                    continue
                start, end = first, last
            used += cells
            continue
        for begin, finish, cells in _unbreakable(text, first, last, width):
            if start is not None and used + cells > width:
                spans.append((start, end))
                start, used, row_opened = None, 0, True
            if start is None:
                start = begin
            used += cells
            end = finish
    spans.append((len(text), len(text)) if start is None else (start, end))
    return spans


def _unbreakable(text: str, first: int, last: int, width: int) -> Iterator[tuple[int, int, int]]:
    """The parts of the word `text[first:last]` that must stay in one row, with their cells."""
    word = text[first:last]
    cells = cell_len(word)
    if cells <= width and cells == last - first:
        yield first, last, cells
        return
    part: tuple[int, int, int] | None = None  # what is held back because more may belong to it
    part_is_wide = tied = False
    for begin, end, width_here in _clusters(word):
        character = word[begin]
        wide = width_here > 1
        if part is None:
            part = (begin, end, width_here)
        else:
            breakable = (wide or part_is_wide) and character not in _NO_ROW_STARTS_WITH and not tied
            if (breakable or part[2] + width_here > width) and part[2]:
                yield first + part[0], first + part[1], part[2]
                part = (begin, end, width_here)
            else:
                part = (part[0], end, part[2] + width_here)
        part_is_wide = wide
        tied = character in _NO_ROW_ENDS_WITH
    if part is not None:
        yield first + part[0], first + part[1], part[2]


def _clusters(text: str) -> Iterator[tuple[int, int, int]]:
    """The visible characters of `text`: start, end, cells."""
    if text.isascii():
        return ((index, index + 1, 1) for index in range(len(text)))
    return iter(split_graphemes(text)[0])


def _cut(runs: Runs, spans: list[Span]) -> list[Runs]:
    """The pieces of `runs` at `spans`, which are offsets into their joined text, in ascending order."""
    rows: list[Runs] = []
    index = 0
    begins = 0  # where runs[index] begins
    for start, end in spans:
        row: Runs = []
        while index < len(runs) and begins + len(runs[index][0]) <= start:
            begins += len(runs[index][0])
            index += 1
        at, offset = index, begins
        while at < len(runs) and offset < end:
            text, ink = runs[at]
            piece: Run = (text[max(0, start - offset) : end - offset], ink)
            if piece[0]:
                row.append(piece)
            offset += len(text)
            at += 1
        rows.append(row)
    return rows
