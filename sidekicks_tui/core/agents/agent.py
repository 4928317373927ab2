"""One agent: its state, and the task that holds one process from its start to its end.

Theory of operation. While an agent has a process there is one task, its life, and only it moves the state
between stopped, starting, ready and error. Cancelling that task is how a stop is asked for, whatever it is
at: waiting for room, starting, or running. A start that comes while a life ends waits for it, then begins
another, so that there are never two processes of one agent. Being used only moves the state between ready
and busy.
"""

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from sidekicks_tui.core.agents.eviction import Occupant
from sidekicks_tui.core.agents.handshake import SignsOfLife
from sidekicks_tui.core.agents.log import AgentLog
from sidekicks_tui.core.agents.running import RunningAgent
from sidekicks_tui.core.agents.status import agent_status
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.locale import _
from sidekicks_tui.model.agents import AgentState, AgentStatus, Move, move
from sidekicks_tui.model.errors import StartCancelled, StartError
from sidekicks_tui.model.sessions import AgentInfo
from sidekicks_tui.model.settings import AgentSettings


class Host(Protocol):
    """What an agent needs of those around it."""

    def room(self, agent: "Agent") -> AbstractAsyncContextManager[None]:
        """Waits until one more agent may run, and keeps its place. Raises `StartError`."""

    async def launch(self, agent: "Agent", signs: SignsOfLife) -> RunningAgent:
        """A new process. Raises `StartError`."""

    def changed(self, agent: "Agent") -> None:
        """Its state is another one."""

    async def ended(self, agent: "Agent") -> None:
        """Its process and its sessions are gone; returns once what it ran through us is, too."""


class Agent:
    def __init__(self, settings: AgentSettings, log: AgentLog, host: Host, supervisor: Supervisor) -> None:
        self.settings = settings
        self.log = log
        self.state = AgentState.STOPPED
        self.error = ""
        self.serving = ""
        """The channel whose turn it is."""
        self.turn = asyncio.Lock()
        """First come, first served."""
        self._host = host
        self._supervisor = supervisor
        self.running: RunningAgent | None = None
        self.info: AgentInfo | None = None
        """As of its last handshake."""
        self._signs: SignsOfLife
        """Of its process, from its start on."""
        self._life: asyncio.Task[None] | None = None
        self._started: asyncio.Future[RunningAgent]
        self._ending = False
        self._last_used = 0.0

    @property
    def name(self) -> str:
        return self.settings.name

    @property
    def outdated(self) -> bool:
        """It runs by a definition that is no longer the configuration's."""
        return self.running is not None and self.running.settings != self.settings

    @property
    def status(self) -> AgentStatus:
        return agent_status(self.settings, self.state, self.error, self.outdated)

    @property
    def occupant(self) -> Occupant | None:
        """Itself as one of those that run; None when it does not."""
        if not self.state.running:
            return None
        if self._ending:
            return Occupant(self.name, idle=True, last_used=0.0)
        return Occupant(self.name, self.state is AgentState.READY, self._last_used)

    def heard(self, line: str) -> None:
        """It printed something beside the protocol."""
        if self._life is not None:
            self._signs.heard(line)
        self.log.append(line)

    async def run(self) -> RunningAgent:
        """Its process, which is started if need be. A caller that is cancelled leaves the start alone.

        Raises `StartError`.
        """
        while self._life is not None and self._ending:
            await asyncio.wait([self._life])
        if self._life is None:
            self._begin()
        return await asyncio.shield(self._started)

    async def stop(self) -> None:
        """End its process, or its start; returns once it is gone. Nothing happens when it does not run."""
        if self._life is None:
            return
        if not self._ending:
            self._ending = True
            self._life.cancel()
        await asyncio.wait([self._life])

    async def use(self) -> RunningAgent:
        """Its process, busy from now on; started if need be. Raises `StartError`."""
        while True:
            running = await self.run()
            # It may have been stopped between its start and now.
            if self.running is running and not self._ending:
                break
        if self.state is AgentState.READY:
            self._move(Move.USED)
        return running

    def release(self, running: RunningAgent) -> None:
        """Who called `use` is done. Nothing happens when that process is gone already."""
        if self.running is running and not self._ending:
            self._last_used = asyncio.get_running_loop().time()
            self._move(Move.RELEASED)

    def _begin(self) -> None:
        self._ending = False
        self._signs = SignsOfLife()
        self._started = asyncio.get_running_loop().create_future()
        self._started.add_done_callback(asyncio.Future.exception)  # nobody may be waiting any more
        self._life = self._supervisor.spawn(self._live(self._started), f"Agent {self.name}")
        self._life.add_done_callback(self._buried)

    async def _live(self, started: "asyncio.Future[RunningAgent]") -> None:
        running = await self._start(started)
        if running is None:
            return
        how, reason = Move.STOPPED, ""
        try:
            reason = await running.line.end()
            how = Move.ENDED
        except asyncio.CancelledError:
            pass  # a stop was asked for
        self._ending = True
        try:
            await running.close()
        finally:
            self.running = None
            await self._host.ended(self)
            if how is Move.ENDED:
                reason = "\n".join([reason, *self._signs.lines])
            self._move(how, reason)

    async def _start(self, started: "asyncio.Future[RunningAgent]") -> RunningAgent | None:
        try:
            async with self._host.room(self):
                self._move(Move.START)
            self._signs = SignsOfLife()  # the wait for room was not the agent's silence
            running = await self._host.launch(self, self._signs)
        except StartError as error:
            await self._not_started(Move.START_FAILED, str(error))
            started.set_exception(error)
            return None
        except asyncio.CancelledError:
            await self._not_started(Move.STOPPED)
            raise
        except Exception as error:
            await self._not_started(Move.START_FAILED, repr(error))
            raise
        self.running, self.info = running, running.info
        self._last_used = asyncio.get_running_loop().time()
        self._move(Move.SHOOK_HANDS)
        started.set_result(running)
        return running

    async def _not_started(self, how: Move, reason: str = "") -> None:
        # A start that found no room has changed nothing.
        if self.state is AgentState.STARTING:
            await self._host.ended(self)
            self._move(how, reason)

    def _buried(self, life: "asyncio.Task[None]") -> None:
        self._life = None
        if self._started.done():
            return
        if life.cancelled():
            words = _("{name} was stopped while it started").format(name=self.name)
            self._started.set_exception(StartCancelled(words))
        else:
            words = _("{name} failed to start: see the program log").format(name=self.name)
            self._started.set_exception(StartError(words))

    def _move(self, event: Move, reason: str = "") -> None:
        self.state = move(self.state, event)
        self.error = reason
        self._host.changed(self)
