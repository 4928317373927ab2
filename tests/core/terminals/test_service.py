"""The service with real shells, in processes of their own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sidekicks_tui.core.agents.processes import Processes
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.terminals.service import TerminalService
from sidekicks_tui.model.errors import StartError, UnknownAgent, UsageError
from sidekicks_tui.model.events import TerminalExit, TerminalOutput
from sidekicks_tui.model.settings import AgentSettings, RuntimeSettings, RuntimeType, Settings
from tests.system.trees_support import TREES, alive, environment, noted


@asynccontextmanager
async def serving(
    folder: Path, runtime: RuntimeType = RuntimeType.LOCAL, **env: str
) -> AsyncIterator[tuple[TerminalService, Bus]]:
    """The service with the folder of one agent, `a`; afterwards nothing of it runs."""
    bus = Bus()
    supervisor = Supervisor(bus)
    processes = Processes(folder / "run")
    agent = AgentSettings(
        name="a",
        command=("true",),
        workspace=folder,
        env={"SHELL": "/bin/sh", "ENV": "", "PS1": "> ", "HISTFILE": "", "HOME": str(folder), **env},
        runtime=RuntimeSettings(type=runtime),
    )
    settings = Settings(path=folder / "config.yaml", agents=(agent,))
    service = TerminalService(
        bus=bus, supervisor=supervisor, settings=lambda: settings, spawn=processes.open_terminal
    )
    try:
        yield service, bus
    finally:
        await service.close_all()
        await supervisor.close()
        await processes.close()
        assert list((folder / "run").glob("*")) == []


async def shows(service: TerminalService, identifier: str, words: str) -> None:
    """Return once the screen shows `words`."""
    shell = service.shell(identifier)
    changed = asyncio.Event()
    end = shell.listen(changed.set)
    async with asyncio.timeout(20):
        while words not in screen(service, identifier):
            changed.clear()
            await changed.wait()
    end()


def screen(service: TerminalService, identifier: str) -> str:
    emulator = service.shell(identifier).emulator
    emulator.update()
    return "\n".join(emulator.row(place).text.rstrip() for place in range(emulator.size[1]))


async def test_a_shell_in_the_folder_of_the_agent(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, bus):
        async with bus.subscribe(TerminalOutput, TerminalExit) as events:
            terminal = await service.open("a", 90, 20)
            await service.write(terminal, b"pwd; stty size; echo $TERM; exit 7\r")
            output = b""
            async with asyncio.timeout(20):
                async for event in events:
                    if isinstance(event, TerminalExit):
                        break
                    assert isinstance(event, TerminalOutput) and event.id == terminal
                    output += event.data

        for words in (str(tmp_path), "20 90", "xterm-256color"):
            assert words in output.decode()
            assert words in screen(service, terminal)
        (status,) = service.list()
        assert (status.id, status.agent, status.exit_status) == (terminal, "a", 7)


async def test_it_is_resized_and_started_anew(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, _bus):
        terminal = await service.open("a", 80, 24)
        await service.resize(terminal, 100, 30)
        await service.write(terminal, b"stty size; x=before\r")
        await shows(service, terminal, "30 100")

        await service.restart(terminal)
        assert "30 100" not in screen(service, terminal)
        await service.write(terminal, b"stty size; echo =$x=\r")
        await shows(service, terminal, "30 100\n==")


@pytest.mark.parametrize("name", TREES)
async def test_close_ends_all_that_the_shell_started(name: str, tmp_path: Path) -> None:
    count, script = TREES[name]
    pids = tmp_path / "pids"
    async with serving(tmp_path, **environment(pids), SCRIPT=script) as (service, _bus):
        terminal = await service.open("a")
        await service.write(terminal, b'sh -c "$SCRIPT"\r')
        async with asyncio.timeout(20):
            while len(noted(pids)) < count:
                await asyncio.sleep(0.01)

        await service.close(terminal)

        assert alive(pids) == []
        assert service.list() == ()


async def test_jobs_of_every_kind_end_with_the_service(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    async with serving(tmp_path, **environment(pids), SHELL="/bin/bash") as (service, _bus):
        terminal = await service.open("a")
        job = 'sh -c "$INNER"'
        line = f"echo $$ >> $PIDS; ({job} &) ; nohup {job} & setsid {job} & {job} & exec {job}\r"
        await service.write(terminal, line.encode())
        async with asyncio.timeout(20):
            while len(noted(pids)) < 6:
                await asyncio.sleep(0.01)

    assert alive(pids) == []


async def test_a_flood_costs_no_memory_and_is_stopped_by_a_key(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, _bus):
        terminal = await service.open("a", 80, 24)
        await service.write(terminal, b"yes flood\r")
        shell = service.shell(terminal)
        async with asyncio.timeout(20):
            while shell.emulator.position.total < 10_000:
                await asyncio.sleep(0.01)

        shell.type(b"\x03")
        await service.write(terminal, b"echo the'' end\r")
        await shows(service, terminal, "the end")
        assert shell.emulator.position.total < 15_000


async def test_what_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, _bus):
        with pytest.raises(UnknownAgent, match="no agent b"):
            await service.open("b")
        terminal = await service.open("a")
        await service.close(terminal)
        for asked in (service.write(terminal, b"x"), service.resize(terminal, 1, 1), service.close(terminal)):
            with pytest.raises(UsageError, match="it was closed"):
                await asked

    async with serving(tmp_path, RuntimeType.SSH) as (service, _bus):
        with pytest.raises(StartError):
            await service.open("a")
        assert service.list() == ()


async def test_nothing_is_opened_once_the_end_has_begun(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, _bus):
        opening = asyncio.create_task(service.open("a"))
        await asyncio.sleep(0)
        await service.close_all()
        with pytest.raises(UsageError, match="quitting"):
            await opening


async def test_a_terminal_that_is_closed_while_it_is_restarted_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, _bus):
        terminal = await service.open("a")
        restarting = asyncio.create_task(service.restart(terminal))
        closing = asyncio.create_task(service.close(terminal))
        await asyncio.sleep(0)
        assert service.list() == ()
        with pytest.raises(UsageError, match="it was closed"):
            await service.close(terminal)
        await restarting
        await closing


async def test_an_end_goes_on_when_nobody_waits_for_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as (service, _bus):
        terminal = await service.open("a")
        shell = service.shell(terminal)
        closing = asyncio.create_task(service.close(terminal))
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        await service.close_all()
        assert shell.exit_status is not None
