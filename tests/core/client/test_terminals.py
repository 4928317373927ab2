import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from sidekicks_tui.acp.client import TerminalEnd
from sidekicks_tui.core.agents.processes import Processes
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.client.terminals import LIVE_OUTPUT, Terminals, as_words
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.errors import StartError, UsageError


class Bench:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.records = folder / "run"
        self.records.mkdir()
        self.supervisor = Supervisor(Bus())
        self.terminals = Terminals(Processes(self.records).run, self.supervisor)
        self.shown: list[tuple[str, str, int | None]] = []

    async def run(self, command: str, *args: str, limit: int | None = None) -> str:
        return await self.terminals.create(
            command,
            args,
            cwd=self.folder,
            env=dict(os.environ),
            limit=limit,
            changed=lambda *what: self.shown.append(what),
        )

    async def sh(self, script: str, limit: int | None = None) -> str:
        return await self.run("sh", "-c", script, limit=limit)

    async def output(self, terminal: str) -> str:
        await self.terminals.wait(terminal)
        return self.terminals.snapshot(terminal).output

    async def until(self, terminal: str, text: str) -> None:
        while text not in self.terminals.snapshot(terminal).output:
            await asyncio.sleep(0.01)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    await bench.terminals.close()
    await bench.supervisor.close()


async def test_both_streams_arrive_in_order(bench: Bench) -> None:
    terminal = await bench.sh("echo one; echo two >&2; echo three; pwd")
    assert await bench.output(terminal) == f"one\ntwo\nthree\n{bench.folder}\n"
    assert bench.terminals.snapshot(terminal).end == TerminalEnd(exit_code=0)


async def test_a_command_has_no_input(bench: Bench) -> None:
    assert await bench.output(await bench.run("cat")) == ""


async def test_how_it_ended(bench: Bench) -> None:
    assert await bench.terminals.wait(await bench.sh("exit 7")) == TerminalEnd(exit_code=7)
    assert await bench.terminals.wait(await bench.sh("kill -9 $$")) == TerminalEnd(signal="SIGKILL")


async def test_a_line_for_a_shell_may_come_as_the_command(bench: Bench) -> None:
    assert await bench.output(await bench.run("echo a b | tr ab xy; exit 3")) == "x y\n"


def test_a_program_with_a_space_in_its_name_is_a_program(tmp_path: Path) -> None:
    program = tmp_path / "my program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert as_words(str(program), (), "")[-1] == str(program)
    assert as_words(str(program), (), "")[2].startswith("exec")
    assert as_words("no program", (), "")[2].endswith('eval "$1"')


async def test_a_folder_that_is_gone_is_told(bench: Bench) -> None:
    bench.folder = bench.folder / "gone"
    with pytest.raises(StartError):
        await bench.sh("true")


async def test_output_is_cut_at_its_beginning_between_characters(bench: Bench) -> None:
    terminal = await bench.sh("printf 'äöüß%.0s' 1 2 3 4 5", limit=9)
    assert await bench.output(terminal) == "äöüß"
    assert bench.terminals.snapshot(terminal).truncated


async def test_kill_ends_everything_and_leaves_the_output(bench: Bench) -> None:
    terminal = await bench.sh("trap '' TERM; sleep 600 & echo $!; wait; sleep 600")
    await bench.until(terminal, "\n")
    child = int(bench.terminals.snapshot(terminal).output)
    await bench.terminals.kill(terminal)
    assert bench.terminals.snapshot(terminal).end == TerminalEnd(signal="SIGKILL")
    assert not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE
    await bench.terminals.kill(terminal)
    assert bench.terminals.snapshot(terminal).output == f"{child}\n"


async def test_release_ends_it_and_answers_who_waits(bench: Bench) -> None:
    terminal = await bench.run("sleep", "600")
    waiting = asyncio.create_task(bench.terminals.wait(terminal))
    await asyncio.sleep(0)
    await bench.terminals.release(terminal)
    assert await waiting == TerminalEnd(signal="SIGTERM")
    for method in (bench.terminals.kill, bench.terminals.release, bench.terminals.wait):
        with pytest.raises(UsageError, match="there is no terminal"):
            await method(terminal)


async def test_the_conversation_sees_it_run_and_end(bench: Bench) -> None:
    terminal = await bench.sh(
        f"echo begun; touch ready; while [ ! -e go ]; do sleep 0.01; done; seq {LIVE_OUTPUT}"
    )
    while not bench.shown:
        await asyncio.sleep(0.01)
    assert bench.shown[0] == (terminal, "begun\n", None)
    (bench.folder / "go").touch()
    await bench.terminals.wait(terminal)
    while bench.shown[-1][2] is None:
        await asyncio.sleep(0.01)
    assert bench.shown[-1][2] == 0
    assert bench.shown[-1][1].startswith("begun\n1\n")
    assert all(len(text) <= LIVE_OUTPUT for _, text, status in bench.shown if status is None)


async def test_a_flood_is_shown_at_most_thirty_times_a_second(bench: Bench) -> None:
    loop = asyncio.get_running_loop()
    began = loop.time()
    terminal = await bench.sh("seq 300000", limit=1000)
    await bench.terminals.wait(terminal)
    assert len(bench.shown) <= 30 * (loop.time() - began) + 2
    assert bench.terminals.snapshot(terminal).output.endswith("\n300000\n")


async def test_what_runs_is_recorded_until_it_has_ended(bench: Bench) -> None:
    terminal = await bench.run("sleep", "600")
    (record,) = bench.records.glob("*.tags")
    assert record.read_text()
    await bench.terminals.wait(await bench.sh("true"))
    assert len(record.read_text().splitlines()) == 1
    await bench.terminals.release(terminal)
    assert not record.read_text()


async def test_close_ends_and_forgets_all(bench: Bench) -> None:
    terminal = await bench.run("sleep", "600")
    await bench.terminals.close()
    with pytest.raises(UsageError):
        bench.terminals.snapshot(terminal)
