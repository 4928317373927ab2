"""What a conversation is made of: messages, their parts, tool calls, plans."""

from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

import msgspec

from sidekicks_tui.model.base import Sparse, Value


class Role(StrEnum):
    USER = "user"
    AGENT = "agent"
    SYSTEM = "system"


class StopReason(StrEnum):
    END_TURN = "end_turn"
    CANCELLED = "cancelled"
    MAX_TOKENS = "max_tokens"
    MAX_TURN_REQUESTS = "max_turn_requests"
    REFUSAL = "refusal"


class SystemCode(StrEnum):
    AGENT_JOINED = "agent-joined"
    AGENT_LEFT = "agent-left"
    NO_RECIPIENT = "no-recipient"
    AGENT_UNAVAILABLE = "agent-unavailable"
    ATTACHMENT_UNAVAILABLE = "attachment-unavailable"
    SESSION_UNAVAILABLE = "session-unavailable"
    """Ours: `agent` could not open its stored session (`error` says why) and goes on with a new one."""
    HOOK = "hook"


class ToolKind(StrEnum):
    READ = "read"
    EDIT = "edit"
    DELETE = "delete"
    MOVE = "move"
    SEARCH = "search"
    EXECUTE = "execute"
    THINK = "think"
    FETCH = "fetch"
    SWITCH_MODE = "switch_mode"
    OTHER = "other"


class ToolStatus(StrEnum):
    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    """Ours: it was not finished when the answer was stopped."""

    @property
    def finished(self) -> bool:
        return self in (ToolStatus.COMPLETED, ToolStatus.FAILED, ToolStatus.CANCELLED)


class Location(Sparse, frozen=True, kw_only=True):
    """A place that a tool call works on; `line` counts from 1, 0 when the agent names none."""

    path: str
    line: int = 0


class Diff(Value, frozen=True, kw_only=True):
    """A change of one file: whole texts, or the fragment that the agent gave."""

    path: str
    old_text: str
    new_text: str
    new_file: bool


class ToolCall(Value, frozen=True, kw_only=True):
    id: str
    title: str
    kind: ToolKind = ToolKind.OTHER
    status: ToolStatus = ToolStatus.PENDING
    input: str = ""
    """Compact JSON, empty when the agent showed none."""
    output: str = ""
    """Plain text, with the terminal's control sequences taken out of the way by whoever shows it."""
    locations: tuple[Location, ...] = ()
    diffs: tuple[Diff, ...] = ()
    terminal: str = ""
    """The identifier of the terminal that it runs in."""
    exit_status: int | None = None
    """How that terminal's command ended."""
    seconds: float | None = None
    """How long it took, once it is finished."""


class PlanEntry(Value, frozen=True, kw_only=True):
    content: str
    priority: str = "medium"
    """`high`, `medium` or `low`."""
    status: str = "pending"
    """`pending`, `in_progress` or `completed`."""


class TextPart(Value, tag_field="kind", tag="text", frozen=True, kw_only=True):
    text: str = ""


class ThoughtPart(Value, tag_field="kind", tag="thought", frozen=True, kw_only=True):
    text: str = ""
    seconds: float | None = None
    """How long it took; None while it streams."""


class ToolPart(Value, tag_field="kind", tag="tool", frozen=True, kw_only=True):
    tool: ToolCall


class PlanPart(Value, tag_field="kind", tag="plan", frozen=True, kw_only=True):
    entries: tuple[PlanEntry, ...] = ()


Part: TypeAlias = TextPart | ThoughtPart | ToolPart | PlanPart


def part_kind(part: Part) -> str:
    """The `kind` that the wire tells the part by."""
    return str(part.__struct_config__.tag)


class Attachment(Value, frozen=True, kw_only=True):
    """A joined file: whose folder holds it, and its path there."""

    agent: str
    path: str


class Message(Value, frozen=True, kw_only=True):
    id: str
    channel: str
    created_at: datetime
    role: Role
    agent: str = ""
    """The author of an agent's message, or the agent that a system message is about."""
    parts: tuple[Part, ...] = ()
    done: bool = True
    queued: bool = False
    stop_reason: StopReason | None = None
    error: str = ""
    code: SystemCode | None = None
    attachments: tuple[Attachment, ...] = ()

    @property
    def text(self) -> str:
        """The text parts, as one."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))


class Page(Value, frozen=True, kw_only=True):
    """Messages in the order in which they were made, and whether older ones exist."""

    messages: tuple[Message, ...]
    more: bool


encode_json = msgspec.json.Encoder(decimal_format="number").encode
"""Any value of the model as JSON, in UTF-8."""
