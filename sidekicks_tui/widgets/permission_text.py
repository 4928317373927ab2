"""What a permission request asks for, in words: who wants what, and the whole of it."""

import difflib
import json
from collections.abc import Sequence
from itertools import islice
from typing import Final

from textual.content import Content

from sidekicks_tui.locale import N_, _
from sidekicks_tui.model.messages import Diff, ToolCall, ToolKind
from sidekicks_tui.model.permissions import PermissionOption
from sidekicks_tui.model.visible import visible
from sidekicks_tui.widgets.content import ERROR, MUTED, foreign

_WANTS: Final = {
    ToolKind.READ: N_("wants to read"),
    ToolKind.EDIT: N_("wants to change"),
    ToolKind.DELETE: N_("wants to delete"),
    ToolKind.MOVE: N_("wants to move"),
    ToolKind.SEARCH: N_("wants to search"),
    ToolKind.EXECUTE: N_("wants to run"),
    ToolKind.THINK: N_("wants to think"),
    ToolKind.FETCH: N_("wants to fetch"),
    ToolKind.SWITCH_MODE: N_("wants to change its mode"),
    ToolKind.OTHER: N_("asks"),
}
DIFF_ROWS: Final = 2000
"""Rows of a diff that the card shows; beyond, it says how many are left."""
_DIFF_SIZE: Final = 200_000


def wants(tool: ToolCall) -> str:
    """`wants to run`: what stands behind the agent's name."""
    return _(_WANTS[tool.kind])


def subject(tool: ToolCall) -> Content:
    """The whole command, or each change; the title of the call where there is neither."""
    title = command(tool) or tool.title or tool.id
    lines = [Content.styled(visible(title), "")]
    changed = {diff.path for diff in tool.diffs}
    places = (place.path for place in tool.locations if place.path not in changed)
    lines += [foreign(path, MUTED) for path in places if path not in title]
    for diff in tool.diffs:
        name = _("{path} (new)").format(path=diff.path) if diff.new_file else diff.path
        if name not in title or len(tool.diffs) > 1:
            lines.append(foreign(name, MUTED))
        lines += _changes(diff)
    return Content("\n").join(lines)


def command(tool: ToolCall) -> str:
    """The command of a call that runs one, as its input has it; empty when it has none."""
    try:
        fields = json.loads(tool.input) if tool.input else None
    except ValueError:
        return ""
    words = fields.get("command") if isinstance(fields, dict) else None
    if isinstance(words, list):
        import shlex

        return shlex.join(str(word) for word in words)
    return words if isinstance(words, str) else ""


def letters(options: Sequence[PermissionOption]) -> list[str]:
    """One letter for each option, out of its name where one is free; empty when none is left."""
    taken: list[str] = []
    for option in options:
        own = [letter for letter in option.name.lower() if "a" <= letter <= "z"]
        free = (letter for letter in [*own, *"abcdefghijklmnopqrstuvwxyz"] if letter not in taken)
        taken.append(next(free, ""))
    return taken


def _changes(diff: Diff) -> list[Content]:
    if len(diff.old_text) + len(diff.new_text) > _DIFF_SIZE:
        return [Content.styled(_("too large to compare here"), MUTED)]
    rows = difflib.unified_diff(diff.old_text.splitlines(), diff.new_text.splitlines(), lineterm="", n=3)
    # The first two rows name the files, the third is the place of the first change.
    shown = [_changed_row(text) for text in islice(rows, 3, 3 + DIFF_ROWS)]
    left = sum(1 for _row in rows)
    more = [Content.styled(_("… {count} more").format(count=left), MUTED)] if left else []
    return [*shown, *more]


def _changed_row(text: str) -> Content:
    if text.startswith("@@"):
        return Content.styled("⋯", MUTED)
    style = {"+": "$text-success", "-": ERROR}.get(text[:1], "")
    return foreign(text.replace("\t", "    "), style)
