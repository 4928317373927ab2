"""The scripted agent itself: everybody's tests stand on it."""

import asyncio
import json
from pathlib import Path

import pytest

from sidekicks_tui.acp.blocks import TextBlock
from sidekicks_tui.model.errors import AgentRefused
from tests.support.acp_client import fake_agent
from tests.support.fake_agent import agent_command

_PROMPTS = (
    "chunks 5", "words 5", "fence 5", "table 5", "slow 2 0", "stubborn 2 0", "thought", "messages", "echo a",
    "markup", "escapes", "media", "blocks", "session", "env PATH", "reason end_turn", "late", "big 1",
    "stderr 5", "noise", "unknown", "bad-requests", "tool", "diff", "output 5", "growing 5", "streamed",
    "raw", "unfinished", "unannounced", "plan", "permission", "permissions 2", "permission-race",
    "permission-odd", "permission-ghost", "read /a", "write /a b", "terminal true", "terminal-kill", "form",
    "url", "usage",
    "title A", "mode code", "commands 5", "chosen", "child",
)  # fmt: skip


async def test_every_behaviour_ends_a_turn_without_a_mistake() -> None:
    async with fake_agent() as (connection, client):
        await connection.initialize()
        session = (await connection.new_session("/project")).id
        for prompt in _PROMPTS:
            client.updates.clear()
            async with asyncio.timeout(20):
                await connection.prompt(session, [TextBlock(text=f"!{prompt}")])
            assert "You said" not in client.text, prompt
            assert "mistake" not in client.text, prompt
        with pytest.raises(AgentRefused, match="no such session"):
            await connection.prompt("session-99", [TextBlock(text="hello")])


@pytest.mark.parametrize("flag", ["--late=0.1", "--wrapped", "--ignore-term", "--ignore-eof"])
async def test_odd_starts_still_answer(flag: str) -> None:
    async with fake_agent(flag) as (connection, client):
        await connection.initialize()
        session = (await connection.new_session("/project")).id
        await connection.prompt(session, [TextBlock(text="hello\nworld")])
        assert client.text == "You said: world"


async def test_what_it_is_sent_is_recorded(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    async with fake_agent(f"--record={record}") as (connection, _):
        await connection.initialize()
        await connection.new_session("/project")
    assert [json.loads(line)["method"] for line in record.read_text().splitlines()] == [
        "initialize",
        "session/new",
    ]


async def test_it_ends_with_its_input_and_a_sigterm_can_be_ignored() -> None:
    process = await asyncio.create_subprocess_exec(
        *agent_command("--ignore-term"), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(2):
        process.stdin.write(b'{"id":0,"method":"initialize","params":{}}\n')
        assert await process.stdout.readline()
        process.terminate()
    process.stdin.close()
    assert await process.wait() == 0


async def test_last_words_of_one_that_dies_at_its_start() -> None:
    process = await asyncio.create_subprocess_exec(
        *agent_command("--die=no model|no hope"), stderr=asyncio.subprocess.PIPE
    )
    _, words = await process.communicate()
    assert (words, process.returncode) == (b"no model\nno hope\n", 3)
