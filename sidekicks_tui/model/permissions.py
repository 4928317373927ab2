"""Permission requests of agents."""

from enum import StrEnum

from sidekicks_tui.model.base import Value
from sidekicks_tui.model.messages import ToolCall


class PermissionKind(StrEnum):
    ALLOW_ONCE = "allow_once"
    ALLOW_ALWAYS = "allow_always"
    REJECT_ONCE = "reject_once"
    REJECT_ALWAYS = "reject_always"
    OTHER = "other"
    """Ours: a kind that ACP v1 does not have."""

    @property
    def rejects(self) -> bool:
        return self in (PermissionKind.REJECT_ONCE, PermissionKind.REJECT_ALWAYS)


class PermissionOption(Value, frozen=True, kw_only=True):
    """One answer that the agent offers; `id` goes back exactly as it came."""

    id: str
    name: str
    kind: PermissionKind


class PermissionRequest(Value, frozen=True, kw_only=True):
    """An agent asks; it waits until it is answered with one of its options, or cancelled."""

    id: str
    channel: str
    agent: str
    message_id: str
    tool_call: ToolCall
    """As the person judges it: its `output` is what the request itself says about the call."""
    options: tuple[PermissionOption, ...]
    rejections: int
    """Refusals already given in this turn."""
