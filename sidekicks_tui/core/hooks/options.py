"""Which of an agent's options a hook's decision is: never one that decides for always."""

from collections.abc import Iterable
from typing import Final

from sidekicks_tui.model.permissions import PermissionKind, PermissionOption

_ABORTS: Final = ("abort", "cancel", "stop")
"""Options with these identifiers end the turn, too: only when there is no other."""


def allowing(options: Iterable[PermissionOption]) -> PermissionOption | None:
    """The option that allows this once; None when there is none."""
    return next((option for option in options if option.kind is PermissionKind.ALLOW_ONCE), None)


def rejecting(options: Iterable[PermissionOption]) -> PermissionOption | None:
    """The option that rejects this once, and lets the agent go on if it can; None when there is none."""
    found = [option for option in options if option.kind is PermissionKind.REJECT_ONCE]
    return min(found, key=_harm, default=None)


def _harm(option: PermissionOption) -> int:
    identifier = option.id.lower()
    if any(word in identifier for word in _ABORTS):
        return 2
    goes_on = identifier.startswith(("denied", "reject")) or "continue" in option.name.lower()
    return 0 if goes_on else 1
