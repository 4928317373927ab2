"""Permission requests without a screen: asked on the terminal, or answered as the person has said before."""

from collections.abc import Sequence
from typing import Final

from sidekicks_tui.cli.terminal import Terminal
from sidekicks_tui.locale import _
from sidekicks_tui.model.events import PermissionRequested
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption
from sidekicks_tui.model.visible import visible_line

_ALLOWING: Final = (PermissionKind.ALLOW_ONCE, PermissionKind.ALLOW_ALWAYS)
_DENYING: Final = (PermissionKind.REJECT_ONCE, PermissionKind.REJECT_ALWAYS)


def choose_option(options: Sequence[PermissionOption], *, allow: bool) -> str | None:
    """The option that allows or denies with the least consequence; None when there is none of that kind."""
    for kind in _ALLOWING if allow else _DENYING:
        for option in options:
            if option.kind is kind:
                return option.id
    return None


def question(request: PermissionRequested) -> str:
    """The request as the terminal shows it, all of what would be done included."""
    tool = request.tool_call
    lines = [
        _("{agent} asks for permission: {title}").format(agent=request.agent, title=tool.title or tool.kind),
        *([f"  {tool.input}"] if tool.input else []),
        *(f"  {line}" for line in tool.output.splitlines()),
        *(f"  {location.path}" for location in tool.locations),
        *(line for diff in tool.diffs for line in _diff(diff.path, diff.old_text, diff.new_text)),
        *(f"  {number}  {option.name}" for number, option in enumerate(request.options, 1)),
    ]
    return "\n".join(visible_line(line) for line in lines) + "\n"


def chosen(line: str, options: Sequence[PermissionOption]) -> str | None:
    """The option that the number in `line` stands for; None when it is no such number."""
    word = line.strip()
    if not word.isdecimal() or not 1 <= int(word) <= len(options):
        return None
    return options[int(word) - 1].id


async def ask_permission(terminal: Terminal, request: PermissionRequested) -> str | None:
    """The option that the person chooses; None when the terminal's input has ended. Raises `OSError`."""
    terminal.forget_typed()
    prompt = f"{question(request)}{_('Number')}: "
    while (line := await terminal.ask(prompt)) is not None:
        if (option := chosen(line, request.options)) is not None:
            return option
        prompt = _("a number from 1 to {count}: ").format(count=len(request.options))
    return None


def _diff(path: str, old: str, new: str) -> list[str]:
    from difflib import unified_diff

    lines = unified_diff(old.splitlines(), new.splitlines(), path, path, lineterm="")
    return [f"  {line}" for line in lines]
