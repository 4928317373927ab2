"""Plain text as blocks: what a person wrote, what a program printed.

Long texts are cut into blocks of some lines each, so that opening 35,000 of them costs the same as opening
those in sight; folded, only their first and last lines are looked at.
"""

from typing import Final

from sidekicks_tui.locale import plural
from sidekicks_tui.model.visible import visible
from sidekicks_tui.widgets.timeline.blocks import Block, Paragraph
from sidekicks_tui.widgets.timeline.cells import fold, wrap
from sidekicks_tui.widgets.timeline.ink import Ink, Row, Runs
from sidekicks_tui.widgets.timeline.sgr import printed_runs

_LINES: Final = 64
_LONGEST: Final = 4_000
"""Characters of a line before it is cut."""


class Lines(Block):
    """Some lines of plain text: wrapped between words, or folded as they were printed."""

    __slots__ = ("_ink", "_lines", "_printed")

    def __init__(self, lines: list[str], ink: Ink, printed: bool) -> None:
        super().__init__()
        self._lines = lines
        self._ink = ink
        self._printed = printed

    def draw(self, width: int) -> list[Row]:
        if self._printed:
            return [Row(part) for line in self._lines for part in fold(printed_runs(line, self._ink), width)]
        return [
            Row(part)
            for line in self._lines
            for part in wrap([(visible(line).replace("\t", "    "), self._ink)], width)
        ]

    def guess(self, width: int) -> int:
        return len(self._lines)

    @property
    def text(self) -> str:
        return "\n".join(self._lines)


def whole(text: str, ink: Ink, *, printed: bool) -> list[Block]:
    """All of `text`."""
    lines: list[str] = []
    for line in text.split("\n"):
        if len(line) <= _LONGEST:
            lines.append(line)
        else:
            lines.extend(line[start : start + _LONGEST] for start in range(0, len(line), _LONGEST))
    return [Lines(lines[start : start + _LINES], ink, printed) for start in range(0, len(lines), _LINES)]


def excerpt(text: str, first: int, last: int, ink: Ink, *, printed: bool) -> list[Block]:
    """The first and last lines of `text`, with what is left out between them told in a line."""
    hidden = hidden_lines(text, first, last)
    if not hidden and len(text) <= _LONGEST * (first + last):
        return whole(text, ink, printed=printed)
    head, tail = _ends(text, first, last)
    note: Runs = [(left_out(hidden), Ink("dim"))]
    middle: list[Block] = [Paragraph(note)] if hidden else []
    return [
        *(whole(_shortened(head, first), ink, printed=printed) if first else []),
        *middle,
        *(whole(_shortened(tail, last), ink, printed=printed) if last and hidden else []),
    ]


def hidden_lines(text: str, first: int, last: int) -> int:
    """How many lines `excerpt` leaves out; a single one is never worth it."""
    hidden = text.count("\n") + 1 - first - last
    return hidden if hidden > 1 else 0


def left_out(count: int) -> str:
    return "… " + plural("{count} line", "{count} lines", count).format(
        count=f"{count:,}".replace(",", "\u202f")
    )


def _ends(text: str, first: int, last: int) -> tuple[str, str]:
    end = -1
    for _ in range(first):
        found = text.find("\n", end + 1)
        if found < 0:
            return text, ""
        end = found
    start = len(text)
    for _ in range(last):
        start = text.rfind("\n", 0, start)
        if start < 0:
            break
    return text[: max(0, end)], text[start + 1 :]


def _shortened(text: str, lines: int) -> str:
    limit = _LONGEST * max(1, lines)
    return text if len(text) <= limit else text[:limit] + "…"
