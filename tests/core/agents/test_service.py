import asyncio
from pathlib import Path

import pytest

from sidekicks_tui.model.errors import AgentRefused, StartCancelled, StartError, TooManyAgents, UnknownAgent
from sidekicks_tui.model.events import AgentLogged, AgentStateChanged, EngineFault
from tests.core.agents.fakes import World, run


async def settle() -> None:
    """Let everybody do what can be done without time passing."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_a_start_and_a_stop_go_through_the_states(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            async with world.bus.subscribe(AgentStateChanged) as events:
                await world.service.start("a")
                await world.service.start("a")
                assert world.states() == {"a": "ready", "b": "stopped", "c": "stopped"}
                assert len(world.processes) == 1
                await world.service.stop("a")
                assert world.alive() == []
                assert world.ended == ["a"]
                assert world.connections[0].closed
                await world.service.stop("a")
                world.bus.close()
                told = [
                    (event.agent, event.state)
                    async for event in events
                    if isinstance(event, AgentStateChanged)
                ]
            assert told == [("a", "starting"), ("a", "ready"), ("a", "stopped")]

    run(scenario())


def test_an_agent_that_nobody_configured_is_told(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            with pytest.raises(UnknownAgent, match="zed"):
                await world.service.start("zed")

    run(scenario())


def test_a_failed_start_says_why_and_what_the_agent_said_last(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, failure=AgentRefused("no licence")) as world:
            starting = asyncio.create_task(world.service.start("a"))
            await settle()
            for number in range(20):
                world.say(f"line {number}")
            with pytest.raises(StartError) as refusal:
                await starting
            assert str(refusal.value).splitlines() == ["no licence"] + [f"line {n}" for n in range(12, 20)]
            assert world.service.list()[0].error == str(refusal.value)
            assert world.states()["a"] == "error"
            assert world.alive() == []
            assert world.connections[0].closed

    run(scenario())


def test_a_command_that_cannot_be_started_is_an_error_and_may_be_tried_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, spawn_failure=StartError("gemini was not found")) as world:
            with pytest.raises(StartError, match="gemini was not found"):
                await world.service.start("a")
            assert world.states()["a"] == "error"
            world.spawn_failure = None
            await world.service.start("a")
            assert world.states()["a"] == "ready"
            assert world.service.list()[0].error == ""

    run(scenario())


def test_a_bug_in_a_start_is_an_error_and_a_fault(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, spawn_failure=KeyError("x")) as world:
            async with world.bus.subscribe(EngineFault) as faults:
                with pytest.raises(StartError, match="program log"):
                    await world.service.start("a")
                assert "KeyError" in str(await anext(faults))
            assert world.states()["a"] == "error"

    run(scenario())


def test_an_agent_that_dies_before_it_answers(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            starting = asyncio.create_task(world.service.start("a"))
            await settle()
            world.process("a").exit(3)
            with pytest.raises(StartError, match="exited with status 3 before it answered"):
                await starting

    run(scenario())


def test_an_agent_that_says_nothing_is_given_up(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, delay=100) as world:
            with pytest.raises(StartError, match="30 s"):
                await world.service.start("a")
            assert world.alive() == []

    run(scenario())


@pytest.mark.parametrize("channel", ["standard error", "standard output"])
def test_an_agent_that_prints_is_alive(tmp_path: Path, channel: str) -> None:
    async def scenario() -> None:
        async with World(tmp_path, delay=100) as world:
            starting = asyncio.create_task(world.service.start("a"))
            for _ in range(5):
                await asyncio.sleep(20)
                if channel == "standard error":
                    world.say("downloading")
                else:
                    world.service.heard("a", "downloading")
            await starting
            assert world.states()["a"] == "ready"
            assert world.service.logs("a") == ("downloading",) * 5

    run(scenario())


def test_a_stop_during_the_start_abandons_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            starting = asyncio.create_task(world.service.start("a"))
            await settle()
            assert world.states()["a"] == "starting"
            await world.service.stop("a")
            assert world.states()["a"] == "stopped"
            assert world.alive() == []
            with pytest.raises(StartCancelled):
                await starting

    run(scenario())


def test_a_stop_in_the_same_tick_as_the_start(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            starting = asyncio.create_task(world.service.start("a"))
            await asyncio.sleep(0)
            await world.service.stop("a")
            with pytest.raises(StartCancelled):
                await starting
            assert world.states()["a"] == "stopped"
            await world.service.start("a")
            assert world.states()["a"] == "ready"

    run(scenario())


def test_who_gives_up_waiting_does_not_stop_the_start(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            impatient = asyncio.create_task(world.service.start("a"))
            await settle()
            impatient.cancel()
            await world.service.start("a")
            assert len(world.processes) == 1

    run(scenario())


def test_a_restart_takes_the_new_definition(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, stop_takes=8) as world:
            await world.service.start("a")
            world.service.apply(world.settings(agent={"title": "New"}))
            assert world.service.list()[0].outdated
            await world.service.restart("a")
            assert not world.service.list()[0].outdated
            assert world.service.list()[0].title == "New"
            assert [process.alive for process in world.processes] == [False, True]

    run(scenario())


def test_a_start_waits_for_the_end_of_the_process_before(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, stop_takes=8) as world:
            await world.service.start("a")
            stopping = asyncio.create_task(world.service.stop("a"))
            await settle()
            await world.service.start("a")
            assert stopping.done()
            assert world.alive() == ["a"]
            first, second = (connection for connection in world.connections)
            assert first.closed
            assert not second.closed

    run(scenario())


def test_a_crash_is_an_error_and_nothing_starts_it_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            await world.service.start("a")
            for number in range(20):
                world.say(f"line {number}")
            world.process("a").exit(1)
            await asyncio.sleep(1000)
            assert world.states()["a"] == "error"
            reason, *last = world.service.list()[0].error.splitlines()
            assert reason == "the agent exited with status 1"
            assert last == [f"line {number}" for number in range(12, 20)]
            assert world.alive() == []
            assert world.ended == ["a"]

    run(scenario())


def test_an_agent_that_closes_its_output_is_ended(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            await world.service.start("a")
            world.process("a").output_ended.set()
            await asyncio.sleep(10)
            assert world.alive() == []
            assert world.service.list()[0].error == "the agent closed its standard output"

    run(scenario())


def test_leases_are_first_come_first_served(tmp_path: Path) -> None:
    async def scenario() -> None:
        order: list[str] = []

        async def answer(world: World, channel: str) -> None:
            async with world.service.lease("a", channel):
                order.append(channel)
                assert world.states()["a"] == "busy"
                assert world.service.serving("a") == channel
                await asyncio.sleep(5)

        async with World(tmp_path) as world:
            impatient = None
            async with asyncio.TaskGroup() as group:
                for channel in ("c1", "c2", "c3", "c4"):
                    task = group.create_task(answer(world, channel))
                    await settle()
                    impatient = task if channel == "c2" else impatient
                assert world.service.serving("a") == "c1"
                assert impatient is not None
                impatient.cancel()
            assert order == ["c1", "c3", "c4"]
            assert world.states()["a"] == "ready"
            assert world.service.serving("a") == ""
            assert len(world.processes) == 1

    run(scenario())


def test_a_process_that_follows_another_is_of_another_generation(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            async with world.service.lease("a", "c") as first:
                pass
            async with world.service.lease("a", "c") as same:
                assert same is first
                world.process("a").exit(1)
                await asyncio.sleep(5)
                assert world.states()["a"] == "error"
            async with world.service.lease("a", "c") as second:
                assert second.generation != first.generation

    run(scenario())


def test_a_stop_takes_a_busy_agent_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            async with world.service.lease("a", "c"):
                await world.service.stop("a")
                assert world.states()["a"] == "stopped"
            assert world.states()["a"] == "stopped"

    run(scenario())


def test_the_least_recently_used_idle_agent_makes_room(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, limit=2, stop_takes=8) as world:
            for name in ("a", "b", "a"):
                async with world.service.lease(name, "c"):
                    await asyncio.sleep(1)
            await world.service.start("c")
            assert world.states() == {"a": "ready", "b": "stopped", "c": "ready"}

    run(scenario())


def test_a_start_is_refused_when_all_are_busy_and_changes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, limit=2) as world:
            async with world.service.lease("a", "x"), world.service.lease("b", "y"):
                with pytest.raises(TooManyAgents) as refusal:
                    await world.service.start("c")
                assert str(refusal.value) == "too many agents running: 2 agent(s) busy (a, b), the limit is 2"
                assert world.states() == {"a": "busy", "b": "busy", "c": "stopped"}
            await world.service.start("c")
            assert world.states()["c"] == "ready"

    run(scenario())


def test_an_idle_agent_is_stopped_and_then_no_timer_is_left(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, idle_after=100) as world:
            before = asyncio.all_tasks()
            async with world.service.lease("a", "c"):
                await asyncio.sleep(500)
                assert world.states()["a"] == "busy"
            await asyncio.sleep(90)
            assert world.states()["a"] == "ready"
            await asyncio.sleep(40)
            assert world.states()["a"] == "stopped"
            await settle()
            assert asyncio.all_tasks() == before

    run(scenario())


def test_no_timer_runs_where_idle_agents_stay(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, idle_after=None) as world:
            await world.service.start("a")
            assert [task.get_name() for task in asyncio.all_tasks() if "idle" in task.get_name()] == []
            world.service.apply(world.settings(idle_after=50))
            await asyncio.sleep(100)
            assert world.states()["a"] == "stopped"

    run(scenario())


def test_the_configuration_changes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            await world.service.start("a")
            await world.service.start("b")
            world.service.apply(world.settings(names=("b", "d"), agent={"command": ("other",)}))
            assert [(status.name, status.outdated) for status in world.service.list()] == [
                ("b", True),
                ("d", False),
            ]
            await settle()
            assert world.alive() == ["b"]
            with pytest.raises(UnknownAgent):
                world.service.logs("a")
            world.service.apply(world.settings(names=("b", "d")))
            assert not world.service.list()[0].outdated

    run(scenario())


def test_an_agent_that_comes_back_while_it_leaves(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, stop_takes=8) as world:
            await world.service.start("a")
            world.service.apply(world.settings(names=()))
            await settle()
            world.service.apply(world.settings(names=("a",)))
            await world.service.start("a")
            assert world.states() == {"a": "ready"}
            assert world.alive() == ["a"]

    run(scenario())


def test_a_channel_that_waits_for_an_agent_that_leaves(tmp_path: Path) -> None:
    async def scenario() -> None:
        async def wait(world: World) -> None:
            async with world.service.lease("a", "second"):
                raise AssertionError("the agent has left")

        async with World(tmp_path) as world:
            async with world.service.lease("a", "first"):
                waiting = asyncio.create_task(wait(world))
                await settle()
                world.service.apply(world.settings(names=("b",)))
                await settle()
            with pytest.raises(UnknownAgent):
                await waiting

    run(scenario())


def test_closing_ends_all_at_once_and_starts_none(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path, stop_takes=8, delay=1) as world:
            await world.service.start("a")
            await world.service.start("b")
            starting = asyncio.create_task(world.service.start("c"))
            await settle()
            begun = asyncio.get_running_loop().time()
            await world.service.close()
            assert asyncio.get_running_loop().time() - begun == 8
            assert world.alive() == []
            with pytest.raises(StartCancelled):
                await starting
            with pytest.raises(StartCancelled, match="quits"):
                await world.service.start("a")

    run(scenario())


def test_the_log_holds_what_the_agent_said_in_memory_and_on_disk(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with World(tmp_path) as world:
            async with world.bus.subscribe(AgentLogged) as events:
                await world.service.start("a")
                for number in range(300):
                    world.say(f"{number} \x1b[31m")
                assert await anext(events) == AgentLogged(agent="a", line="0 \x1b[31m")
            assert world.service.logs("a") == tuple(f"{number} \x1b[31m" for number in range(100, 300))

    run(scenario())
    assert (tmp_path / "a.log").read_text().splitlines() == [f"{number} \x1b[31m" for number in range(300)]
