"""Whatever comes in whatever order: sends, stops, deletions, and agents that obey, ignore, refuse or die."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.acp.blocks import PromptBlock
from sidekicks_tui.acp.client import Client
from sidekicks_tui.acp.updates import Chunk, ChunkKind
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.catchup import DROPPED
from sidekicks_tui.core.channels.service import ChannelService
from sidekicks_tui.core.hooks.service import HookService
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.errors import AgentGone, AgentRefused, StartError, UnknownChannel
from sidekicks_tui.model.events import EngineFault, Event, MessageUpdated, TurnChanged
from sidekicks_tui.model.messages import Message, Role, StopReason
from sidekicks_tui.model.sessions import AgentInfo, SessionInfo
from sidekicks_tui.model.settings import AgentSettings, Settings
from sidekicks_tui.store.memory import MemoryHistory
from tests.core.agents.fakes import run

AGENTS = ("a", "b")
MANNERS = ("obeys", "ignores", "refuses", "dies", "absent")


class FakeAgent:
    """One process at a time of an agent; how it answers is drawn beforehand."""

    def __init__(self, name: str, manners: Sequence[str]) -> None:
        self.settings = AgentSettings(name=name, command=("x",), workspace=Path("/"))
        self.info = AgentInfo()
        self.connection = self
        self.client: Client | None = None
        self.turn = asyncio.Lock()
        self.serving = ""
        self.answering = 0
        self.cancelled = asyncio.Event()
        self.manners = list(manners)
        self.sessions = count(1)

    async def new_session(self, *_: object) -> SessionInfo:
        await asyncio.sleep(0.5)
        return SessionInfo(id=f"session {next(self.sessions)}")

    async def prompt(self, session: str, blocks: Sequence[PromptBlock]) -> StopReason:
        manner = self.manners.pop(0) if self.manners else "obeys"
        self.cancelled.clear()
        self.answering += 1
        assert self.answering == 1, "an agent answers one channel at a time"
        assert self.client is not None
        try:
            for word in ("one ", "two ", "three "):
                self.client.updated(session, Chunk(kind=ChunkKind.TEXT, text=word))
                await asyncio.sleep(0.4)
                if self.cancelled.is_set() and manner == "obeys":
                    return StopReason.CANCELLED
            if manner == "refuses":
                raise AgentRefused("no")
            if manner == "dies":
                raise AgentGone("the agent ended")
            return StopReason.END_TURN
        finally:
            self.answering -= 1

    async def cancel(self, session: str) -> None:
        self.cancelled.set()


class FakeAgents:
    def __init__(self, manners: Sequence[str]) -> None:
        self.agents = {name: FakeAgent(name, manners[number::2]) for number, name in enumerate(AGENTS)}
        self.channels: ChannelService

    def serving(self, name: str) -> str:
        return self.agents[name].serving

    def heard(self, name: str, line: str) -> None:
        raise AssertionError(line)

    @asynccontextmanager
    async def lease(self, name: str, channel: str) -> AsyncIterator[FakeAgent]:
        agent = self.agents[name]
        async with agent.turn:
            agent.serving = channel
            try:
                await asyncio.sleep(0.3)
                if agent.manners[:1] == ["absent"]:
                    agent.manners.pop(0)
                    raise StartError("it does not start")
                if agent.client is None:
                    agent.client = self.channels.client(name)
                yield agent
            finally:
                agent.serving = ""


STEPS = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.1, 0.35, 0.8, 3.0]),
        st.sampled_from(["send", "send", "send", "cancel", "delete"]),
        st.integers(0, 2),
        st.sampled_from(["@a", "@b", "@a @b", "hello", "/b:compact"]),
    ),
    max_size=14,
)


@given(STEPS, st.lists(st.sampled_from(MANNERS), max_size=10))
def test_every_message_is_answered_or_can_be_taken_back(
    steps: list[tuple[float, str, int, str]], manners: list[str]
) -> None:
    run(scenario(steps, manners))


async def scenario(steps: list[tuple[float, str, int, str]], manners: list[str]) -> None:
    bus = Bus()
    supervisor = Supervisor(bus)
    agents = FakeAgents(manners)
    history = MemoryHistory()
    settings = Settings(path=Path("/x"), agents=tuple(agent.settings for agent in agents.agents.values()))
    channels = agents.channels = ChannelService(
        bus=bus,
        history=history,
        agents=cast("Any", agents),
        hooks=HookService(cast("Any", None)),
        supervisor=supervisor,
        settings=lambda: settings,
        spawn=cast("Any", SimpleNamespace()),
    )
    events: list[Event] = []

    async def listen() -> None:
        async with bus.subscribe() as heard:
            async for event in heard:
                events.append(event)

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0)
    rooms = [await channels.create(f"room {number}") for number in range(3)]
    sent: dict[str, str] = {}
    may_drop: set[str] = set()
    must_drop: set[str] = set()
    for delay, action, number, text in steps:
        await asyncio.sleep(delay)
        room = rooms[number].id
        try:
            if action == "send":
                sent[await channels.send(room, text)] = room
            elif action == "cancel":
                waiting = [message.id for message in channels.conversation(room).messages if message.queued]
                must_drop.update(waiting)
                may_drop.update(identifier for identifier, place in sent.items() if place == room)
                await channels.cancel(room)
            else:
                await channels.delete(room)
        except UnknownChannel:
            assert room not in [channel.id for channel in channels.list()]
    await asyncio.sleep(1000)

    told = {event.message.id: event.message for event in events if isinstance(event, MessageUpdated)}
    left = {channel.id for channel in channels.list()}
    for room in left:
        conversation = channels.conversation(room)
        assert (conversation.busy, conversation.queued, conversation.answering) == (False, 0, "")
        assert conversation.waiting_for == ""
        assert conversation.messages == history.latest(room).messages
        dropped = {message.id for message in conversation.messages if message.error == DROPPED}
        assert must_drop & {message.id for message in conversation.messages} <= dropped <= may_drop
        check(conversation.messages, {identifier for identifier, place in sent.items() if place == room})
        turns = [event for event in events if isinstance(event, TurnChanged) and event.channel == room]
        assert all(turn.busy or not (turn.answering or turn.queued or turn.waiting_for) for turn in turns)
        assert not turns or not turns[-1].busy
        assert all(told[message.id] == message for message in conversation.messages)
    assert all(history.latest(room.id).messages == () for room in rooms if room.id not in left)
    assert all(not agent.turn.locked() for agent in agents.agents.values())
    assert [event for event in events if isinstance(event, EngineFault)] == []
    bus.close()
    await listening
    await supervisor.close()


def check(messages: tuple[Message, ...], sent: set[str]) -> None:
    """Each message that was sent is there, dropped or not; nothing streams, nothing waits."""
    assert {message.id for message in messages if message.role is Role.USER} == sent
    assert all(message.done and not message.queued for message in messages)
    for message in messages:
        if message.role is Role.AGENT:
            assert message.text.startswith("one ")
            assert (message.stop_reason is None) == bool(message.error)
    received = [message for message in messages if message.role is Role.USER and not message.error]
    answers = [
        message
        for message in messages
        if message.role is Role.AGENT or message.code in ("no-recipient", "agent-unavailable")
    ]
    assert len(answers) >= len(received)
