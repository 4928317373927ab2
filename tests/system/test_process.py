import asyncio
import os
import signal
import threading
from pathlib import Path

import pytest

from sidekicks_tui.model import limits
from sidekicks_tui.model.errors import AgentGone, StartError
from sidekicks_tui.system.process import ChildProcess
from tests.system.trees_support import TREES, alive, environment, noted

ENV = {"PATH": os.environ["PATH"]}


async def _spawn(
    script: str, folder: Path, lines: list[str] | None = None, env: dict[str, str] | None = None
) -> ChildProcess:
    on_stderr = [].append if lines is None else lines.append
    return await ChildProcess.spawn(["sh", "-c", script], cwd=folder, env=env or ENV, on_stderr=on_stderr)


async def _read_all(child: ChildProcess) -> bytes:
    data = bytearray()
    while piece := await child.read():
        data += piece
    return bytes(data)


async def _until_noted(pids: Path, count: int) -> None:
    async with asyncio.timeout(20):
        while len(noted(pids)) < count:
            await asyncio.sleep(0.01)


async def test_it_is_spoken_with_over_its_pipes(tmp_path: Path) -> None:
    child = await _spawn("cat", tmp_path)

    await child.write(b"hello")
    assert await child.read() == b"hello"
    await child.stop()

    assert await child.read() == b""
    assert child.describe_end() == "exited with status 0"


async def test_its_input_ends_after_what_was_written(tmp_path: Path) -> None:
    child = await _spawn("wc -c", tmp_path)

    await child.write(bytes(300_000))
    child.end_input()

    assert int(await _read_all(child)) == 300_000
    assert await child.wait() == 0
    await child.stop()


async def test_it_runs_in_its_folder_with_the_environment_it_is_given_and_its_tag(tmp_path: Path) -> None:
    child = await _spawn("pwd; env", tmp_path, env={**ENV, "LANG": "fr_FR.UTF-8"})

    pwd, *variables = (await _read_all(child)).decode().splitlines()
    await child.stop()

    assert Path(pwd) == tmp_path.resolve()
    assert {"LANG=fr_FR.UTF-8", f"SIDEKICKS_SESSION={child.tag}"} <= set(variables)
    assert not any(variable.startswith("HOME=") for variable in variables)


async def test_it_has_a_session_and_a_group_of_its_own(tmp_path: Path) -> None:
    child = await _spawn("cat", tmp_path)

    assert os.getsid(child.pid) == os.getpgid(child.pid) == child.pid
    await child.stop()


async def test_a_write_waits_while_the_pipe_is_full(tmp_path: Path) -> None:
    child = await _spawn("head -c 1 >/dev/null; read line; cat | wc -c", tmp_path)
    data = b"x\n" + bytes(4 * limits.MB)

    writing = asyncio.create_task(child.write(data))
    await writing
    ending = asyncio.create_task(child.stop())
    await ending

    assert child.describe_end() == "exited with status 0"


async def test_a_write_to_one_that_never_reads_ends_with_a_stop(tmp_path: Path) -> None:
    child = await _spawn("exec sleep 300", tmp_path)

    writing = asyncio.create_task(child.write(bytes(limits.MB)))
    await asyncio.sleep(0)
    await child.stop(0.01, 1)

    with pytest.raises(AgentGone):
        await writing


async def test_a_write_after_the_end_says_how_it_ended(tmp_path: Path) -> None:
    child = await _spawn("exit 3", tmp_path)
    await child.wait()
    await child.read()

    with pytest.raises(AgentGone, match="exited with status 3"):
        await child.write(b"hello")
    await child.stop()


@pytest.mark.parametrize(
    ("script", "status", "words"),
    [
        ("exit 3", 3, "exited with status 3"),
        ("kill -KILL $$", -signal.SIGKILL, "was ended by SIGKILL"),
        ("kill -40 $$", -40, "was ended by signal 40"),
    ],
)
async def test_its_end_is_told(script: str, status: int, words: str, tmp_path: Path) -> None:
    child = await _spawn(f"read line; {script}", tmp_path)

    assert child.describe_end() == "is running"
    await child.write(b"\n")
    assert await child.wait() == status
    assert child.describe_end() == words
    await child.stop()


async def test_what_it_printed_before_its_end_can_be_read_after_it(tmp_path: Path) -> None:
    child = await _spawn("head -c 50000 /dev/zero; exit 1", tmp_path)

    await child.wait()

    assert await _read_all(child) == bytes(50000)
    await child.stop()


async def test_its_last_words_come_before_its_end(tmp_path: Path) -> None:
    lines: list[str] = []
    child = await _spawn("printf 'one\\ntwo' >&2; exit 1", tmp_path, lines)

    await child.wait()

    assert lines == ["one", "two"]
    await child.stop()


