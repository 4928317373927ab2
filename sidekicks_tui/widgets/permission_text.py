"""What a permission request asks for: who wants what, in words, and the whole of it, as blocks."""

import shlex
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from sidekicks_tui.locale import N_, _
from sidekicks_tui.model.messages import ToolCall, ToolKind
from sidekicks_tui.model.permissions import PermissionOption
from sidekicks_tui.widgets.timeline.blocks import Block, Paragraph
from sidekicks_tui.widgets.timeline.diffing import difference
from sidekicks_tui.widgets.timeline.diffview import diff_blocks
from sidekicks_tui.widgets.timeline.ink import Ink
from sidekicks_tui.widgets.timeline.plain import whole
from sidekicks_tui.widgets.timeline.toolinput import input_text
from sidekicks_tui.widgets.timeline.toolview import place_name

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


def wants(tool: ToolCall) -> str:
    """`wants to run`: what stands behind the agent's name."""
    return _(_WANTS[tool.kind])


def subject(tool: ToolCall) -> list[Block]:
    """The whole of what is judged: the command or the title, what else goes into the call, each change."""
    command, rest = _input(tool)
    title = command or tool.title or tool.id
    changed = {diff.path for diff in tool.diffs}
    # A title that only names the file which a diff names is said twice.
    blocks = [] if title.split()[-1:] == [*changed] else whole(title, Ink(), printed=False)
    if rest:
        blocks += whole(rest, Ink("input"), printed=False)
    if tool.output:  # what the agent says about it
        blocks += whole(tool.output, Ink("input"), printed=False)
    for place in tool.locations:
        if place.path not in changed and place.path not in title:
            blocks.append(Paragraph([(place_name(place), Ink("path"))]))
    for diff in tool.diffs:
        blocks += diff_blocks(diff, difference(diff.old_text, diff.new_text), folded=False)
    return blocks


def _input(tool: ToolCall) -> tuple[str, str]:
    """The command that goes into a call, empty when none does, and all the rest, in lines."""
    try:
        fields = msgspec.json.decode(tool.input)
    except msgspec.DecodeError:
        return "", tool.input
    if not isinstance(fields, dict):
        return "", input_text(tool)
    words = fields.pop("command", "")
    command = shlex.join(map(str, words)) if isinstance(words, list) else str(words)
    rest = input_text(replace(tool, input=msgspec.json.encode(fields).decode())) if fields else ""
    return command, rest


def letters(options: Sequence[PermissionOption]) -> list[str]:
    """One letter for each option, out of its name where one is free; empty when none is left."""
    taken: list[str] = []
    for option in options:
        own = [letter for letter in option.name.lower() if "a" <= letter <= "z"]
        free = (letter for letter in [*own, *"abcdefghijklmnopqrstuvwxyz"] if letter not in taken)
        taken.append(next(free, ""))
    return taken
