"""An agent without a process, and a clock that nobody waits for."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from sidekicks_tui.acp.client import Client
from sidekicks_tui.acp.wire import Wire
from sidekicks_tui.core.agents.service import AgentService
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.errors import AgentGone
from sidekicks_tui.model.sessions import AgentInfo
from sidekicks_tui.model.settings import AgentSettings, LimitSettings, Settings

T = TypeVar("T")


class _Jumping(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(None if timeout is None else 0)
        if not ready and timeout is not None:
            self.now += timeout
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Its time passes at once, and only while nobody has anything to do."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


def run(scenario: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(scenario)


class FakeProcess:
    def __init__(self, agent: str, stop_takes: float = 0) -> None:
        self.agent = agent
        self.exited: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.output_ended = asyncio.Event()
        self.stop_takes = stop_takes
        self.stops = 0

    @property
    def alive(self) -> bool:
        return not self.exited.done()

    def exit(self, status: int = 0) -> None:
        if self.alive:
            self.exited.set_result(status)
        self.output_ended.set()

    async def write(self, data: bytes) -> None:
        raise NotImplementedError

    async def read(self, size: int = 65536) -> bytes:
        await self.output_ended.wait()
        return b""

    async def wait(self) -> int:
        return await asyncio.shield(self.exited)

    async def stop(self, stdin_grace: float = 5, term_grace: float = 3) -> None:
        self.stops += 1
        await asyncio.sleep(self.stop_takes)
        self.exit()

    def describe_end(self) -> str:
        return f"exited with status {self.exited.result()}"


class FakeConnection:
    """Answers the handshake after `delay` seconds, with `failure` where there is one."""

    def __init__(self, wire: Wire, delay: float, failure: Exception | None) -> None:
        self._wire = wire
        self._delay = delay
        self._failure = failure
        self._reading = asyncio.ensure_future(self._wire.read())
        self.closed = False

    async def initialize(self) -> AgentInfo:
        await asyncio.wait([self._reading], timeout=self._delay)
        if self._reading.done():
            raise AgentGone("the agent is gone")
        if self._failure is not None:
            raise self._failure
        return AgentInfo(name="fake")

    async def close(self) -> None:
        self.closed = True
        self._reading.cancel()


@dataclass
class World:
    """An `AgentService` whose agents are fakes; what they do next is set here."""

    logs: Path
    limit: int = 4
    idle_after: float | None = None
    names: tuple[str, ...] = ("a", "b", "c")
    delay: float = 1.0
    failure: Exception | None = None
    spawn_failure: Exception | None = None
    spawn_takes: float = 0.0
    stop_takes: float = 0.0
    processes: list[FakeProcess] = field(default_factory=list)
    connections: list[FakeConnection] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    say: Callable[[str], None] = lambda line: None

    def __post_init__(self) -> None:
        self.bus = Bus()
        self.supervisor = Supervisor(self.bus)
        self.service = AgentService(
            self.settings(),
            bus=self.bus,
            supervisor=self.supervisor,
            logs=self.logs,
            spawn=self._spawn,
            clients=lambda name: cast("Client", name),
            ended=self._ended,
            connect=self._connect,
        )

    def settings(self, **changes: Any) -> Settings:
        names = changes.get("names", self.names)
        return Settings(
            path=Path("/x/config.yaml"),
            agents=tuple(self.agent(name, **changes.get("agent", {})) for name in names),
            limits=LimitSettings(
                max_running_agents=changes.get("limit", self.limit),
                stop_idle_agents_after=changes.get("idle_after", self.idle_after),
            ),
        )

    def agent(self, name: str, **changes: Any) -> AgentSettings:
        return AgentSettings(**{"name": name, "command": ("fake",), "workspace": Path("/x"), **changes})

    def alive(self) -> list[str]:
        return [process.agent for process in self.processes if process.alive]

    def process(self, agent: str) -> FakeProcess:
        return next(process for process in self.processes if process.agent == agent and process.alive)

    def states(self) -> dict[str, str]:
        return {status.name: status.state.value for status in self.service.list()}

    async def __aenter__(self) -> "World":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.service.close()
        await self.supervisor.close()

    async def _ended(self, name: str) -> None:
        await asyncio.sleep(0)
        self.ended.append(name)

    async def _spawn(self, settings: AgentSettings, on_stderr: Callable[[str], None]) -> FakeProcess:
        if self.spawn_failure is not None:
            raise self.spawn_failure
        self.say = on_stderr
        await asyncio.sleep(self.spawn_takes)
        process = FakeProcess(settings.name, stop_takes=self.stop_takes)
        self.processes.append(process)
        return process

    def _connect(self, wire: Wire, client: Client) -> Any:
        connection = FakeConnection(wire, self.delay, self.failure)
        self.connections.append(connection)
        return connection
