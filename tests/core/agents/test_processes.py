"""The service with real agents, in processes of their own."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import psutil
import pytest

from sidekicks_tui.acp.client import Client
from sidekicks_tui.core.agents.processes import Processes
from sidekicks_tui.core.agents.service import AgentService
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.errors import StartCancelled, StartError
from sidekicks_tui.model.events import AgentLogged, AgentStateChanged
from sidekicks_tui.model.settings import AgentSettings, RuntimeSettings, RuntimeType, Settings
from tests.support.fake_agent import agent_command


class Noises:
    """Our side of the wire as far as the handshake."""

    def __init__(self, service: AgentService, name: str) -> None:
        self.noise = lambda line: service.heard(name, line)


async def nothing(name: str) -> None:
    pass


@asynccontextmanager
async def serving(
    folder: Path, *command: str, runtime: RuntimeType = RuntimeType.LOCAL
) -> AsyncIterator[tuple[AgentService, Bus]]:
    """The service with one agent, `a`, and its bus; afterwards nothing of it runs."""
    bus = Bus()
    supervisor = Supervisor(bus)
    processes = Processes(folder / "run")
    agent = AgentSettings(name="a", command=command, workspace=folder, runtime=RuntimeSettings(type=runtime))
    service = AgentService(
        Settings(path=folder / "config.yaml", agents=(agent,)),
        bus=bus,
        supervisor=supervisor,
        logs=folder / "logs",
        spawn=processes.launch,
        clients=lambda name: cast("Client", Noises(service, name)),
        ended=nothing,
    )
    try:
        yield service, bus
    finally:
        await service.close()
        await supervisor.close()
        await processes.close()
        assert children_of(folder) == []
        assert list((folder / "run").glob("*")) == []


def children_of(folder: Path) -> list[int]:
    """Processes of this test that work in `folder`."""
    found = []
    for process in psutil.Process(os.getpid()).children(recursive=True):
        try:
            if process.cwd() == str(folder) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


async def test_a_conversation_could_begin(tmp_path: Path) -> None:
    async with serving(tmp_path, *agent_command()) as (service, _):
        async with service.lease("a", "c") as running:
            assert running.info.title == "Fake"
            assert children_of(tmp_path)
            assert len(list((tmp_path / "run").glob("*.tags"))) == 1
            session = await running.connection.new_session(str(tmp_path))
            assert session.id == "session-1"


async def test_an_agent_that_dies_says_its_last_words(tmp_path: Path) -> None:
    async with serving(tmp_path, *agent_command("--die=no key|set FAKE_KEY")) as (service, _):
        with pytest.raises(StartError) as failure:
            await service.start("a")
        assert str(failure.value).splitlines() == [
            "the agent exited with status 3 before it answered the ACP handshake",
            "no key",
            "set FAKE_KEY",
        ]
        assert service.logs("a") == ("no key", "set FAKE_KEY")
    assert (tmp_path / "logs" / "a.log").read_text() == "no key\nset FAKE_KEY\n"


@pytest.mark.parametrize(
    ("flag", "reason"), [("--protocol=2", "protocol 2"), ("--refuse", "Unsupported protocol version")]
)
async def test_an_agent_that_cannot_be_spoken_with(tmp_path: Path, flag: str, reason: str) -> None:
    async with serving(tmp_path, *agent_command(flag)) as (service, _):
        with pytest.raises(StartError, match=reason):
            await service.start("a")
        assert children_of(tmp_path) == []


async def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    async with serving(tmp_path, "no-such-agent") as (service, _):
        with pytest.raises(StartError, match="no-such-agent was not found"):
            await service.start("a")


async def test_a_sandboxed_agent_never_runs_here(tmp_path: Path) -> None:
    async with serving(tmp_path, *agent_command(), runtime=RuntimeType.CONTAINER) as (service, _):
        with pytest.raises(StartError):
            await service.start("a")
        assert children_of(tmp_path) == []


async def test_what_is_no_message_is_noise_in_the_log(tmp_path: Path) -> None:
    shout = 'echo "Please log in"; exec "$@"'
    async with serving(tmp_path, "sh", "-c", shout, "sh", *agent_command()) as (service, _):
        await service.start("a")
        assert service.logs("a") == ("Please log in",)


async def test_a_start_that_hangs_can_be_stopped(tmp_path: Path) -> None:
    async with serving(tmp_path, *agent_command("--silent", "--late=60")) as (service, bus):
        async with bus.subscribe(AgentStateChanged) as events:
            starting = asyncio.create_task(service.start("a"))
            await anext(events)
            await service.stop("a")
            with pytest.raises(StartCancelled):
                await starting
        assert children_of(tmp_path) == []


async def test_a_late_answer_with_signs_of_life_is_waited_for(tmp_path: Path) -> None:
    async with serving(tmp_path, *agent_command("--late=0.2")) as (service, bus):
        async with bus.subscribe(AgentLogged) as events:
            await service.start("a")
            assert await anext(events) == AgentLogged(agent="a", line="downloading…")


async def test_a_crash_leaves_nothing_of_the_tree(tmp_path: Path) -> None:
    wrapper = 'exec 3<&0; "$@" <&3 & wait'
    async with serving(tmp_path, "sh", "-c", wrapper, "sh", *agent_command("--ignore-eof")) as (service, bus):
        async with bus.subscribe(AgentStateChanged) as events:
            async with service.lease("a", "c") as running:
                assert len(children_of(tmp_path)) == 2
                await running.connection.new_session(str(tmp_path))
                (shell,) = (pid for pid in children_of(tmp_path) if psutil.Process(pid).ppid() == os.getpid())
                psutil.Process(shell).kill()
                told = [await anext(events) for _ in ("starting", "ready", "busy", "error")]
        assert told[-1] == AgentStateChanged(
            agent="a", state=AgentState.ERROR, error="the agent was ended by SIGKILL"
        )
        assert children_of(tmp_path) == []
