"""What a matcher means, which each vendor has decided otherwise.

| Vendor | A plain word | A list | A regular expression: any character |
| --- | --- | --- | --- |
| Claude Code | exact | `A\\|B`, `A, B` | beside letters, digits, `_ - , \\|` and blanks; anywhere |
| Codex | exact | `A\\|B` | beside letters, digits, `_ \\|`; anywhere |
| CodeBuddy | found anywhere | — | always; anywhere |
| Copilot | exact | — | always; the whole name |
| OpenCode | no matchers | | |
"""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.vendors import Vendor
from sidekicks_tui.hooks.vendors.row import Row

Matcher: TypeAlias = Callable[[Sequence[str]], bool]
"""Whether one of the names by which the vendor may call the subject is meant."""

_CLAUDE_EXACT: Final = re.compile(r"[A-Za-z0-9_\- ,|]*")
_NARROW_EXACT: Final = re.compile(r"[A-Za-z0-9_|]*")
_NARROW_EVENTS: Final = frozenset({"FileChanged", "StopFailure"})
"""Claude Code's events whose exact set is the narrow one."""


def everything(names: Sequence[str]) -> bool:
    return True


def compile_matcher(vendor: Vendor, row: Row, event: str, matcher: object) -> Matcher | None:
    """The matcher of a hook for `event`, as it was declared. None: its vendor skips such a hook.

    Raises `HookError` where it is no string, or no regular expression where one is meant.
    """
    if matcher is None:
        return everything
    if not isinstance(matcher, str):
        raise HookError(HookCode.INVALID_MATCHER, f"a matcher is text, not {type(matcher).__name__}")
    if vendor.name == "opencode" and matcher:
        raise HookError(
            HookCode.INVALID_MATCHER, "OpenCode has no matchers: look at the tool in the command itself"
        )
    if matcher in ("", "*") or not row.matches:
        return everything
    if vendor.name == "copilot" and event == row.event:
        return _whole(matcher)
    if vendor.name == "workbuddy":
        return _anywhere(matcher)
    narrow = vendor.name == "codex" or event in _NARROW_EVENTS
    if not (_NARROW_EXACT if narrow else _CLAUDE_EXACT).fullmatch(matcher):
        return _anywhere(matcher)
    wanted = {word.strip() for word in re.split(r"\|" if narrow else r"[|,]", matcher)}
    return lambda names: not wanted.isdisjoint(names)


def _anywhere(pattern: str) -> Matcher:
    try:
        found = re.compile(pattern).search
    except re.error as error:
        raise HookError(
            HookCode.INVALID_MATCHER, f'the matcher "{pattern}" is no regular expression: {error}'
        ) from None
    return lambda names: any(map(found, names))


def _whole(pattern: str) -> Matcher | None:
    try:
        whole = re.compile(f"^(?:{pattern})$").fullmatch
    except re.error:
        return None
    return lambda names: any(map(whole, names))
