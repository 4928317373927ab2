"""The vendors whose hooks are understood, and how their events are found by name."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final, NamedTuple

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.vendors import claude, codex, copilot, opencode, workbuddy
from sidekicks_tui.hooks.vendors.row import Row


class Vendor(NamedTuple):
    name: str
    title: str
    aliases: tuple[str, ...]
    rows: Mapping[str, Row]
    parallel: bool
    """Hooks of one event run at the same time, identical ones once; otherwise one after the other."""
    other_names: Mapping[str, str]
    """Events that the vendor's documentation also calls otherwise."""


def _vendor(
    name: str,
    title: str,
    rows: tuple[Row, ...],
    aliases: tuple[str, ...] = (),
    *,
    parallel: bool = True,
    other_names: Mapping[str, str] | None = None,
) -> Vendor:
    return Vendor(name, title, aliases, {row.event: row for row in rows}, parallel, other_names or {})


VENDORS: Final[Mapping[str, Vendor]] = {
    vendor.name: vendor
    for vendor in (
        _vendor("claude", "Claude Code", claude.ROWS, ("claude-code", "cc")),
        _vendor("codex", "OpenAI Codex", codex.ROWS, ("openai-codex",)),
        _vendor("workbuddy", "Tencent CodeBuddy / WorkBuddy", workbuddy.ROWS, ("codebuddy",)),
        _vendor(
            "opencode",
            "OpenCode",
            opencode.ROWS,
            parallel=False,
            other_names={"permission.ask": "permission", "permission.updated": "permission.asked"},
        ),
        _vendor(
            "copilot",
            "GitHub Copilot",
            copilot.ROWS,
            ("github-copilot",),
            parallel=False,
            other_names={
                **{row.event[0].upper() + row.event[1:]: row.event for row in copilot.ROWS},
                "UserPromptSubmit": "userPromptSubmitted",
                "Stop": "agentStop",
            },
        ),
    )
}


def find_vendor(name: str) -> Vendor:
    """The vendor, by its name or a documented alias. Raises `HookError` and names the nearest."""
    known = {alias: vendor for vendor in VENDORS.values() for alias in (vendor.name, *vendor.aliases)}
    try:
        return known[name]
    except KeyError:
        raise HookError(
            HookCode.UNKNOWN_VENDOR, f'there is no vendor "{name}": {_nearest(name, known)}'
        ) from None


def find_row(vendor: Vendor, event: str) -> Row:
    """The vendor's event, spelled as its documentation does. Raises `HookError` and names the nearest."""
    row = vendor.rows.get(vendor.other_names.get(event, event))
    if row is None:
        raise HookError(
            HookCode.UNKNOWN_EVENT, f'{vendor.title} has no event "{event}": {_nearest(event, vendor.rows)}'
        )
    return row


def _nearest(name: str, known: Mapping[str, object]) -> str:
    plainly = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), plainly, 1, 0.5)
    return f'did you mean "{plainly[near[0]]}"?' if near else f"it is one of {', '.join(known)}"
