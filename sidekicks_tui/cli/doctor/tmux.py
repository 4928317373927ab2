"""tmux, where Sidekicks runs inside of it: the options that make the difference."""

from collections.abc import Mapping
from typing import Final

from sidekicks_tui.cli.doctor.asking import ask
from sidekicks_tui.cli.doctor.findings import Finding, Grade
from sidekicks_tui.locale import _

_LONG_ESCAPE: Final = 50
"""Milliseconds after Esc in which tmux waits for more, that a person does not feel."""


async def look_at_tmux(env: Mapping[str, str]) -> list[Finding]:
    if not env.get("TMUX"):
        return []
    answer = await ask(["tmux", "show-options", "-s"])
    if answer.status != 0:
        told = _("its options cannot be read: {why}").format(why=answer.said)
        return [Finding(about="terminal", name="tmux", grade=Grade.NOTE, told=told)]
    return judge(answer.output)


def judge(options: str) -> list[Finding]:
    """The server options as `tmux show-options -s` prints them; one that is missing is not told."""
    values = dict(line.split(" ", 1) for line in options.splitlines() if " " in line)
    found = []
    if value := values.get("set-clipboard"):
        told = _("set-clipboard is {value}").format(value=value)
        if value != "on":
            told = _("set-clipboard is {value}: copies do not leave tmux").format(value=value)
        found.append(_option("clipboard", value == "on", told, "set -s set-clipboard on"))
    value = values.get("escape-time", "")
    if value.isdecimal():
        told = _("escape-time is {value} ms").format(value=value)
        fast = int(value) <= _LONG_ESCAPE
        if not fast:
            told = _("escape-time is {value} ms: Esc and Alt keys come late").format(value=value)
        found.append(_option("escape", fast, told, "set -s escape-time 10"))
    if value := values.get("focus-events"):
        told = _("focus-events is {value}").format(value=value)
        if value != "on":
            told = _("focus-events is {value}: notifications come although you look").format(value=value)
        found.append(_option("focus", value == "on", told, "set -s focus-events on"))
    return found


def _option(name: str, good: bool, told: str, line: str) -> Finding:
    return Finding(
        about="terminal",
        name=f"tmux {name}",
        grade=Grade.OK if good else Grade.NOTE,
        told=told,
        advice="" if good else _("put `{line}` into ~/.tmux.conf").format(line=line),
    )
