"""What goes on in all the conversations, as the chat's lists and lines show it.

Theory of operation. The engine's queries give the state as it stands; from then on every event is handed to
`apply`, which says what it touched, so that only that is painted again. The overview knows neither the engine
nor a widget. A direct conversation has a place in the list before it exists: its key is `@agent` until the
engine has made its channel.
"""

from collections.abc import Callable, Iterable
from enum import Flag, auto
from typing import TypeAlias

from msgspec.structs import replace

from sidekicks_tui.model.agents import AgentStatus
from sidekicks_tui.model.channels import Channel, Conversation, Usage
from sidekicks_tui.model.elicitation import ElicitationRequest
from sidekicks_tui.model.events import (
    ChannelsChanged,
    ElicitationRequested,
    ElicitationResolved,
    Event,
    MessageDelta,
    MessageUpdated,
    PermissionRequested,
    PermissionResolved,
    ReadChanged,
    SessionChanged,
    TurnChanged,
    UsageChanged,
)
from sidekicks_tui.model.messages import Message, PlanPart, Role
from sidekicks_tui.model.permissions import PermissionRequest
from sidekicks_tui.model.sessions import SessionInfo
from sidekicks_tui.screens.chat.here import Here
from sidekicks_tui.screens.chat.mention import mentions_person

Request: TypeAlias = PermissionRequest | ElicitationRequest
"""What an agent waits for: a permission, or an answer."""


class Touched(Flag):
    NOTHING = 0
    LIST = auto()
    """What the list of conversations shows."""
    CURRENT = auto()
    """What stands around the conversation in sight: members, who answers, usage."""
    REQUESTS = auto()
    """What waits for the person."""


