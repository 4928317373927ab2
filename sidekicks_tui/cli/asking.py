"""Permission requests without a screen: asked on the terminal, or answered as the person has said before."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sidekicks_tui.locale import _
from sidekicks_tui.model.events import PermissionRequested
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption
from sidekicks_tui.model.visible import visible_line

TERMINAL: Final = Path("/dev/tty")
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


class Asker:
    """Asks on the terminal that Sidekicks was started in. Raises `OSError` when there is none."""

    def __init__(self, terminal: Path = TERMINAL) -> None:
        self._descriptor = os.open(terminal, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)

    async def ask(self, request: PermissionRequested) -> str | None:
        """The chosen option; None when the terminal's input has ended."""
        prompt = f"{question(request)}{_('Number')}: "
        while True:
            os.write(self._descriptor, prompt.encode(errors="replace"))
            line = await self._line()
            if not line:
                return None
            if (option := chosen(line, request.options)) is not None:
                return option
            count = len(request.options)
            prompt = _("a number from 1 to {count}: ").format(count=count)

    def close(self) -> None:
        os.close(self._descriptor)

    async def _line(self) -> str:
        """A line as the terminal gives it, when it is complete; "" at the end of its input."""
        loop = asyncio.get_running_loop()
        readable: asyncio.Future[None] = loop.create_future()

        def wake() -> None:
            loop.remove_reader(self._descriptor)
            readable.set_result(None)

        loop.add_reader(self._descriptor, wake)
        try:
            await readable
        finally:
            loop.remove_reader(self._descriptor)
        return os.read(self._descriptor, 4096).decode(errors="replace")


def _diff(path: str, old: str, new: str) -> list[str]:
    from difflib import unified_diff

    lines = unified_diff(old.splitlines(), new.splitlines(), path, path, lineterm="")
    return [f"  {line}" for line in lines]
