"""Whatever happens to agents in whatever order: no impossible state, no process too many, none left."""

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.events import AgentStateChanged, EngineFault
from tests.core.agents.fakes import World, run

LIMIT = 2
names = st.sampled_from(["a", "b", "c"])
steps = st.one_of(
    st.tuples(st.sampled_from(["start", "stop", "restart", "crash", "lease", "give up"]), names),
    st.tuples(st.just("pass"), st.sampled_from([0.0, 0.5, 1.0, 40.0])),
    st.tuples(st.just("configure"), st.lists(names, unique=True).map(tuple)),
    st.tuples(st.just("handshake takes"), st.sampled_from([0.0, 1.0, 50.0])),
)


class Driver:
    """Does one step after the other without waiting for what it starts."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.tasks: list[asyncio.Task[None]] = []
        self.leases: dict[str, list[asyncio.Task[None]]] = {"a": [], "b": [], "c": []}

    def do(self, action: str, name: str) -> None:
        match action:
            case "start" | "stop" | "restart":
                self.tasks.append(asyncio.create_task(self.command(action, name)))
            case "crash":
                with suppress(StopIteration):
                    self.world.process(name).exit(1)
            case "lease":
                self.leases[name].append(asyncio.create_task(self.hold(name)))
            case "give up":
                if self.leases[name]:
                    task = self.leases[name].pop(0)
                    task.cancel()
                    self.tasks.append(task)

    async def command(self, action: str, name: str) -> None:
        with suppress(SidekicksError):
            await getattr(self.world.service, action)(name)

    async def hold(self, name: str) -> None:
        with suppress(SidekicksError):
            async with self.world.service.lease(name, "channel") as running:
                assert running.settings.name == name
                await asyncio.Event().wait()

    def check(self) -> None:
        alive = self.world.alive()
        assert len(alive) <= LIMIT
        assert len(set(alive)) == len(alive)
        for status in self.world.service.list():
            assert status.state.running or status.name not in alive


@settings(max_examples=150, deadline=None)
@given(
    script=st.lists(steps, max_size=25),
    stop_takes=st.sampled_from([0.0, 8.0]),
    spawn_takes=st.sampled_from([0.0, 0.3]),
)
def test_random_lives(script: list[tuple[str, object]], stop_takes: float, spawn_takes: float) -> None:
    async def scenario(folder: Path) -> None:
        async with AsyncExitStack() as stack:
            world = World(folder, limit=LIMIT, idle_after=60, stop_takes=stop_takes, spawn_takes=spawn_takes)
            events = await stack.enter_async_context(world.bus.subscribe(AgentStateChanged, EngineFault))
            driver = Driver(world)
            for action, what in script:
                match what:
                    case float() if action == "pass":
                        await asyncio.sleep(what)
                    case float():
                        world.delay = what
                    case tuple():
                        world.service.apply(world.settings(names=what))
                    case str():
                        driver.do(action, what)
                driver.check()
            await world.service.close()
            leases = [task for held in driver.leases.values() for task in held]
            for task in leases:
                task.cancel()
            for outcome in await asyncio.gather(*leases, *driver.tasks, return_exceptions=True):
                assert outcome is None or isinstance(outcome, asyncio.CancelledError), outcome
            assert world.alive() == []
            assert all(connection.closed for connection in world.connections)
            assert len(world.ended) >= len(world.processes)
            await world.supervisor.close()
            world.bus.close()
            # An illegal move would have raised in an agent's life, and the supervisor would have told it.
            assert [event async for event in events if isinstance(event, EngineFault)] == []
            assert asyncio.all_tasks() == {asyncio.current_task()}

    with TemporaryDirectory() as folder:
        run(scenario(Path(folder)))
