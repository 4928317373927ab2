"""Hooks as real processes: told, heard, ended."""

import asyncio
import os
from pathlib import Path

import psutil
import pytest

from sidekicks_tui.hooks.runner import OUTPUT_SIZE, Command, Run, Runner
from sidekicks_tui.system.process import ChildProcess


async def run(folder: Path, script: str, payload: bytes = b"{}\n", timeout: float = 30) -> Run:
    runner = Runner(ChildProcess.spawn)
    command = Command(words=("sh", "-c", script), cwd=folder, env=dict(os.environ), timeout=timeout)
    try:
        return await runner.run(command, payload)
    finally:
        await runner.close()


def alive(pid: int) -> bool:
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


async def test_it_is_told_on_its_input_and_heard_on_both_outputs(tmp_path: Path) -> None:
    done = await run(tmp_path, "cat; echo why >&2; exit 3", b'{"a": 1}')
    assert (done.status, done.stdout, done.stderr, done.timed_out) == (3, '{"a": 1}', "why", False)


async def test_it_runs_in_its_folder_without_a_terminal(tmp_path: Path) -> None:
    done = await run(tmp_path, "pwd; : </dev/tty && echo terminal")
    assert done.stdout.split() == [str(tmp_path.resolve())]


async def test_one_that_does_not_listen_breaks_nothing(tmp_path: Path) -> None:
    done = await run(tmp_path, "exec <&-; echo done", b"x" * 1_000_000)
    assert (done.status, done.stdout) == (0, "done\n")


async def test_what_it_prints_is_capped_and_read_to_its_end(tmp_path: Path) -> None:
    done = await run(tmp_path, f"head -c {3 * OUTPUT_SIZE} /dev/zero | tr '\\0' x")
    assert len(done.stdout) == OUTPUT_SIZE
    assert done.status == 0


async def test_it_is_ended_with_its_group_when_its_time_is_over(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    done = await run(tmp_path, f"trap '' TERM; sleep 600 & echo $$ $! > {pids}; wait", timeout=1)
    assert (done.status, done.timed_out) == (None, True)
    assert not any(alive(int(pid)) for pid in pids.read_text().split())


async def test_it_leaves_nothing_behind(tmp_path: Path) -> None:
    done = await run(tmp_path, "nohup sleep 600 >/dev/null 2>&1 & echo $!")
    assert not alive(int(done.stdout))


async def test_one_that_cannot_start_says_why(tmp_path: Path) -> None:
    runner = Runner(ChildProcess.spawn)
    done = await runner.run(Command(words=("/no/such",), cwd=tmp_path, env={}, timeout=1), b"")
    assert done.status is None
    assert "/no/such" in done.error


async def test_a_run_that_is_cancelled_ends_its_command(tmp_path: Path) -> None:
    runner = Runner(ChildProcess.spawn)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    command = Command(
        words=("sh", "-c", f"echo $$ > {fifo}; sleep 600"), cwd=tmp_path, env=dict(os.environ), timeout=600
    )
    running = asyncio.create_task(runner.run(command, b""))
    pid = int(await asyncio.to_thread(fifo.read_text))
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await runner.close()
    assert not alive(pid)