@pytest.mark.parametrize("script", ["yes | head -c 300000", "head -c 20000000 /dev/zero"])
async def test_a_flood_on_standard_error_blocks_nobody(script: str, tmp_path: Path) -> None:
    lengths: list[int] = []
    child = await ChildProcess.spawn(
        ["sh", "-c", f"({script}) >&2; echo done"],
        cwd=tmp_path,
        env=ENV,
        on_stderr=lambda line: lengths.append(len(line)),
    )

    assert await child.read() == b"done\n"
    await child.wait()

    assert lengths
    assert max(lengths) <= limits.LOG_LINE_LENGTH + 1
    await child.stop()


async def test_not_reading_holds_the_child_up(tmp_path: Path) -> None:
    child = await _spawn("head -c 8000000 /dev/zero; echo written >&2", tmp_path, lines := [])

    first = await child.read()
    # Everything that can move without a reader has moved when a whole exchange with another child is over.
    other = await _spawn("cat", tmp_path)
    await other.write(b"x")
    await other.read()
    await other.stop()

    assert lines == []
    assert len(first) + len(await _read_all(child)) == 8000000
    await child.wait()
    assert lines == ["written"]
    await child.stop()


@pytest.mark.parametrize("name", TREES)
async def test_stop_ends_all_that_it_started(name: str, tmp_path: Path) -> None:
    count, script = TREES[name]
    pids = tmp_path / "pids"
    child = await _spawn(script, tmp_path, env=environment(pids))
    await _until_noted(pids, count)

    await child.stop(0.05, 0.3)

    assert len(noted(pids)) >= count
    assert alive(pids) == []


async def test_when_it_ends_by_itself_what_it_left_is_ended(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    child = await _spawn(TREES["ends and leaves a child"][1], tmp_path, env=environment(pids))
    await _until_noted(pids, 2)

    await child.wait()
    async with asyncio.timeout(20):
        while alive(pids):
            await asyncio.sleep(0.01)

    await child.stop()


async def test_one_that_leaves_at_the_end_of_its_input_is_not_waited_for(tmp_path: Path) -> None:
    child = await _spawn("cat", tmp_path)

    async with asyncio.timeout(50):
        await child.stop(stdin_grace=100, term_grace=100)


async def test_one_that_leaves_at_sigterm_is_not_waited_for(tmp_path: Path) -> None:
    child = await _spawn("exec sleep 300", tmp_path)

    async with asyncio.timeout(50):
        await child.stop(stdin_grace=0.01, term_grace=100)

    assert child.describe_end() == "was ended by SIGTERM"


async def test_a_stop_that_is_cancelled_goes_on(tmp_path: Path) -> None:
    child = await _spawn("trap '' TERM; while :; do sleep 0.1; done", tmp_path)
    stopping = asyncio.create_task(child.stop(0.01, 0.01))
    await asyncio.sleep(0)

    stopping.cancel()
    await asyncio.wait([stopping])

    assert await child.wait() == -signal.SIGKILL


async def test_a_spawn_that_is_cancelled_leaves_no_process(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    script = 'echo $$ >> "$PIDS"; exec sleep 300'
    others = set(threading.enumerate())
    spawning = asyncio.create_task(_spawn(script, tmp_path, env=environment(pids)))
    while not (waiting := set(threading.enumerate()) - others):
        await asyncio.sleep(0)

    spawning.cancel()
    await asyncio.wait([spawning])

    assert spawning.cancelled()
    for thread in waiting:  # it waits for the child
        await asyncio.to_thread(thread.join, 20)
        assert not thread.is_alive()
    assert alive(pids) == []


def test_a_spawn_that_the_end_of_the_event_loop_cancels_leaves_no_process(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    script = 'echo $$ >> "$PIDS"; exec sleep 300'
    others = set(threading.enumerate())

    async def leave() -> set[threading.Thread]:
        spawning = asyncio.create_task(_spawn(script, tmp_path, env=environment(pids)))
        while not (waiting := set(threading.enumerate()) - others):
            await asyncio.sleep(0)
        assert not spawning.cancelled()
        return waiting

    for thread in asyncio.run(leave()):
        thread.join(20)
        assert not thread.is_alive()
    assert alive(pids) == []


async def test_an_orphan_that_ends_is_no_zombie(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    script = "(setsid sh -c 'echo $$ >> \"$PIDS\"; sleep 0.05' &) ; cat"
    child = await _spawn(script, tmp_path, env=environment(pids))
    await _until_noted(pids, 1)

    async with asyncio.timeout(20):
        while alive(pids):
            await asyncio.sleep(0.01)

    assert child.describe_end() == "is running"
    await child.stop()


async def test_why_it_cannot_be_started_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"^no-such-agent was not found on PATH"):
        await ChildProcess.spawn(["no-such-agent"], cwd=tmp_path, env=ENV, on_stderr=print)
    with pytest.raises(StartError, match=r"^the folder .* does not exist"):
        await ChildProcess.spawn(["sh"], cwd=tmp_path / "gone", env=ENV, on_stderr=print)
    with pytest.raises(StartError, match=r"too long"):
        await ChildProcess.spawn(["sh", "x" * 8 * limits.MB], cwd=tmp_path, env=ENV, on_stderr=print)
