"""A conversation as Markdown that reads well where it is drawn, and as it is."""

import re
from collections.abc import Iterable
from difflib import unified_diff
from enum import StrEnum
from textwrap import indent
from typing import Final

from sidekicks_tui.core.sentences import stop_sentence, system_sentence
from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.messages import (
    Diff,
    Message,
    Part,
    PlanPart,
    Role,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolPart,
    ToolStatus,
)

_BACKTICKS: Final = re.compile("`+")
_SIGNS: Final = {
    ToolStatus.COMPLETED: "✓",
    ToolStatus.FAILED: "✗",
    ToolStatus.CANCELLED: "⊘",
}


class ExportForm(StrEnum):
    MARKDOWN = "markdown"
    JSON = "json"


def document(channel: Channel, messages: Iterable[Message]) -> str:
    """A whole conversation, with what its tool calls changed and printed."""
    heading = f"# {channel.label}\n"
    about = f"\n{channel.description}\n" if channel.description else ""
    return heading + about + "".join(f"\n{markdown(message, details=True)}" for message in messages)


def markdown(message: Message, *, details: bool = False) -> str:
    """One message with its heading, ending in a line feed; with `details`, tool calls show what they did."""
    if message.role is Role.SYSTEM:
        return f"*{system_sentence(message)}*\n"
    author = _("you") if message.role is Role.USER else message.agent
    when = message.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
    blocks = [f"## {author}, {when}", *(_part(part, details) for part in message.parts), _ending(message)]
    return "\n\n".join(filter(None, blocks)) + "\n"


def tool_line(tool: ToolCall) -> str:
    """A tool call in one line: how it stands, what it is, how long it took."""
    sign = _SIGNS.get(tool.status, "●")
    took = f"  {tool.seconds:.0f} s" if tool.seconds is not None and tool.seconds >= 1 else ""
    return f"{sign} {' '.join(tool.title.split()) or tool.kind}{took}"


def _part(part: Part, details: bool) -> str:
    match part:
        case TextPart():
            return part.text.strip("\n")
        case ThoughtPart():
            return "\n".join(f"> {line}".rstrip() for line in part.text.strip().splitlines())
        case ToolPart():
            line = f"- {tool_line(part.tool)}"
            return "\n\n".join([line, *_details(part.tool)]) if details else line
        case PlanPart():
            return "\n".join(
                f"- [{'x' if entry.status == 'completed' else ' '}] {entry.content}" for entry in part.entries
            )


def _details(tool: ToolCall) -> list[str]:
    """What the call changed and printed, as blocks of the list item that names it."""
    blocks = [_fenced("diff", _changes(diff)) for diff in tool.diffs]
    if tool.output:
        blocks.append(_fenced("", tool.output))
    return [indent(block, "  ") for block in blocks]


def _changes(diff: Diff) -> str:
    before = "/dev/null" if diff.new_file else diff.path
    lines = unified_diff(
        diff.old_text.splitlines(), diff.new_text.splitlines(), before, diff.path, lineterm=""
    )
    return "\n".join(lines)


def _fenced(language: str, text: str) -> str:
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _ending(message: Message) -> str:
    sentence = stop_sentence(message)
    return f"*{sentence}*" if sentence else ""