class Overview:
    def __init__(self, unread: Callable[[str], int] = lambda _channel: 0) -> None:
        self._count_unread = unread
        self.agents: tuple[AgentStatus, ...] = ()
        self.channels: tuple[Channel, ...] = ()
        self.current = ""
        """The key of the conversation in sight: a channel's id, or `@agent`."""
        self.turns: dict[str, TurnChanged] = {}
        self.requests: list[Request] = []
        """All that wait, the oldest first."""
        self.unread: dict[str, int] = {}
        self.usage: dict[tuple[str, str], Usage] = {}
        self.sessions: dict[tuple[str, str], SessionInfo] = {}
        """By channel and agent, as far as they are open."""
        self.mentions: set[str] = set()
        """Channels in which an agent mentioned the person, who has not read it."""
        self.here = Here()
        self.last_answered: dict[str, str] = {}
        self.cancelling: set[str] = set()
        """Channels whose answer was told to stop and has not yet."""

    # What there is

    def set_agents(self, agents: Iterable[AgentStatus]) -> None:
        self.agents = tuple(agents)

    def set_channels(self, channels: Iterable[Channel]) -> None:
        self.channels = tuple(channels)
        known = {channel.id for channel in self.channels}
        for channel in known:
            self.unread.setdefault(channel, self._count_unread(channel))
        self.unread = {key: count for key, count in self.unread.items() if key in known}
        self.turns = {key: turn for key, turn in self.turns.items() if key in known}
        self.requests = [request for request in self.requests if request.channel in {"", *known}]
        self.cancelling &= known
        self.mentions &= known

    def opened(self, conversation: Conversation) -> None:
        """`conversation` is in sight from now on; what it says is newer than what was known."""
        channel = conversation.channel.id
        self.current = channel
        self.turns[channel] = TurnChanged(
            channel=channel,
            busy=conversation.busy,
            queued=conversation.queued,
            answering=conversation.answering,
            waiting_for=conversation.waiting_for,
            stuck=conversation.stuck,
        )
        self.here.show(conversation)
        elsewhere = [request for request in self.requests if request.channel != channel]
        here: list[Request] = [*conversation.permissions, *conversation.elicitations]
        self.requests = sorted([*elsewhere, *here], key=lambda request: request.id)
        for agent, usage in conversation.usage.items():
            self.usage[channel, agent] = usage
        self.last_answered[channel] = _last_answered(conversation.messages)

    @property
    def keys(self) -> list[str]:
        """Every conversation as the list has it: channels, then one direct conversation for each agent."""
        made = {channel.direct: channel.id for channel in self.channels if channel.direct}
        names = [agent.name for agent in self.agents]
        gone = [channel.id for agent, channel in self._directs() if agent not in names]
        return [
            *(channel.id for channel in self.channels if not channel.direct),
            *(made.get(name, f"@{name}") for name in names),
            *gone,
        ]

    def channel(self, key: str) -> Channel | None:
        """The channel; None for a direct conversation that was not begun."""
        return next((channel for channel in self.channels if channel.id == key), None)

    def agent(self, name: str) -> AgentStatus | None:
        return next((agent for agent in self.agents if agent.name == name), None)

    def direct_agent(self, key: str) -> str:
        """The agent of a direct conversation, empty for a channel."""
        if key.startswith("@"):
            return key[1:]
        channel = self.channel(key)
        return channel.direct if channel else ""

    def label(self, key: str) -> str:
        channel = self.channel(key)
        return channel.label if channel else key

    def members(self, key: str) -> tuple[str, ...]:
        channel = self.channel(key)
        if channel is not None and not channel.direct:
            return channel.members
        agent = self.direct_agent(key)
        return (agent,) if agent else ()

    def busy(self, key: str) -> bool:
        return key in self.turns and self.turns[key].busy

    def answering(self, key: str) -> str:
        """The agent whose turn it is there; empty when nobody answers."""
        return self.turns[key].answering if key in self.turns else ""

    @property
    def stuck(self) -> bool:
        """The agent that answers in the conversation in sight ignores that it was told to stop."""
        return self.current in self.turns and self.turns[self.current].stuck

    @property
    def agent_here(self) -> str:
        """The agent that answers in the conversation in sight, or answered last, or its first member."""
        key = self.current
        agent = self.answering(key) or self.last_answered.get(key, "")
        return agent or next(iter(self.members(key)), "")

    def requests_of(self, key: str) -> list[Request]:
        return [request for request in self.requests if request.channel == key]

    @property
    def requests_here(self) -> list[Request]:
        """Those of the conversation in sight, and those that belong to none (an agent logs in)."""
        return [request for request in self.requests if request.channel in ("", self.current)]

    @property
    def running(self) -> int:
        return sum(agent.state.running for agent in self.agents)

    def waiting(self) -> str:
        """The conversation that wants the person most, other than the one in sight; empty when none does."""
        keys = [key for key in self.keys if key != self.current]
        asking = [key for key in keys if any(request.channel == key for request in self.requests)]
        mentioning = [key for key in keys if key in self.mentions]
        unread = [key for key in keys if self.unread.get(key)]
        return next(iter([*asking, *mentioning, *unread]), "")

    # What happens

    def apply(self, event: Event) -> Touched:
        """Follow `event`; says what is no longer as it was painted."""
        match event:
            case ChannelsChanged():
                self.set_channels(event.channels)
                return Touched.LIST | Touched.CURRENT | Touched.REQUESTS
            case TurnChanged():
                self.turns[event.channel] = event
                if not event.busy:
                    self.cancelling.discard(event.channel)
                return Touched.LIST | self._current(event.channel)
            case PermissionRequested() | ElicitationRequested():
                return self._asked(event)
            case PermissionResolved() | ElicitationResolved():
                self.requests = [request for request in self.requests if request.id != event.id]
                return Touched.LIST | Touched.REQUESTS
            case UsageChanged():
                self.usage[event.channel, event.agent] = event.usage
                return self._current(event.channel)
            case SessionChanged():
                key = (event.channel, event.agent)
                self.sessions[key] = _changed(self.sessions.get(key), event)
                return self._current(event.channel)
            case ReadChanged():
                self.unread[event.channel] = self._count_unread(event.channel)
                if not self.unread[event.channel]:
                    self.mentions.discard(event.channel)
                return Touched.LIST
            case MessageDelta(part=PlanPart()) if event.channel == self.current:
                return Touched.CURRENT if self.here.apply(event) else Touched.NOTHING
            case MessageUpdated():
                is_other = event.channel == self.current and self.here.apply(event)
                return self._message(event.message) | (Touched.CURRENT if is_other else Touched.NOTHING)
            case _:
                return Touched.NOTHING

    def _asked(self, request: Request) -> Touched:
        self.requests.append(request)
        return Touched.LIST | Touched.REQUESTS

    def _message(self, message: Message) -> Touched:
        if message.role is not Role.AGENT or not message.done:
            return Touched.NOTHING
        self.last_answered[message.channel] = message.agent
        self.unread[message.channel] = self._count_unread(message.channel)
        if message.channel != self.current and mentions_person(message.text):
            self.mentions.add(message.channel)
        return Touched.LIST | self._current(message.channel)

    def _current(self, channel: str, also: Touched = Touched.NOTHING) -> Touched:
        return Touched.CURRENT | also if channel == self.current else Touched.NOTHING

    def _directs(self) -> list[tuple[str, Channel]]:
        return [(channel.direct, channel) for channel in self.channels if channel.direct]


def _changed(known: SessionInfo | None, event: SessionChanged) -> SessionInfo:
    """The session as it is now: what is None in the event is as it was."""
    news = {
        name: value
        for name in ("title", "modes", "models", "options")
        if (value := getattr(event, name)) is not None
    }
    return replace(known or SessionInfo(id=""), **news)


def _last_answered(messages: Iterable[Message]) -> str:
    answers = [message.agent for message in messages if message.role is Role.AGENT]
    return answers[-1] if answers else ""
