import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.presence import publish_states, running_states
from sidekicks_tui.model.agents import AgentState, AgentStatus
from sidekicks_tui.model.events import AgentStateChanged

CONFIG = Path("/home/me/config.yaml")


def status(name: str, state: AgentState) -> AgentStatus:
    return AgentStatus(
        name=name, title=name, icon="", description="", state=state, error="", outdated=False,
        runtime="local", can_stop_sandbox=False, can_remove_sandbox=False,
    )  # fmt: skip


@asynccontextmanager
async def instance(
    folder: Path, *agents: AgentStatus, ready: Callable[[], bool] = lambda: False
) -> AsyncIterator[Bus]:
    """Somebody who runs `agents`, the first of which has just moved; yields once it is told, or `ready`."""
    bus = Bus()
    publishing = asyncio.create_task(publish_states(bus, lambda: agents, folder, CONFIG))
    await asyncio.sleep(0)
    bus.publish(AgentStateChanged(agent=agents[0].name, state=agents[0].state))
    try:
        while not (ready() or list(folder.glob("*.agents"))):
            await asyncio.sleep(0.001)
        yield bus
    finally:
        bus.close()
        await publishing


async def test_states_are_seen_while_somebody_runs_and_not_afterwards(tmp_path: Path) -> None:
    busy, stopped = status("a", AgentState.BUSY), status("b", AgentState.STOPPED)
    async with instance(tmp_path, busy, stopped):
        assert running_states(tmp_path, CONFIG) == {"a": busy, "b": stopped}
        assert running_states(tmp_path, Path("/home/me/other.yaml")) == {}
    assert running_states(tmp_path, CONFIG) == {}
    assert list(tmp_path.iterdir()) == []


async def test_of_two_instances_the_one_that_runs_an_agent_tells_its_state(tmp_path: Path) -> None:
    async with instance(tmp_path, status("a", AgentState.READY)):
        async with instance(tmp_path, status("a", AgentState.STOPPED)):
            assert running_states(tmp_path, CONFIG)["a"].state is AgentState.READY


async def test_what_a_killed_instance_has_left_says_nothing_and_is_removed(tmp_path: Path) -> None:
    async with instance(tmp_path, status("a", AgentState.BUSY)):
        left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for name, content in left.items():
        (tmp_path / name).write_bytes(content)
    assert running_states(tmp_path, CONFIG) == {}
    assert list(tmp_path.iterdir()) == []


async def test_a_folder_that_cannot_be_written_is_tried_again_at_the_next_change(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder, agent = tmp_path / "run", status("a", AgentState.BUSY)
    folder.touch()  # no folder can be made in its place
    async with instance(folder, agent, ready=lambda: bool(caplog.records)) as bus:
        assert str(folder) in caplog.text
        folder.unlink()
        bus.publish(AgentStateChanged(agent="a", state=AgentState.BUSY))
        while not list(folder.glob("*.agents")):
            await asyncio.sleep(0.001)
        assert running_states(folder, CONFIG) == {"a": agent}
