"""What an agent tells about a session, as it arrives: the union `Update`.

A field that is None was left out by the agent and keeps the value that it had: the reader merges.
"""

from enum import StrEnum
from typing import TypeAlias

from sidekicks_tui.model.base import Value
from sidekicks_tui.model.channels import Command, Usage
from sidekicks_tui.model.messages import Diff, Location, PlanEntry, ToolKind, ToolStatus
from sidekicks_tui.model.sessions import SessionOption


class ChunkKind(StrEnum):
    TEXT = "text"
    THOUGHT = "thought"
    USER = "user"
    """The person's own words: replayed by `session/load`, or echoed by the agent while it answers."""


class Chunk(Value, frozen=True, kw_only=True):
    """Text that follows the text before it; a change of `message_id` (empty: none given) begins a new one."""

    kind: ChunkKind
    text: str
    message_id: str = ""


class ToolUpdate(Value, frozen=True, kw_only=True):
    """A tool call as far as the agent tells it, for a call that may never have been announced."""

    id: str
    name: str = ""
    """What the agent calls the tool, where it tells that; other agents' names mean other tools."""
    title: str | None = None
    kind: ToolKind | None = None
    status: ToolStatus | None = None
    input: str | None = None
    """Compact JSON."""
    output: str | None = None
    """Takes the place of the output so far."""
    more_output: str = ""
    """Follows the output so far (after `output`, should both be there)."""
    locations: tuple[Location, ...] | None = None
    diffs: tuple[Diff, ...] | None = None
    terminal: str | None = None
    """The terminal it runs in, which may be one that the agent never created; a new one's output takes the
    place of the output so far."""
    exit_status: int | None = None
    """How the command of a terminal of the agent's own ended."""


class PlanUpdate(Value, frozen=True, kw_only=True):
    """The whole plan; without entries it is gone. `plan_id` is empty while the agent has only one."""

    entries: tuple[PlanEntry, ...]
    plan_id: str = ""


class CommandsUpdate(Value, frozen=True, kw_only=True):
    commands: tuple[Command, ...]


class ModeUpdate(Value, frozen=True, kw_only=True):
    """The session's mode is now `current`, by the agent's or by our own choice."""

    current: str


class ModelUpdate(Value, frozen=True, kw_only=True):
    """The session's model is now `current`, by our own choice: ACP v1 has no such update."""

    current: str


class OptionsUpdate(Value, frozen=True, kw_only=True):
    """All configuration options of the session as they stand now."""

    options: tuple[SessionOption, ...]


class UsageUpdate(Value, frozen=True, kw_only=True):
    usage: Usage


class TitleUpdate(Value, frozen=True, kw_only=True):
    """The session's title; empty when the agent took it away."""

    title: str


class Retrying(Value, frozen=True, kw_only=True):
    """The agent asks its model again, and may repeat what it has said of the answer."""

    reason: str


class Note(Value, frozen=True, kw_only=True):
    """A sentence of Sidekicks's own in the place of what could not be shown, in the person's language."""

    text: str


Update: TypeAlias = (
    Chunk
    | ToolUpdate
    | PlanUpdate
    | CommandsUpdate
    | ModeUpdate
    | ModelUpdate
    | OptionsUpdate
    | UsageUpdate
    | TitleUpdate
    | Retrying
    | Note
)
