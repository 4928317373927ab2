"""A tool call: one line that opens to what went in, what came out, and what it changed."""

import re
from enum import Enum
from typing import Final

from rich.cells import cell_len

from sidekicks_tui.locale import _
from sidekicks_tui.model.messages import Diff, Location, ToolCall, ToolKind
from sidekicks_tui.model.visible import visible_line
from sidekicks_tui.widgets.timeline.blocks import Block, OneRow, Paragraph, indented
from sidekicks_tui.widgets.timeline.cells import spread
from sidekicks_tui.widgets.timeline.diffing import Delta, difference
from sidekicks_tui.widgets.timeline.diffview import diff_blocks, is_long
from sidekicks_tui.widgets.timeline.ink import DIM, TEXT, Ink, Runs
from sidekicks_tui.widgets.timeline.plain import excerpt, hidden_lines, whole
from sidekicks_tui.widgets.timeline.signs import CLOSED, OPENED, TOOL
from sidekicks_tui.widgets.timeline.toolinput import input_text
from sidekicks_tui.widgets.timeline.words import duration, file_names, tool_kind, tool_outcome

_KIND_WIDTH: Final = 6
_FIRST, _LAST = 10, 10
"""Lines of an output that are shown before it is unfolded."""
_INPUT_FIRST, _INPUT_LAST = 12, 4
_PRINTED: Final = Ink("output")


class Fold(Enum):
    CLOSED = "closed"
    OPEN = "open"
    WHOLE = "whole"
    """Open, and nothing of it left out."""


class ToolView:
    """The blocks of a tool call."""

    def __init__(self, tool: ToolCall) -> None:
        self.tool = tool
        self.fold = Fold.CLOSED
        self._deltas: list[tuple[Diff, Delta]] = []
        self._blocks: list[Block] | None = None

    @property
    def text(self) -> str:
        tool = self.tool
        return "\n".join(filter(None, (tool.title, tool.input, tool.output)))

    def update(self, tool: ToolCall) -> None:
        if tool != self.tool:
            self.tool = tool
            self._blocks = None

    def turn(self) -> None:
        """Open, unfold or close it, whichever is next."""
        match self.fold:
            case Fold.CLOSED:
                self.open()
            case Fold.OPEN if self._leaves_out:
                self.fold = Fold.WHOLE
            case _:
                self.fold = Fold.CLOSED
        self._blocks = None

    def open(self, *, whole: bool = False) -> None:
        fold = Fold.WHOLE if whole else Fold.OPEN
        if self._has_content and fold is not self.fold:
            self.fold = fold
            self._blocks = None

    def blocks(self) -> list[Block]:
        if self._blocks is None:
            line = OneRow(self._line, self.tool.title)
            self._blocks = [line] if self.fold is Fold.CLOSED else [line, *indented(self._content())]
        return self._blocks

    @property
    def _has_content(self) -> bool:
        return bool(self.tool.input or self.tool.output or self.tool.diffs or self.tool.locations)

    @property
    def _leaves_out(self) -> bool:
        return (
            hidden_lines(self._output, _FIRST, _LAST) > 0
            or hidden_lines(input_text(self.tool), _INPUT_FIRST, _INPUT_LAST) > 0
            or any(is_long(delta) for _diff, delta in self._changes())
        )

    @property
    def _output(self) -> str:
        return self.tool.output.rstrip("\n")

    # The line

    def _line(self, width: int) -> Runs:
        tool = self.tool
        sign, ink = TOOL[tool.status]
        kind = tool_kind(tool.kind)
        left: Runs = [
            (f"{sign} ", ink),
            (kind + " " * max(0, _KIND_WIDTH - cell_len(kind)) + " ", DIM),
            (self._title(kind), TEXT),
        ]
        return spread(left, self._facts(), width)

    def _title(self, kind: str) -> str:
        """The agent's title, without the kind that stands before it, and the files that it does not name."""
        tool = self.tool
        title = visible_line(tool.title.strip().partition("\n")[0]).strip("`")
        for word in (kind, _ENGLISH.get(tool.kind, "")):
            if word and title.lower().startswith(f"{word.lower()} "):
                title = title[len(word) :].strip().strip("`")
                break
        paths = [place.path for place in tool.locations] or [diff.path for diff in tool.diffs]
        others = [path for path in dict.fromkeys(paths) if path.rpartition("/")[2] not in title]
        if not others:
            return title
        names = file_names(others)
        return f"{title}  {names}" if title and title.lower() != kind.lower() else names

    def _facts(self) -> Runs:
        tool = self.tool
        facts: list[Runs] = []
        changes = self._changes()
        added = sum(delta.added for _diff, delta in changes)
        removed = sum(delta.removed for _diff, delta in changes)
        if added or removed:
            facts.append([(f"+{added}", Ink("success")), (f" −{removed}", Ink("error"))])
        if outcome := tool_outcome(tool.status, tool.exit_status):
            facts.append([(outcome, Ink("error"))])
        if tool.seconds is not None and tool.seconds >= 1:
            facts.append([(duration(tool.seconds), DIM)])
        if self._has_content:
            facts.append([(CLOSED if self.fold is Fold.CLOSED else OPENED, DIM)])
        return [run for fact in facts for run in ([("  ", TEXT), *fact] if fact is not facts[0] else fact)]

    # What it opens to

    def _content(self) -> list[Block]:
        tool = self.tool
        folded = self.fold is Fold.OPEN
        sections: list[list[Block]] = []
        if text := input_text(tool):
            ink = Ink("input")
            sections.append(
                excerpt(text, _INPUT_FIRST, _INPUT_LAST, ink, printed=False)
                if folded
                else whole(text, ink, printed=False)
            )
        changed = {diff.path for diff in tool.diffs}  # a diff names its file itself
        if places := [place for place in tool.locations if place.path not in changed]:
            sections.append([Paragraph([(place_name(place), Ink("path"))]) for place in places])
        sections.extend(diff_blocks(diff, delta, folded=folded) for diff, delta in self._changes())
        if output := self._output:
            sections.append(
                excerpt(output, _FIRST, _LAST, _PRINTED, printed=True)
                if folded
                else whole(output, _PRINTED, printed=True)
            )
        if tool.terminal and not self._output:
            sections.append([Paragraph([(_("runs in a terminal"), DIM)])])
        for section in sections[1:]:
            section[0].gap = 1
        return [block for section in sections for block in section]

    def _changes(self) -> list[tuple[Diff, Delta]]:
        """The diffs of the call with their differences, each computed once."""
        if [diff for diff, _delta in self._deltas] != list(self.tool.diffs):
            known = self._deltas
            self._deltas = [
                next(
                    (pair for pair in known if pair[0] == diff),
                    (diff, difference(diff.old_text, diff.new_text)),
                )
                for diff in self.tool.diffs
            ]
        return self._deltas


def place_name(place: Location) -> str:
    path = visible_line(place.path)
    return f"{path}:{place.line}" if place.line else path


_ENGLISH: Final = {kind: re.sub("_.*", "", kind.value) for kind in ToolKind} | {ToolKind.EXECUTE: "run"}
"""The words that agents put before a title, whatever the language of the screen is."""
