"""Diffs as blocks: side by side where there is room, otherwise unified; in the colours of the code."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePosixPath
from typing import Final

from sidekicks_tui.locale import _
from sidekicks_tui.model.messages import Diff
from sidekicks_tui.model.visible import visible_line
from sidekicks_tui.widgets.timeline.blocks import Block, Paragraph
from sidekicks_tui.widgets.timeline.cells import fold, padded
from sidekicks_tui.widgets.timeline.diffing import Change, Delta, Spans, changed_words
from sidekicks_tui.widgets.timeline.ink import DIM, TEXT, Ink, Row, Runs
from sidekicks_tui.widgets.timeline.markdown.drawing import CODE_TAB
from sidekicks_tui.widgets.timeline.markdown.highlighting import highlight, lexer_for_path
from sidekicks_tui.widgets.timeline.plain import left_out

SIDE_BY_SIDE: Final = 98
"""Cells from which on old and new text stand beside each other."""
_BLOCK_CHANGES: Final = 32
_FOLDED_CHANGES: Final = 40
"""Rows of a diff that are shown before it is unfolded."""


@dataclass(frozen=True)
class _Side:
    """One of the two texts of a diff."""

    sign: str
    ground: str
    word_ground: str


_OLD: Final = _Side("−", "removed", "removed-word")
_NEW: Final = _Side("+", "added", "added-word")
_SAME: Final = _Side(" ", "", "")


def diff_blocks(diff: Diff, delta: Delta, *, folded: bool) -> list[Block]:
    """The diff under its path; `folded` shows its beginning only."""
    title: Runs = [(visible_line(diff.path), Ink("path"))]
    if diff.new_file:
        title.append(("  " + _("new file"), DIM))
    blocks: list[Block] = [Paragraph(title)]
    left = _FOLDED_CHANGES if folded else sum(map(len, delta.hunks))
    hidden = sum(map(len, delta.hunks)) - left
    two_sided = delta.added > 0 and delta.removed > 0
    for index, hunk in enumerate(delta.hunks):
        if left <= 0:
            break
        if index:
            blocks.append(Paragraph([("⋯", DIM)]))
        shown = hunk[:left]
        left -= len(shown)
        for start in range(0, len(shown), _BLOCK_CHANGES):
            blocks.append(_Changes(shown[start : start + _BLOCK_CHANGES], diff.path, two_sided))
    if hidden > 0:
        blocks.append(Paragraph([(left_out(hidden), DIM)]))
    return blocks


def is_long(delta: Delta) -> bool:
    """Whether folding leaves something out."""
    return sum(map(len, delta.hunks)) > _FOLDED_CHANGES


class _Changes(Block):
    """Some rows of a hunk."""

    __slots__ = ("_changes", "_path", "_two_sided")

    def __init__(self, changes: Sequence[Change], path: str, two_sided: bool) -> None:
        super().__init__()
        self._changes = changes
        self._path = path
        self._two_sided = two_sided

    def draw(self, width: int) -> list[Row]:
        lines = self._lines()
        if self._two_sided and width >= SIDE_BY_SIDE:
            return [row for old, new, same in lines for row in _beside(old, new, same, width)]
        return list(_unified(lines, width))

    def guess(self, width: int) -> int:
        return len(self._changes)

    @property
    def text(self) -> str:
        return "\n".join(f"{change.old or ''}\n{change.new or ''}" for change in self._changes)

    def _lines(self) -> list["_Line"]:
        """The changes in the colours of the code, with their words marked."""
        lexer = lexer_for_path(PurePosixPath(self._path).name)
        olds = [_shown(change.old) for change in self._changes if change.old is not None]
        news = [_shown(change.new) for change in self._changes if change.new is not None]
        old_runs, new_runs = iter(highlight(lexer, olds)[0]), iter(highlight(lexer, news)[0])
        lines: list[_Line] = []
        for change in self._changes:
            old = next(old_runs) if change.old is not None else None
            new = next(new_runs) if change.new is not None else None
            if change.old is not None and change.new is not None and not change.same:
                old_words, new_words = changed_words(_shown(change.old), _shown(change.new))
            else:
                old_words, new_words = (), ()
            side = _SAME if change.same else None
            lines.append(
                (
                    _grounded(old, side or _OLD, old_words) if old is not None else None,
                    _grounded(new, side or _NEW, new_words) if new is not None else None,
                    change.same,
                )
            )
        return lines


_Line = tuple[Runs | None, Runs | None, bool]


def _shown(line: str) -> str:
    return visible_line(line.expandtabs(CODE_TAB))


def _grounded(runs: Runs, side: _Side, words: Spans) -> Runs:
    """`runs` on the ground of their side, the words that differ on a stronger one."""
    grounded: Runs = []
    offset = 0
    for text, ink in runs:
        start = 0
        for begin, end in [*words, (offset + len(text), offset + len(text))]:
            begin, end = min(max(begin - offset, start), len(text)), min(end - offset, len(text))
            if begin > start:
                grounded.append((text[start:begin], ink._replace(ground=side.ground)))
                start = begin
            if end > begin:
                grounded.append((text[begin:end], ink._replace(ground=side.word_ground)))
                start = end
        offset += len(text)
    return grounded


def _unified(lines: list[_Line], width: int) -> Iterator[Row]:
    for same, group in groupby(lines, key=lambda line: line[2]):
        rows = list(group)
        if same:
            for _old, new, _same in rows:
                yield from _one_side(new, _SAME, width)
            continue
        for old, _new, _same in rows:
            yield from _one_side(old, _OLD, width)
        for _old, new, _same in rows:
            yield from _one_side(new, _NEW, width)


def _one_side(runs: Runs | None, side: _Side, width: int) -> Iterator[Row]:
    for row in _half(runs, side, width):
        yield Row(row, side.ground)


def _beside(old: Runs | None, new: Runs | None, same: bool, width: int) -> Iterator[Row]:
    half = (width - 2) // 2
    left = _half(old, _SAME if same else _OLD, half)
    right = _half(new, _SAME if same else _NEW, half)
    for index in range(max(len(left), len(right))):
        row = list(left[index]) if index < len(left) else []
        ground = "" if same or old is None else _OLD.ground
        row = padded(row, half, ink=Ink(ground=ground) if ground else TEXT)
        row.append(("  ", TEXT))
        yield Row(
            [*row, *(right[index] if index < len(right) else [])],
            "" if same or new is None else _NEW.ground,
        )


def _half(runs: Runs | None, side: _Side, width: int) -> list[Runs]:
    """One line of one side, folded, behind its sign."""
    if runs is None:
        return []
    sign = Ink("sign-" + side.ground if side.ground else "dim", ground=side.ground)
    return [
        [(side.sign + " " if not index else "  ", sign), *part]
        for index, part in enumerate(fold(runs, max(1, width - 2)))
    ]
