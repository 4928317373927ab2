"""An agent that runs: its process, and the connection that speaks with it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from sidekicks_tui.acp.client import Client
from sidekicks_tui.acp.connection import AgentConnection
from sidekicks_tui.acp.wire import Wire
from sidekicks_tui.locale import _
from sidekicks_tui.model.sessions import AgentInfo
from sidekicks_tui.model.settings import AgentSettings

_EXIT_GRACE: Final = 1.0
"""Seconds from the end of an agent's output to the end of its process, which says more."""


class Process(Protocol):
    """What runs an agent, or a command for it; `system.process.ChildProcess` is one."""

    async def write(self, data: bytes) -> None: ...
    async def read(self, size: int = ...) -> bytes: ...
    async def wait(self) -> int: ...
    async def stop(self, stdin_grace: float = ..., term_grace: float = ...) -> None: ...
    def describe_end(self) -> str: ...


Spawn: TypeAlias = Callable[[AgentSettings, Callable[[str], None]], Awaitable[Process]]
"""Starts an agent's process; the callback gets each line of its standard error. Raises `StartError`."""
Connect: TypeAlias = Callable[[Wire, Client], AgentConnection]
ClientFactory: TypeAlias = Callable[[str], Client]
"""Makes our side of the wire for the next process of the agent with that name."""


class Line:
    """The wire to a process; knows when its output has ended."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._exhausted = asyncio.Event()

    async def write(self, data: bytes) -> None:
        await self._process.write(data)

    async def read(self, size: int = 65536) -> bytes:
        data = await self._process.read(size)
        if not data:
            self._exhausted.set()
        return data

    async def end(self) -> str:
        """Waits until the agent can answer no more, and says why."""
        exited = asyncio.ensure_future(self._process.wait())
        exhausted = asyncio.ensure_future(self._exhausted.wait())
        try:
            await asyncio.wait([exited, exhausted], return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait([exited], timeout=_EXIT_GRACE)
            if exited.done():
                return _("the agent {end}").format(end=self._process.describe_end())
            return _("the agent closed its standard output")
        finally:
            exited.cancel()
            exhausted.cancel()


@dataclass(frozen=True, eq=False)
class RunningAgent:
    """Serves one process of an agent, from the handshake to its end."""

    settings: AgentSettings
    """As they were when it started."""
    generation: int
    """Counts the processes of all agents: a session that another generation opened is gone."""
    info: AgentInfo
    connection: AgentConnection
    process: Process
    line: Line

    async def close(self) -> None:
        """End the process; its last lines on standard error are in its log then."""
        await self.process.stop()
        await self.process.wait()
        await self.connection.close()
