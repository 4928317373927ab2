"""The events of the contract: one union of frozen values, told apart by `event`.

An event is published after the state has changed (and was stored, if it is kept), in the same tick, by the
owner of that state alone.
"""

from typing import TypeAlias

from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.base import Sparse, Value
from sidekicks_tui.model.channels import Channel, Command, Usage
from sidekicks_tui.model.elicitation import ElicitationRequest
from sidekicks_tui.model.messages import Message, Part
from sidekicks_tui.model.permissions import PermissionRequest
from sidekicks_tui.model.sessions import SessionModes, SessionOption
from sidekicks_tui.model.settings import Problem


class ConfigChanged(Value, tag_field="event", tag="config:changed", frozen=True, kw_only=True):
    """The configuration file was read again, valid or not."""

    path: str
    valid: bool
    problems: tuple[Problem, ...]


class AgentStateChanged(Sparse, tag_field="event", tag="agent:state", frozen=True, kw_only=True):
    """An agent changes state, or its definition changes."""

    agent: str
    state: AgentState
    error: str = ""


class AgentLogged(Value, tag_field="event", tag="agent:log", frozen=True, kw_only=True):
    """A line on an agent's standard error, noise on its standard output, or a sandbox command's line."""

    agent: str
    line: str


class FilesDropped(Value, tag_field="event", tag="files:dropped", frozen=True, kw_only=True):
    """Files were dropped on the terminal; `target` is the widget that takes them."""

    target: str
    files: tuple[str, ...]


class ChannelsChanged(Value, tag_field="event", tag="channels:changed", frozen=True, kw_only=True):
    channels: tuple[Channel, ...]


class MessageUpdated(Value, tag_field="event", tag="message:updated", frozen=True, kw_only=True):
    """A message is added or finished; it replaces the one with its id."""

    channel: str
    message: Message


class MessageDelta(Sparse, tag_field="event", tag="message:delta", frozen=True, kw_only=True):
    """`text` is appended to the part at `index` (text, thought), or `part` replaces it (tool, plan).

    The part at `index` is new when the message has none there yet.
    """

    channel: str
    message_id: str
    index: int
    kind: str
    text: str | None = None
    part: Part | None = None


class TurnChanged(Value, tag_field="event", tag="turn:changed", frozen=True, kw_only=True):
    """The channel starts or stops answering, another agent's turn begins, or messages wait."""

    channel: str
    busy: bool
    queued: int
    answering: str
    waiting_for: str = ""
    stuck: bool = False
    """`answering` ignores Stop: it may be stopped itself (`AgentService.stop`)."""


class PermissionRequested(
    PermissionRequest, tag_field="event", tag="permission:requested", frozen=True, kw_only=True
):
    """An agent asks: the event is the request that it tells of."""


class PermissionResolved(Value, tag_field="event", tag="permission:resolved", frozen=True, kw_only=True):
    id: str
    channel: str


class ElicitationRequested(
    ElicitationRequest, tag_field="event", tag="elicitation:requested", frozen=True, kw_only=True
):
    """An agent asks the person something (ours): the event is the request that it tells of."""


class ElicitationResolved(Value, tag_field="event", tag="elicitation:resolved", frozen=True, kw_only=True):
    """It was answered or cancelled (ours)."""

    id: str
    channel: str


class ElicitationCompleted(Value, tag_field="event", tag="elicitation:completed", frozen=True, kw_only=True):
    """The agent says that what was to be done at an address is done (ours)."""

    id: str
    channel: str


class UsageChanged(Value, tag_field="event", tag="usage:changed", frozen=True, kw_only=True):
    channel: str
    agent: str
    usage: Usage


class CommandsChanged(Value, tag_field="event", tag="commands:changed", frozen=True, kw_only=True):
    agent: str
    commands: tuple[Command, ...]


class SessionChanged(Sparse, tag_field="event", tag="session:changed", frozen=True, kw_only=True):
    """An agent's session in a channel: what is None did not change."""

    channel: str
    agent: str
    title: str | None = None
    modes: SessionModes | None = None
    models: SessionModes | None = None
    options: tuple[SessionOption, ...] | None = None


class WorkspaceChanged(Value, tag_field="event", tag="workspace:changed", frozen=True, kw_only=True):
    agent: str


class TerminalOutput(Value, tag_field="event", tag="terminal:output", frozen=True, kw_only=True):
    id: str
    data: bytes


class TerminalExit(Value, tag_field="event", tag="terminal:exit", frozen=True, kw_only=True):
    id: str


class EngineFault(Value, tag_field="event", tag="engine:fault", frozen=True, kw_only=True):
    """A task in the background failed (ours): the traceback is in the log file."""

    sentence: str


class HistoryFreed(Value, tag_field="event", tag="history:freed", frozen=True, kw_only=True):
    """The Sidekicks that had the history of this configuration has ended (ours): it may be opened on disk."""


class ReadChanged(Value, tag_field="event", tag="read:changed", frozen=True, kw_only=True):
    """The person read a channel as far as `message_id` (ours)."""

    channel: str
    message_id: str


Event: TypeAlias = (
    ConfigChanged
    | AgentStateChanged
    | AgentLogged
    | FilesDropped
    | ChannelsChanged
    | MessageUpdated
    | MessageDelta
    | TurnChanged
    | PermissionRequested
    | PermissionResolved
    | ElicitationRequested
    | ElicitationResolved
    | ElicitationCompleted
    | UsageChanged
    | CommandsChanged
    | SessionChanged
    | WorkspaceChanged
    | TerminalOutput
    | TerminalExit
    | EngineFault
    | HistoryFreed
    | ReadChanged
)
