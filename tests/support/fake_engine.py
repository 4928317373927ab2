"""An engine without processes and files, for tests of the screens: the same queries, commands and bus.

What a test wants to happen it says with `happen`; what the screens asked for is in `asked`.
"""

import asyncio
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.forms import filled_in, unfit
from sidekicks_tui.core.succession import Owner
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.workspaces.service import WorkspaceService
from sidekicks_tui.model.agents import AgentState, AgentStatus
from sidekicks_tui.model.channels import Channel, Command, Conversation, Usage
from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationForm,
    ElicitationRequest,
    FieldValue,
    Question,
)
from sidekicks_tui.model.errors import SidekicksError, UnfitAnswer, UsageError
from sidekicks_tui.model.events import (
    AgentLogged,
    AgentStateChanged,
    ChannelsChanged,
    ElicitationRequested,
    ElicitationResolved,
    Event,
    MessageUpdated,
    PermissionRequested,
    PermissionResolved,
    ReadChanged,
    TurnChanged,
)
from sidekicks_tui.model.messages import Message, Page, Part, Role, TextPart, ToolCall, ToolKind
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption, PermissionRequest
from sidekicks_tui.model.sessions import AgentInfo, SessionInfo
from sidekicks_tui.model.settings import AgentSettings, ConfigSource, ConfigStatus, Problem, Settings

WHEN = datetime(2026, 1, 2, 10, 42, tzinfo=UTC)
OPTIONS = (
    PermissionOption(id="yes", name="Allow", kind=PermissionKind.ALLOW_ONCE),
    PermissionOption(id="always", name="Always for this session", kind=PermissionKind.ALLOW_ALWAYS),
    PermissionOption(id="no", name="Reject", kind=PermissionKind.REJECT_ONCE),
)


class FakeEngine:
    def __init__(self, folder: Path, agents: Iterable[str] = ("claude", "gemini", "guide")) -> None:
        self.bus = Bus()
        self.asked: list[tuple[str, ...]] = []
        self.refuses: SidekicksError | None = None
        """What the next command is refused with."""
        self.config = FakeConfig(folder, tuple(agents))
        self.agents = FakeAgents(self)
        self.channels = FakeChannels(self)
        self.history = FakeHistory()
        self.workspaces = WorkspaceService(
            bus=self.bus, supervisor=Supervisor(self.bus), settings=lambda: self.config.settings
        )
        self.started = self.closed = False
        self.channels.add("general", "Everybody", ("claude", "gemini"))

    async def start(self) -> None:
        self.started = True

    async def close(self) -> None:
        self.closed = True

    def end_now(self) -> None:
        self.command("end_now")

    def happen(self, event: Event) -> None:
        self.bus.publish(event)

    def command(self, *words: str) -> None:
        """A screen asked for `words`."""
        self.asked.append(words)
        if self.refuses is not None:
            refusal, self.refuses = self.refuses, None
            raise refusal


class FakeConfig:
    def __init__(self, folder: Path, agents: tuple[str, ...]) -> None:
        path = folder / "config.yaml"
        self.settings = Settings(
            path=path,
            agents=tuple(AgentSettings(name=name, command=(name,), workspace=folder) for name in agents),
        )
        self.status = ConfigStatus(
            path=str(path),
            source=ConfigSource.FLAG,
            created=False,
            valid=True,
            problems=(),
            warnings=(),
            theme="textual-dark",
            language="en",
            history_problem="",
        )

    def use_theme(self, theme: str) -> None:
        self.settings = msgspec.structs.replace(self.settings, theme=theme)
        self.status = msgspec.structs.replace(self.status, theme=theme)

    def current(self) -> ConfigStatus:
        return self.status

    def when_succeeded(self, owner: Owner) -> None:
        """There is no other engine here."""

    def problem(self, line: int, column: int, message: str) -> None:
        found = Problem(line=line, column=column, message=message)
        problems = (*self.status.problems, found)
        self.status = msgspec.structs.replace(self.status, valid=False, problems=problems)


