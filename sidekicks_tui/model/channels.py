"""Channels, and what stands around their messages."""

import msgspec

from sidekicks_tui.model.base import Sparse, Value
from sidekicks_tui.model.elicitation import ElicitationRequest
from sidekicks_tui.model.messages import Message
from sidekicks_tui.model.permissions import PermissionRequest


class Channel(Value, frozen=True, kw_only=True):
    """A conversation of the person with one or several agents; `direct` names the agent of a direct one."""

    id: str
    name: str = ""
    description: str = ""
    direct: str = ""
    members: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """How the person calls it: `#general`, `@guide`."""
        return f"@{self.direct}" if self.direct else f"#{self.name}"


class Membership(Value, frozen=True, kw_only=True):
    """What the history knows of an agent in a channel."""

    session_id: str = ""
    """Its ACP session there, empty before the first."""
    seen: str = ""
    """The last message that it was told."""
    title: str = ""
    """What the agent called the session last."""


class StoredChannel(Value, frozen=True, kw_only=True):
    """A channel as the history keeps it."""

    channel: Channel
    memberships: dict[str, Membership] = msgspec.field(default_factory=dict)
    read: str = ""
    """The last message that the person read."""


class Usage(Sparse, frozen=True, kw_only=True):
    """An agent's context window in tokens; `size` is 0 when it is unknown."""

    used: int
    size: int = 0
    cost: float | None = None
    currency: str = ""


class Command(Value, frozen=True, kw_only=True):
    """A slash command that an agent announced; `hint` says what its argument is."""

    name: str
    description: str = ""
    hint: str = ""


class Conversation(Value, frozen=True, kw_only=True):
    """What a screen needs to show a channel: its last messages and what goes on in it."""

    channel: Channel
    messages: tuple[Message, ...]
    more: bool
    busy: bool
    queued: int
    answering: str
    """The agent whose turn it is; empty when nobody answers."""
    waiting_for: str = ""
    """The channel that the answering agent is still busy with, empty when it is here."""
    usage: dict[str, Usage]
    permissions: tuple[PermissionRequest, ...]
    elicitations: tuple[ElicitationRequest, ...] = ()
    stuck: bool = False
    """`answering` ignores Stop: it may be stopped itself."""
    read: str = ""
    """The last message that the person read."""
