"""Where Markdown that still grows can be cut.

Theory of operation. A text may be cut where no block is open, because what comes later cannot change what is
closed (link definitions apart, which the drawing shares). `Splitter` follows the lines with a small automaton
whose state is the kind of the open block, and cuts

- at the end of a paragraph, heading, rule, quote, table or indented code;
- between the items of a list, so that a long list is not read again with each word of its last item;
- inside of a fence at every LISTING_LINES lines, and of anything else at PIECE_SIZE characters, so that
  nothing grows without bounds.

Where only the parser can tell whether a line goes on with what is open (one without a marker behind an item,
say), it is asked.

Where a text is cut depends on the text alone, never on how it arrived.
"""

import re
from copy import copy
from enum import Enum, auto
from typing import Final

from sidekicks_tui.widgets.timeline.markdown.parsing import parse
from sidekicks_tui.widgets.timeline.markdown.pieces import (
    LISTING_LINES,
    Code,
    Grid,
    Listing,
    Piece,
    Prose,
    Rows,
)

PIECE_SIZE: Final = 8_000
ITEM_SIZE: Final = 16_000
LINE_SIZE: Final = 2_000
"""Characters of a line of code before it is cut."""

_DEEP: Final = re.compile(r" {4}| {0,3}\t")
_FENCE: Final = re.compile(r"( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$")
_HEADING: Final = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_RULE: Final = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_QUOTE: Final = re.compile(r" {0,3}>")
_MARKER: Final = re.compile(r" {0,3}(?:([-+*])|(\d{1,9})([.)]))(?:[ \t]+(\S)|[ \t]*$)")
_HOLLOW: Final = re.compile(r" {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]*$")
"""An item without content: an empty line ends it."""
_UNDERLINE: Final = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_DELIMITERS: Final = re.compile(r" {0,3}[-:|][-:| \t]+$")
_CUT: Final = re.compile(r".*[ \t](?=[^\W\d_])", re.DOTALL)
_UNDECIDED: Final = re.compile(r"[ \t>]*(?:[-+*=#|:~`_ \t]*|\d{1,9}[.)]?[ \t]*)$")
"""The start of a line that may still become anything; it is not shown before it is known."""


class _State(Enum):
    NONE = auto()
    PARAGRAPH = auto()
    QUOTE = auto()
    LIST = auto()
    INDENTED = auto()
    FENCE = auto()
    TABLE = auto()