class FakeAgents:
    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine
        self._states = {agent.name: AgentState.STOPPED for agent in engine.config.settings.agents}
        self._errors: dict[str, str] = {}
        self._logs: dict[str, list[str]] = {}
        self.infos: dict[str, AgentInfo] = {}
        self.logged_in = asyncio.Event()
        """What a login waits for."""

    def list(self) -> tuple[AgentStatus, ...]:
        return tuple(
            AgentStatus(
                name=name,
                title="",
                icon="",
                description=f"about {name}",
                state=state,
                error=self._errors.get(name, ""),
                outdated=False,
                runtime="local",
                can_stop_sandbox=False,
                can_remove_sandbox=False,
            )
            for name, state in self._states.items()
        )

    def logs(self, name: str) -> tuple[str, ...]:
        return tuple(self._logs.get(name, ()))

    async def start(self, name: str) -> None:
        self._engine.command("start", name)
        self.become(name, AgentState.READY)

    async def stop(self, name: str) -> None:
        self._engine.command("stop", name)
        self.become(name, AgentState.STOPPED)

    async def restart(self, name: str) -> None:
        self._engine.command("restart", name)

    def info(self, name: str) -> AgentInfo | None:
        return self.infos.get(name)

    async def authenticate(self, name: str, method: str) -> None:
        self._engine.command("authenticate", name, method)
        await self.logged_in.wait()

    def become(self, name: str, state: AgentState, error: str = "") -> None:
        self._states[name] = state
        self._errors[name] = error
        self._engine.happen(AgentStateChanged(agent=name, state=state, error=error))

    def log(self, name: str, line: str) -> None:
        self._logs.setdefault(name, []).append(line)
        self._engine.happen(AgentLogged(agent=name, line=line))


class FakeHistory:
    problem = ""

    def __init__(self) -> None:
        self.notes: dict[str, str] = {}

    def note(self, key: str) -> str:
        return self.notes.get(key, "")

    async def put_note(self, key: str, value: str) -> None:
        self.notes[key] = value


