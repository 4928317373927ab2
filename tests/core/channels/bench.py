"""A channel service with scripted agents in processes of their own, and what the bus told of it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from sidekicks_tui.core.agents.processes import Processes
from sidekicks_tui.core.agents.running import Spawn
from sidekicks_tui.core.agents.service import AgentService
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.service import ChannelService
from sidekicks_tui.core.hooks.service import HookService
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.events import EngineFault, Event, MessageDelta, MessageUpdated, TurnChanged
from sidekicks_tui.model.messages import Message, Role, SystemCode
from sidekicks_tui.model.settings import AgentSettings, LimitSettings, Settings
from sidekicks_tui.store.history import History
from sidekicks_tui.store.memory import MemoryHistory
from tests.support.fake_agent import agent_command

E = TypeVar("E", bound=Event)


class Bench:
    def __init__(
        self, settings: Settings, history: History, folder: Path, spawn: Spawn | None = None
    ) -> None:
        self.settings = settings
        self.history = history
        self.events: list[Event] = []
        self.bus = Bus()
        self.supervisor = Supervisor(self.bus)
        self.processes = Processes(folder / "run")
        self.agents = AgentService(
            settings,
            bus=self.bus,
            supervisor=self.supervisor,
            logs=folder / "logs",
            spawn=spawn or self.processes.launch,
            clients=lambda name: self.channels.client(name),
            ended=lambda name: self.channels.agent_ended(name),
        )
        self.hooks = HookService(self.processes.run_hook)
        self.channels = ChannelService(
            bus=self.bus,
            history=history,
            agents=self.agents,
            hooks=self.hooks,
            supervisor=self.supervisor,
            settings=lambda: self.settings,
            spawn=self.processes.run,
        )
        self._told = asyncio.Condition()

    async def listen(self) -> None:
        async with self.bus.subscribe() as events:
            async for event in events:
                async with self._told:
                    self.events.append(event)
                    self._told.notify_all()

    async def until(self, happened: Callable[[], object]) -> None:
        """Wait until `happened`, looking after each event."""
        async with self._told:
            await self._told.wait_for(happened)

    async def event(
        self, kind: type[E], matches: Callable[[E], object] = lambda event: True, after: int = 0
    ) -> E:
        """The first event of a kind that matches, once it is there."""

        def found() -> list[E]:
            return [event for event in self.events[after:] if isinstance(event, kind) and matches(event)]

        await self.until(found)
        return found()[0]

    async def idle(self, channel: str) -> None:
        """Wait until nobody answers in the channel, and everything was told."""

        def is_idle() -> bool:
            turns = [
                each for each in self.events if isinstance(each, TurnChanged) and each.channel == channel
            ]
            return not self.channels.conversation(channel).busy and (not turns or not turns[-1].busy)

        await self.until(is_idle)

    async def say(self, channel: str, text: str) -> Message:
        """Send a message, wait until all is answered; the last message of the channel."""
        await self.channels.send(channel, text)
        await self.idle(channel)
        return self.messages(channel)[-1]

    async def asked(self, channel: str) -> None:
        """Wait until the agent has begun to speak in the channel."""
        await self.event(MessageDelta, lambda event: event.channel == channel)

    def messages(self, channel: str) -> tuple[Message, ...]:
        return self.channels.conversation(channel).messages

    def script(self, channel: str) -> list[str]:
        """The conversation, a line for each message."""
        return [told(message) for message in self.messages(channel)]

    def updates(self, message: str) -> list[Message]:
        """How a message was told, each time that it was."""
        return [
            event.message
            for event in self.events
            if isinstance(event, MessageUpdated) and event.message.id == message
        ]

    async def room(self, name: str, *members: str) -> Channel:
        channel = await self.channels.create(name)
        for member in members:
            await self.channels.add_member(channel.id, member)
        return channel


def told(message: Message) -> str:
    if message.role is Role.SYSTEM:
        assert isinstance(message.code, SystemCode)
        return ": ".join(filter(None, (f"* {message.code} {message.agent}".rstrip(), message.error)))
    end = f" ({message.error})" if message.error else ""
    if message.stop_reason and message.stop_reason != "end_turn":
        end = f" <{message.stop_reason}>"
    speaker = message.agent or "you"
    return f"{speaker}: {message.text}{end}{' …' if not message.done or message.queued else ''}"


def agent(name: str, folder: Path, *flags: str, **more: object) -> AgentSettings:
    workspace = folder / name
    workspace.mkdir(exist_ok=True)
    values = {"name": name, "command": tuple(agent_command(*flags)), "workspace": workspace} | more
    return AgentSettings(**values)  # type: ignore[arg-type]  the test knows the fields


@asynccontextmanager
async def bench(
    folder: Path,
    agents: Iterable[AgentSettings] | None = None,
    *,
    history: History | None = None,
    spawn: Spawn | None = None,
) -> AsyncIterator[Bench]:
    """A service with the agents `a` and `b`, or those given; nothing of it is left afterwards.

    `spawn` starts them, in the place of processes.
    """
    if agents is None:
        agents = (agent("a", folder), agent("b", folder))
    settings = Settings(
        path=folder / "config.yaml", agents=tuple(agents), limits=LimitSettings(stop_idle_agents_after=None)
    )
    made = Bench(settings, history or MemoryHistory(), folder, spawn)
    listening = asyncio.create_task(made.listen())
    await asyncio.sleep(0)
    try:
        yield made
    finally:
        await made.channels.close()
        await made.agents.close()
        await made.supervisor.close()
        await made.hooks.close()
        await made.processes.close()
        made.bus.close()
        await listening
    assert [event for event in made.events if isinstance(event, EngineFault)] == []
