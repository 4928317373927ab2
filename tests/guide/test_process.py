"""The guide as a process of its own."""

import asyncio
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.guide.driver import GUIDE, Driver, answering, ended

HELLO = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n'


async def test_a_whole_conversation_and_its_end(folder: Path) -> None:
    guide = Driver()
    await guide.spawn()
    await guide.initialize()
    session = await guide.session(folder)
    guide.handlers["session/request_permission"] = answering("allow_once")
    assert await guide.prompt(session, "what can you do?") == "end_turn"
    assert await guide.prompt(session, "/run echo made > made") == "end_turn"
    assert (folder / "made").exists()
    await guide.close()
    assert await guide.process.wait() == 0
    assert guide.process.stderr is not None
    assert await guide.process.stderr.read() == b""


@pytest.mark.parametrize("end", ["input", "SIGTERM", "SIGHUP"])
async def test_nothing_that_it_started_outlives_it(folder: Path, end: str) -> None:
    guide = Driver()
    await guide.spawn()
    await guide.initialize()
    session = await guide.session(folder)
    guide.handlers["session/request_permission"] = answering("allow_once")
    pids = folder / "pids"
    os.mkfifo(pids)
    turn = asyncio.create_task(guide.prompt(session, "/run (trap '' TERM; echo $$ > pids; sleep 1000)"))
    child = int(await asyncio.to_thread(pids.read_text))
    if end == "input":
        await guide.close()
        assert await guide.process.wait() == 0
    else:
        guide.process.send_signal(signal.Signals[end])
        assert await guide.process.wait() == 128 + signal.Signals[end]
    turn.cancel()
    assert ended(child)


def test_standard_output_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "in").write_text(HELLO)
    with (tmp_path / "in").open() as given, (tmp_path / "out").open("w") as taken:
        done = subprocess.run(
            GUIDE, stdin=given, stdout=taken, stderr=subprocess.PIPE, timeout=20, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")
    [line] = (tmp_path / "out").read_text().splitlines()
    assert json.loads(line)["result"]["protocolVersion"] == 1


def test_a_client_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(GUIDE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdout.close()
    process.stdin.write(HELLO.encode())
    process.stdin.flush()
    assert process.wait(20) == 0
    assert process.stderr.read() == b""


def test_only_the_protocol_is_printed_on_standard_output() -> None:
    done = subprocess.run(
        [*GUIDE[:1], "-c", "import sidekicks_tui.guide.agent as a; from sidekicks_tui.guide import main; "
         "old = a.GuideAgent.initialize\n"
         "async def loud(self, **more):\n    print('noise'); return await old(self, **more)\n"
         "a.GuideAgent.initialize = loud; main()"],
        input=HELLO + "no json\n", capture_output=True, text=True, timeout=20, check=True,
    )  # fmt: skip
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1]
    assert "noise" in done.stderr
    assert "no JSON object was ignored" in done.stderr