class FakeChannels:
    def __init__(self, engine: FakeEngine) -> None:
        self._engine = engine
        self._channels: dict[str, Channel] = {}
        self._turns: dict[str, TurnChanged] = {}
        self._requests: list[PermissionRequest] = []
        self._questions: list[ElicitationRequest] = []
        self.answers: list[tuple[ElicitationAction, Mapping[str, FieldValue] | None]] = []
        """To the questions of agents."""
        self._drafts: dict[str, str] = {}
        self._read: dict[str, str] = {}
        self._count = 0
        self.messages: dict[str, list[Message]] = {}
        self.offered: dict[str, tuple[Command, ...]] = {}
        self.usage: dict[str, dict[str, Usage]] = {}
        self.sessions: dict[str, SessionInfo] = {}
        """By agent, in every channel."""

    # What the screens ask

    def list(self) -> tuple[Channel, ...]:
        return tuple(self._channels.values())

    def conversation(self, id: str) -> Conversation:
        turn = self._turns.get(id)
        return Conversation(
            channel=self._channels[id],
            messages=tuple(self.messages[id][-100:]),
            more=len(self.messages[id]) > 100,
            busy=turn.busy if turn else False,
            queued=turn.queued if turn else 0,
            answering=turn.answering if turn else "",
            stuck=turn.stuck if turn else False,
            usage=self.usage.get(id, {}),
            permissions=tuple(request for request in self._requests if request.channel == id),
            elicitations=tuple(request for request in self._questions if request.channel == id),
            read=self._read.get(id, ""),
        )

    def commands(self, agent: str) -> tuple[Command, ...]:
        return self.offered.get(agent, ())

    def unread(self, id: str) -> int:
        after = self._read.get(id, "")
        return sum(
            message.role is Role.AGENT and message.done and message.id > after
            for message in self.messages[id]
        )

    def draft(self, id: str) -> str:
        return self._drafts.get(id, "")

    async def set_draft(self, id: str, text: str) -> None:
        self._drafts[id] = text

    async def mark_read(self, id: str, message_id: str = "") -> None:
        self._read[id] = message_id or (self.messages[id][-1].id if self.messages[id] else "")
        self._engine.happen(ReadChanged(channel=id, message_id=self._read[id]))

    async def older(self, id: str, before_id: str) -> Page:
        earlier = [message for message in self.messages[id] if message.id < before_id]
        return Page(messages=tuple(earlier[-100:]), more=len(earlier) > 100)

    async def search(self, query: str, channel: str | None = None) -> tuple[Message, ...]:
        everything = [message for id, messages in self.messages.items() for message in messages]
        return tuple(
            message
            for message in sorted(everything, key=lambda message: message.id, reverse=True)
            if query in message.text and channel in (None, message.channel)
        )

    async def direct(self, agent: str) -> Channel:
        self._engine.command("direct", agent)
        return self.add("", "", (agent,), direct=agent)

    async def create(self, name: str, description: str) -> Channel:
        self._engine.command("create", name, description)
        if not name:
            raise UsageError("a channel needs a name")
        return self.add(name, description, ())

    async def rename(self, id: str, name: str, description: str) -> None:
        self._engine.command("rename", id, name, description)
        self._change(id, msgspec.structs.replace(self._channels[id], name=name, description=description))

    async def delete(self, id: str) -> None:
        self._engine.command("delete", id)
        del self._channels[id]
        self._changed()

    async def add_member(self, id: str, agent: str) -> None:
        self._engine.command("add_member", id, agent)
        members = (*self._channels[id].members, agent)
        self._change(id, msgspec.structs.replace(self._channels[id], members=members))

    async def remove_member(self, id: str, agent: str) -> None:
        self._engine.command("remove_member", id, agent)
        members = tuple(member for member in self._channels[id].members if member != agent)
        self._change(id, msgspec.structs.replace(self._channels[id], members=members))

    async def send(self, id: str, text: str) -> str:
        self._engine.command("send", id, text)
        return self.say(id, text).id

    async def cancel(self, id: str) -> None:
        self._engine.command("cancel", id)

    async def answer_permission(self, id: str, option_id: str) -> None:
        self._engine.command("answer_permission", id, option_id)
        request = next(request for request in self._requests if request.id == id)
        self._requests.remove(request)
        self._engine.happen(PermissionResolved(id=id, channel=request.channel))

    async def answer_elicitation(
        self, id: str, action: ElicitationAction, content: Mapping[str, FieldValue] | None = None
    ) -> None:
        request = next(request for request in self._questions if request.id == id)
        if isinstance(request.question, ElicitationForm) and action is ElicitationAction.ACCEPT:
            content = filled_in(request.question, content or {})
            if problems := unfit(request.question, content):
                raise UnfitAnswer("the answer does not fit", problems)
        self.answers.append((action, content))
        self._questions.remove(request)
        self._engine.happen(ElicitationResolved(id=id, channel=request.channel))

    def session(self, id: str, agent: str) -> SessionInfo | None:
        return self.sessions.get(agent)

    async def set_model(self, id: str, agent: str, model: str) -> None:
        self._engine.command("set_model", id, agent, model)

    async def set_option(self, id: str, agent: str, option: str, value: str | bool) -> None:
        self._engine.command("set_option", id, agent, option, str(value))

    async def drop_queued(self, id: str, message_id: str) -> str:
        self._engine.command("drop_queued", id, message_id)
        messages = self.messages[id]
        place = next(n for n, message in enumerate(messages) if message.id == message_id)
        messages[place] = msgspec.structs.replace(messages[place], queued=False, error="cancelled")
        self._engine.happen(MessageUpdated(channel=id, message=messages[place]))
        return messages[place].text

    async def set_mode(self, id: str, agent: str, mode: str) -> None:
        self._engine.command("set_mode", id, agent, mode)

    async def prepare(self, id: str) -> None:
        self._engine.command("prepare", id)

    # What happens

    def add(self, name: str, description: str, members: tuple[str, ...], direct: str = "") -> Channel:
        channel = Channel(
            id=self._new_id(), name=name, description=description, members=members, direct=direct
        )
        self._channels[channel.id] = channel
        self.messages[channel.id] = []
        self._changed()
        return channel

    def say(
        self, id: str, text: str, agent: str = "", *parts: Part, done: bool = True, queued: bool = False
    ) -> Message:
        """A message of `agent`, of the person when there is none."""
        message = Message(
            id=self._new_id(),
            channel=id,
            created_at=WHEN,
            role=Role.AGENT if agent else Role.USER,
            agent=agent,
            parts=(*parts, TextPart(text=text)),
            done=done,
            queued=queued,
        )
        self.messages[id].append(message)
        self._engine.happen(MessageUpdated(channel=id, message=message))
        return message

    def turn(self, id: str, answering: str = "", queued: int = 0, *, stuck: bool = False) -> None:
        """`answering` answers in the channel; nobody does when it is empty."""
        self._turns[id] = TurnChanged(
            channel=id, busy=bool(answering), queued=queued, answering=answering, stuck=stuck
        )
        self._engine.happen(self._turns[id])

    def ask(
        self,
        id: str,
        command: str,
        agent: str = "claude",
        rejections: int = 0,
        tool: ToolCall | None = None,
    ) -> str:
        """`agent` asks whether it may run `command`, or do what `tool` is; returns the request's id."""
        tool = tool or ToolCall(id="t", title=command, kind=ToolKind.EXECUTE)
        event = PermissionRequested(
            id=self._new_id(),
            channel=id,
            agent=agent,
            message_id="",
            tool_call=tool,
            options=OPTIONS,
            rejections=rejections,
        )
        self._requests.append(event)
        self._engine.happen(event)
        return event.id

    def question(self, id: str, question: Question, agent: str = "claude") -> str:
        """`agent` asks the person; returns the question's id."""
        request = ElicitationRequest(
            id=self._new_id(), channel=id, agent=agent, message_id="", question=question
        )
        self._questions.append(request)
        fields = msgspec.structs.asdict(request)
        self._engine.happen(ElicitationRequested(**fields))
        return request.id

    def _new_id(self) -> str:
        self._count += 1
        return f"{self._count:026}"

    def _change(self, id: str, channel: Channel) -> None:
        self._channels[id] = channel
        self._changed()

    def _changed(self) -> None:
        self._engine.happen(ChannelsChanged(channels=self.list()))
