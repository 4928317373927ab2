import asyncio
import os
import signal
from pathlib import Path

import pytest

from sidekicks_tui.model import limits
from sidekicks_tui.model.errors import StartError
from sidekicks_tui.system.pty import TerminalProcess
from tests.system.trees_support import TREES, alive, environment, noted

ENV = {"PATH": os.environ["PATH"], "TERM": "xterm-256color"}


async def _spawn(script: str, folder: Path, env: dict[str, str] | None = None) -> TerminalProcess:
    return await TerminalProcess.spawn(["sh", "-c", script], cwd=folder, env=env or ENV, cols=91, rows=17)


async def _read_all(terminal: TerminalProcess) -> bytes:
    data = bytearray()
    while piece := await terminal.read():
        data += piece
    return bytes(data)


async def _read_until(terminal: TerminalProcess, end: bytes) -> bytes:
    data = b""
    while not data.endswith(end):
        piece = await terminal.read()
        assert piece, data
        data += piece
    return data


async def test_it_runs_on_a_terminal_of_the_given_size(tmp_path: Path) -> None:
    terminal = await _spawn("tty >/dev/null && stty size && pwd && echo $TERM $SIDEKICKS_SESSION", tmp_path)

    lines = (await _read_all(terminal)).decode().split("\r\n")

    assert lines == ["17 91", str(tmp_path.resolve()), f"xterm-256color {terminal.tag}", ""]
    assert await terminal.wait() == 0
    await terminal.stop()


async def test_what_is_typed_arrives_and_a_resize_is_told(tmp_path: Path) -> None:
    script = "trap 'stty size' WINCH; echo ready; while ! read -r line; do :; done; echo got $line"
    terminal = await _spawn(script, tmp_path)
    await _read_until(terminal, b"ready\r\n")

    terminal.resize(100, 30)
    await terminal.write(b"hello\r")

    assert b"got hello" in await _read_all(terminal)
    await terminal.stop()

    other = await _spawn("echo ready; read -r line; stty size", tmp_path)
    await _read_until(other, b"ready\r\n")
    other.resize(100, 30)
    await other.write(b"\r")
    assert (await _read_all(other)).endswith(b"30 100\r\n")
    await other.stop()


async def test_a_broken_pipe_ends_programs_as_it_does_in_a_shell(tmp_path: Path) -> None:
    terminal = await _spawn("(yes; echo $? >&2) | head -n 1 >/dev/null", tmp_path)

    assert await _read_all(terminal) == b"141\r\n"
    await terminal.stop()


async def test_its_end_is_told(tmp_path: Path) -> None:
    for script, status in (("exit 3", 3), ("kill -KILL $$", -signal.SIGKILL)):
        terminal = await _spawn(script, tmp_path)
        assert await terminal.wait() == status
        await terminal.stop()


async def test_much_output_arrives_whole(tmp_path: Path) -> None:
    terminal = await _spawn("yes 123456789 | head -c 1000000", tmp_path)

    assert (await _read_all(terminal)).replace(b"\r", b"") == b"123456789\n" * 100000
    await terminal.stop()


async def test_who_reads_and_who_types_is_let_go_by_a_stop(tmp_path: Path) -> None:
    terminal = await _spawn("stty raw -echo; echo ready; exec sleep 300", tmp_path)
    await _read_until(terminal, b"ready\n")
    reading = asyncio.create_task(terminal.read())
    typing = asyncio.create_task(terminal.write(bytes(limits.MB)))
    await asyncio.sleep(0)

    await terminal.stop()

    assert await reading == b""
    await typing
    assert await terminal.read() == b""
    await terminal.write(b"nobody")
    terminal.resize(1, 1)


@pytest.mark.parametrize("name", TREES)
async def test_stop_ends_all_that_it_started(name: str, tmp_path: Path) -> None:
    count, script = TREES[name]
    pids = tmp_path / "pids"
    terminal = await _spawn(script, tmp_path, env=environment(pids))
    async with asyncio.timeout(20):
        while len(noted(pids)) < count:
            await asyncio.sleep(0.01)

    await terminal.stop(0.2)

    assert len(noted(pids)) >= count
    assert alive(pids) == []


async def test_an_interactive_shell_and_its_jobs_end(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    terminal = await TerminalProcess.spawn(
        ["bash", "--norc", "-i"], cwd=tmp_path, env=environment(pids) | {"PS1": "> "}, cols=80, rows=24
    )
    job = 'sh -c "$INNER"'
    await terminal.write(f"echo $$ >> $PIDS; ({job} &) ; nohup {job} & {job}\r".encode())
    async with asyncio.timeout(20):
        while len(noted(pids)) < 4:
            await asyncio.sleep(0.01)

    await terminal.stop(0.3)

    assert alive(pids) == []


async def test_why_it_cannot_be_started_is_one_sentence(tmp_path: Path) -> None:
    for command, folder, words in (
        (["no-such-shell"], tmp_path, "was not found on PATH"),
        (["sh"], tmp_path / "gone", "does not exist"),
        ([str(tmp_path)], tmp_path, "may not be executed"),
        ([], tmp_path, "no command"),
    ):
        with pytest.raises(StartError, match=words):
            await TerminalProcess.spawn(command, cwd=folder, env=ENV, cols=80, rows=24)