class Splitter:
    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        """What is finished; only ever added to."""
        self._state = _State.NONE
        self._lines: list[str] = []
        self._size = 0
        self._partial = ""
        self._inside_line = False
        """The partial line goes on a line that was cut."""
        self._gap = False
        """An empty line stands before what comes next, or at the end of what is open."""
        self._apart = False
        self._heading = False
        self._list: tuple[str, int] = ("", 0)
        """The kind of the open list's markers, and its next number."""
        self._number: int | None = None
        self._offset = 0
        """Lines that are indented as much belong to the open item, whatever they are."""
        self._listing = Listing("")
        self._fence = ("", 0)
        self._fence_indent = 0
        self._rows = Rows("")

    def feed(self, text: str) -> None:
        """Take more of the text in."""
        *lines, self._partial = (self._partial + text).split("\n")
        for line in lines:
            self._take(self._shortened(line))
            self._inside_line = False
        self._partial = self._shortened(self._partial)

    def close(self) -> None:
        """The text is complete."""
        if self._partial:
            self._take(self._partial)
            self._partial = ""
        self._finish()

    def tail(self) -> list[Piece]:
        """What is open, as it would be if the text ended here."""
        if self._state is _State.FENCE:
            return self._fence_tail()
        partial = "" if _UNDECIDED.match(self._partial) and not self._inside_line else self._partial
        if self._state is _State.TABLE and (not partial or self._goes_on(partial)):
            return [Grid(self._rows, len(self._rows.lines), partial)]
        probe = copy(self)
        probe.pieces = []
        probe._lines = self._lines.copy()
        probe._partial = partial
        probe.close()
        return probe.pieces

    def _fence_tail(self) -> list[Piece]:
        """The lines of the open fence that make no whole piece yet; what may be its end is not shown."""
        partial = self._partial if self._inside_line else self._unindented(self._partial)
        if not self._inside_line and self._closes(self._partial + self._fence[0] * self._fence[1]):
            partial = ""
        last = len(self._listing.lines)
        first = last // LISTING_LINES * LISTING_LINES
        if first == last and first and not partial:
            return []
        return [Code(self._listing, first, last, partial)]

    # Lines

    def _shortened(self, line: str) -> str:
        """What is left of `line` when its first parts are taken in, where it is too long."""
        limit = LINE_SIZE if self._state is _State.FENCE else PIECE_SIZE
        while len(line) > limit:
            found = _CUT.match(line, 0, limit) if limit == PIECE_SIZE else None
            end = found.end() if found else limit
            self._take(line[:end])
            if self._state is not _State.FENCE:
                self._finish()
                self._state = _State.PARAGRAPH
                self._apart = False
            self._inside_line = True
            line = line[end:]
        return line

    def _take(self, line: str) -> None:
        if self._inside_line and self._state is not _State.FENCE:
            self._append(line)
        elif self._state is _State.FENCE:
            self._in_fence(line)
        elif not line.strip(" \t"):
            self._empty(line)
        else:
            _STEPS[self._state](self, line)
            self._gap = False

    def _empty(self, line: str) -> None:
        hollow = self._state is _State.LIST and len(self._lines) == 1 and _HOLLOW.match(self._lines[0])
        if self._state in (_State.LIST, _State.INDENTED) and not hollow:
            self._lines.append(line)
        else:
            self._finish()
        self._gap = True

    def _begin(self, line: str) -> None:
        self._apart = self._gap
        self._number = None
        if _DEEP.match(line):
            self._open(_State.INDENTED, line)
        elif fence := _FENCE.match(line):
            self._state = _State.FENCE
            self._listing = Listing(fence[3].split()[0] if fence[3].strip() else "")
            self._fence = (fence[2][0], len(fence[2]))
            self._fence_indent = len(fence[1])
        elif _HEADING.match(line):
            self._heading = True
            self._open(_State.PARAGRAPH, line)
            self._finish()
        elif _RULE.match(line):
            self._open(_State.PARAGRAPH, line)
            self._finish()
        elif _QUOTE.match(line):
            self._open(_State.QUOTE, line)
        elif marker := _MARKER.match(line):
            self._list = (marker[1] or marker[3], int(marker[2] or 0) + 1)
            self._offset = _content_offset(marker)
            self._open(_State.LIST, line)
        else:
            self._open(_State.PARAGRAPH, line)

    def _open(self, state: _State, line: str) -> None:
        self._state = state
        self._append(line)

    def _append(self, line: str) -> None:
        self._lines.append(line)
        self._size += len(line) + 1
        if self._size > (ITEM_SIZE if self._state is _State.LIST else PIECE_SIZE):
            state = self._state
            self._finish()
            self._state = state
            self._apart = False

    def _finish(self) -> None:
        """Close what is open; what comes next begins a block."""
        match self._state:
            case _State.FENCE:
                first = len(self._listing.lines) // LISTING_LINES * LISTING_LINES
                if first < len(self._listing.lines) or not first:
                    self.pieces.append(Code(self._listing, first, len(self._listing.lines)))
            case _State.TABLE:
                self.pieces.append(Grid(self._rows, len(self._rows.lines)))
            case _:
                while self._lines and not self._lines[-1].strip(" \t"):
                    self._lines.pop()
                if self._lines:
                    source = "\n".join(self._lines)
                    self.pieces.append(Prose(source, self._apart, self._heading, self._number))
        self._state = _State.NONE
        self._lines = []
        self._size = 0
        self._heading = False
        self._number = None

    def _restart(self, line: str) -> None:
        self._finish()
        self._begin(line)

    # One step for each state, with a line that is not empty

    def _in_paragraph(self, line: str) -> None:
        if self._lines and self._lines[0].lstrip().startswith("["):
            self._behind_definitions(line)
        elif line[0].isalpha() or _DEEP.match(line):
            self._append(line)
        elif self._begins_table(line):
            self._open_table(line)
        elif _UNDERLINE.match(line) and self._lines:
            self._heading = True
            self._append(line)
            self._finish()
        elif _interrupts(line):
            self._restart(line)
        else:
            self._append(line)

    def _behind_definitions(self, line: str) -> None:
        """The open lines may be link definitions: then no paragraph is open that `line` could go on with."""
        if self._begins_table(line):
            self._open_table(line)
        elif self._outside(line):
            self._restart(line)
        else:
            self._append(line)
            tokens = parse("\n".join(self._lines), {}) if _UNDERLINE.match(line) else []
            if tokens and tokens[-1].type == "heading_close":
                self._heading = True
                self._finish()

    def _in_quote(self, line: str) -> None:
        if _QUOTE.match(line):
            self._append(line)
        elif _interrupts(line) or self._outside(line):
            self._restart(line)
        else:
            self._append(line)

    def _in_list(self, line: str) -> None:
        if _indent(line) >= self._offset:
            self._append(line)
        elif _RULE.match(line):
            self._restart(line)
        elif marker := _MARKER.match(line):
            kind, number = self._list
            self._restart(line)
            if marker[2] and marker[3] == kind:
                self._number = number
                self._list = (kind, number + 1)
        elif self._gap or _interrupts(line) or self._outside(line):
            self._restart(line)
        else:
            self._append(line)

    def _in_indented(self, line: str) -> None:
        if _DEEP.match(line):
            self._append(line)
        else:
            self._restart(line)

    def _in_table(self, line: str) -> None:
        if self._goes_on(line):
            self._rows.lines.append(line)
        else:
            self._restart(line)

    def _open_table(self, line: str) -> None:
        header = self._lines.pop()
        self._finish()
        self._state = _State.TABLE
        self._rows = Rows(f"{header}\n{line}")

    def _in_fence(self, line: str) -> None:
        if not self._inside_line and self._closes(line):
            self._finish()
            self._gap = False
            return
        self._listing.lines.append(line if self._inside_line else self._unindented(line))
        if len(self._listing.lines) % LISTING_LINES == 0:
            self.pieces.append(
                Code(self._listing, len(self._listing.lines) - LISTING_LINES, len(self._listing.lines))
            )

    # What a line is

    def _closes(self, line: str) -> bool:
        sign, length = self._fence
        text = line.strip(" \t")
        return (
            len(text) >= length
            and not text.strip(sign)
            and len(line) - len(line.lstrip(" ")) < 4
            and not line.startswith("\t")
        )

    def _unindented(self, line: str) -> str:
        if self._fence_indent and line.startswith("\t"):
            line = line.expandtabs(4)
        indent = len(line) - len(line.lstrip(" "))
        return line[min(indent, self._fence_indent) :]

    def _outside(self, line: str) -> bool:
        """Whether `line` does not belong to what is open: the parser is asked where looks deceive."""
        if self._state is not _State.PARAGRAPH and line.lstrip().startswith("["):
            line = "text"  # a link definition leaves no trace; text goes on where it would
        tokens = parse("\n".join([*self._lines, line]), {})
        starts = [token.map[0] for token in tokens if token.level == 0 and token.map]
        return starts[-1:] == [len(self._lines)]

    def _begins_table(self, line: str) -> bool:
        if not (self._lines and "|" in self._lines[-1] and _DELIMITERS.match(line)):
            return False
        tokens = parse(f"{self._lines[-1]}\n{line}", {})
        return tokens[0].type == "table_open" and tokens[-1].type == "table_close"

    def _goes_on(self, line: str) -> bool:
        """Whether a line belongs to the open table."""
        if line[0] == "|" or line[0].isalpha():
            return True
        return not _DEEP.match(line) and not _interrupts(line) and not _MARKER.match(line)


def _indent(line: str) -> int:
    space = line[: len(line) - len(line.lstrip(" \t"))]
    return len(space.expandtabs(4))


def _content_offset(marker: re.Match[str]) -> int:
    """How far the content of an item is indented; more than four spaces before it are its own."""
    before = _indent(marker[0]) + len(marker[1] or marker[2] + marker[3])
    if marker[4] is None:
        return before + 1
    after = len(marker[0][: marker.start(4)].expandtabs(4)) - before
    return before + (after if after <= 4 else 1)


def _interrupts(line: str) -> bool:
    """Whether a line ends a paragraph and begins another block."""
    if _FENCE.match(line) or _HEADING.match(line) or _RULE.match(line) or _QUOTE.match(line):
        return True
    marker = _MARKER.match(line)
    return bool(marker and marker[4] and marker[2] in (None, "1"))


_STEPS: Final = {
    _State.NONE: Splitter._begin,
    _State.PARAGRAPH: Splitter._in_paragraph,
    _State.QUOTE: Splitter._in_quote,
    _State.LIST: Splitter._in_list,
    _State.INDENTED: Splitter._in_indented,
    _State.TABLE: Splitter._in_table,
}
