"""The agents of the configuration: started, stopped, lent to one channel at a time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from sidekicks_tui.acp.connection import AgentConnection
from sidekicks_tui.core.agents.agent import Agent
from sidekicks_tui.core.agents.eviction import Occupant, who_idled_too_long, who_makes_room
from sidekicks_tui.core.agents.handshake import SignsOfLife
from sidekicks_tui.core.agents.launch import launch
from sidekicks_tui.core.agents.log import AgentLog
from sidekicks_tui.core.agents.log_file import log_file
from sidekicks_tui.core.agents.running import ClientFactory, Connect, RunningAgent, Spawn
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.locale import _
from sidekicks_tui.model.agents import AgentStatus
from sidekicks_tui.model.errors import AgentRefused, StartCancelled, UnknownAgent, UsageError
from sidekicks_tui.model.events import AgentStateChanged
from sidekicks_tui.model.limits import IDLE_CHECK_EVERY, LOGIN_TIMEOUT
from sidekicks_tui.model.sessions import AgentInfo
from sidekicks_tui.model.settings import AgentSettings, Settings
from sidekicks_tui.system.logfile import RotatingLog


class AgentService:
    """Every agent of the configuration, and those that have left it but are not gone yet.

    `clients` makes our side of the wire for each new process of an agent. `ended` is awaited when that
    process is gone, before the state says so: it drops its sessions and permission requests, and ends its
    terminals.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        bus: Bus,
        supervisor: Supervisor,
        logs: Path,
        spawn: Spawn,
        clients: ClientFactory,
        ended: Callable[[str], Awaitable[None]],
        connect: Connect = AgentConnection,
    ) -> None:
        self._settings = settings
        self._bus = bus
        self._supervisor = supervisor
        self._logs = logs
        self._spawn = spawn
        self._clients = clients
        self._tell_ended = ended
        self._connect = connect
        self._agents = {agent.name: self._new(agent) for agent in settings.agents}
        self._generations = count(1)
        self._entrance = asyncio.Lock()
        self._idle_watch: asyncio.Task[None] | None = None
        self._closed = False

    def list(self) -> tuple[AgentStatus, ...]:
        """Every agent, in the order of the configuration."""
        return tuple(self._agents[agent.name].status for agent in self._settings.agents)

    def logs(self, name: str) -> tuple[str, ...]:
        """The last lines that the agent printed beside the protocol. Raises `UnknownAgent`."""
        return self._find(name).log.tail()

    def serving(self, name: str) -> str:
        """The channel whose turn it is with the agent; "" when nobody has it. Raises `UnknownAgent`."""
        return self._find(name).serving

    def running(self, name: str) -> RunningAgent | None:
        """The agent's process, where it has one that shook hands. Raises `UnknownAgent`."""
        return self._find(name).running

    def info(self, name: str) -> AgentInfo | None:
        """What the agent announced in its last handshake, None before the first. Raises `UnknownAgent`."""
        return self._find(name).info

    def heard(self, name: str, line: str) -> None:
        """The agent printed a line that is no message of the protocol."""
        if name in self._agents:
            self._agents[name].heard(line)

    async def start(self, name: str) -> None:
        """Start the agent; returns once it is ready. Nothing happens when it is. Raises `StartError`."""
        await self._find(name).run()

    async def stop(self, name: str) -> None:
        """End the agent, or its start; returns once its process is gone."""
        await self._find(name).stop()

    async def restart(self, name: str) -> None:
        """Stop, then start by the definition that the configuration has now. Raises `StartError`."""
        agent = self._find(name)
        await agent.stop()
        await agent.run()

    async def authenticate(self, name: str, method: str) -> None:
        """Log in by one of the ways in `info(name).auth_methods`; the agent is started if need be.

        It may wait for the person, in a browser say; whoever cancels this call gives it up. Raises
        `AgentError`, also when nothing happened for `LOGIN_TIMEOUT`.
        """
        async with self.lease(name, "") as running:
            try:
                async with asyncio.timeout(LOGIN_TIMEOUT):
                    await running.connection.authenticate(method)
            except TimeoutError:
                words = _("the login was not finished within {minutes:.0f} minutes: try again")
                raise AgentRefused(words.format(minutes=LOGIN_TIMEOUT / 60)) from None

    async def logout(self, name: str) -> None:
        """End the login; the agent is started if need be. Raises `AgentError`; `UsageError` if it cannot."""
        async with self.lease(name, "") as running:
            if not running.info.logout:
                raise UsageError(_("{name} has no logout: it does not announce one").format(name=name))
            await running.connection.logout()

    @asynccontextmanager
    async def lease(self, name: str, channel: str) -> AsyncIterator[RunningAgent]:
        """The agent for `channel` alone: waits for its turn, starts it if need be; busy while it is held.

        Raises `StartError`, and `UnknownAgent` also when it left the configuration while the channel waited.
        """
        agent = self._find(name)
        async with agent.turn:
            self._find(name)
            agent.serving = channel
            try:
                running = await agent.use()
                try:
                    yield running
                finally:
                    agent.release(running)
            finally:
                agent.serving = ""

    @asynccontextmanager
    async def reach(self, name: str) -> AsyncIterator[RunningAgent]:
        """The agent for a short question that its answers do not mind; started if need be.

        Raises `StartError`.
        """
        running = self._find(name).running
        if running is not None:
            yield running
        else:
            async with self.lease(name, "") as running:
                yield running

    def apply(self, settings: Settings) -> None:
        """Follow the configuration: agents that left it stop, changed ones that run are outdated."""
        before, self._settings = self._settings, settings
        for gone in before.agents:
            if settings.agent(gone.name) is None:
                self._supervisor.spawn(self._leave(self._agents[gone.name]), f"Stopping {gone.name}")
        for wanted in settings.agents:
            agent = self._agents.get(wanted.name)
            if agent is None:
                self._agents[wanted.name] = self._new(wanted)
            elif agent.settings != wanted:
                agent.settings = wanted
                self._publish(agent)
        self._watch_idle()

    async def close(self) -> None:
        """End all agents, at the same time, and start none any more."""
        self._closed = True
        await asyncio.gather(*(agent.stop() for agent in self._agents.values()))
        for agent in self._agents.values():
            await asyncio.to_thread(agent.log.close)

    # What an agent needs of its host.

    @asynccontextmanager
    async def room(self, agent: Agent) -> AsyncIterator[None]:
        async with self._entrance:
            limit = self._settings.limits.max_running_agents
            leaving = [self._agents[name].stop() for name in who_makes_room(self._occupants(), limit)]
            await asyncio.gather(*leaving)
            if self._closed:
                raise StartCancelled(_("{name} does not start: Sidekicks quits").format(name=agent.name))
            yield

    async def launch(self, agent: Agent, signs: SignsOfLife) -> RunningAgent:
        return await launch(
            agent.settings,
            next(self._generations),
            self._clients(agent.name),
            signs,
            agent.heard,
            self._spawn,
            self._connect,
        )

    def changed(self, agent: Agent) -> None:
        self._publish(agent)
        self._watch_idle()

    async def ended(self, agent: Agent) -> None:
        await self._tell_ended(agent.name)

    def _new(self, settings: AgentSettings) -> Agent:
        file = RotatingLog(log_file(self._logs, settings.name), settings.log_size)
        return Agent(settings, AgentLog(settings.name, file, self._bus), self, self._supervisor)

    def _find(self, name: str) -> Agent:
        if self._settings.agent(name) is None:
            raise UnknownAgent(_("there is no agent {name} in the configuration").format(name=name))
        return self._agents[name]

    def _publish(self, agent: Agent) -> None:
        self._bus.publish(AgentStateChanged(agent=agent.name, state=agent.state, error=agent.error))

    def _occupants(self) -> tuple[Occupant, ...]:
        return tuple(agent.occupant for agent in self._agents.values() if agent.occupant is not None)

    async def _leave(self, agent: Agent) -> None:
        await agent.stop()
        # The configuration may have taken it back meanwhile.
        if self._settings.agent(agent.name) is None and self._agents.get(agent.name) is agent:
            del self._agents[agent.name]
            await asyncio.to_thread(agent.log.close)

    def _watch_idle(self) -> None:
        wanted = self._settings.limits.stop_idle_agents_after is not None and self._occupants()
        if wanted and self._idle_watch is None:
            self._idle_watch = self._supervisor.spawn(self._stop_idle(), "Stopping idle agents")
        elif not wanted and self._idle_watch is not None:
            self._idle_watch.cancel()
            self._idle_watch = None

    async def _stop_idle(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(IDLE_CHECK_EVERY)
            after = self._settings.limits.stop_idle_agents_after
            idle = who_idled_too_long(self._occupants(), loop.time(), after)
            await asyncio.gather(*(self._agents[name].stop() for name in idle))
