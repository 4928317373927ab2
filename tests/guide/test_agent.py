"""The guide over real pipes: handshake, sessions, questions."""

import asyncio
from pathlib import Path

import pytest

from sidekicks_tui import __version__
from tests.guide.driver import ClientError, Driver


async def test_handshake_tells_what_is_true(guide: Driver) -> None:
    answer = await guide.initialize()
    assert answer["protocolVersion"] == 1
    assert answer["agentInfo"]["version"] == __version__
    capabilities = answer["agentCapabilities"]
    assert capabilities["loadSession"] is False
    assert capabilities["promptCapabilities"]["embeddedContext"] is True
    assert capabilities["sessionCapabilities"].keys() == {"resume", "close", "additionalDirectories"}
    for method in ("session/load", "session/list", "session/fork", "made/up"):
        with pytest.raises(ClientError) as refused:
            await guide.request(method, {"sessionId": "x", "cwd": "/", "mcpServers": []})
        assert refused.value.code == -32601


async def test_another_version_is_answered_with_ours(guide: Driver) -> None:
    assert (await guide.request("initialize", {"protocolVersion": 99}))["protocolVersion"] == 1


async def test_commands_are_announced_after_the_session_is_known(guide: Driver, folder: Path) -> None:
    await guide.initialize()
    await guide.session(folder)
    await guide.until(lambda: bool(guide.updates))
    assert guide.order[-2:] == ["answer", "session/update"]
    [update] = guide.of("available_commands_update")
    hints = {command["name"]: command["input"]["hint"] for command in update["availableCommands"]}
    assert hints["edit"] == "FILE OLD => NEW"
    assert hints.keys() == {"find", "read", "edit", "run", "plan", "help"}


@pytest.mark.parametrize("cwd", ["relative/path", "/nowhere/at/all", __file__])
async def test_a_folder_that_is_none_is_refused(guide: Driver, cwd: str) -> None:
    await guide.initialize()
    with pytest.raises(ClientError, match="no absolute path of a folder") as refused:
        await guide.request("session/new", {"cwd": cwd, "mcpServers": []})
    assert refused.value.code == -32602


async def test_sessions_end_resume_and_are_told_apart(guide: Driver, folder: Path) -> None:
    await guide.initialize()
    session = await guide.session(folder)
    await guide.request("session/close", {"sessionId": session})
    with pytest.raises(ClientError) as unknown:
        await guide.prompt(session, "hello")
    assert unknown.value.code == -32002
    resumed = await guide.request(
        "session/resume", {"sessionId": session, "cwd": str(folder), "mcpServers": []}
    )
    assert resumed["modes"]["currentModeId"] == "ask"
    assert await guide.prompt(session, "hello") == "end_turn"
    with pytest.raises(ClientError) as foreign:
        await guide.request("session/resume", {"sessionId": "other", "cwd": str(folder), "mcpServers": []})
    assert foreign.value.code == -32002


async def test_modes(guide: Driver, folder: Path) -> None:
    await guide.initialize()
    session = await guide.session(folder)
    with pytest.raises(ClientError, match="it has ask and read"):
        await guide.request("session/set_mode", {"sessionId": session, "modeId": "yolo"})
    await guide.request("session/set_mode", {"sessionId": session, "modeId": "read"})
    for command in ("/edit README.md Parser => X", "/run touch made"):
        assert await guide.prompt(session, command) == "end_turn"
    assert guide.text().count("In the mode `read` I do not") == 2
    assert not guide.requests
    assert not (folder / "made").exists()


async def test_a_question_is_answered_from_the_pages_in_pieces(guide: Driver, folder: Path) -> None:
    await guide.initialize()
    session = await guide.session(folder)
    assert await guide.prompt(session, "@guide how do I add Claude Code?") == "end_turn"
    assert "“Claude Code (Anthropic)” of Adding agents" in guide.text("agent_thought_chunk")
    assert "## Claude Code (Anthropic)" in guide.text()
    assert "From the page *Adding agents*" in guide.text()
    chunks = guide.of("agent_message_chunk")
    assert len(chunks) > 10
    assert len({chunk["messageId"] for chunk in chunks}) == 1
    assert guide.of("session_info_update")[0]["title"] == "how do I add Claude Code?"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("hello", "I am the built-in guide"),
        ("thanks!", "You are welcome."),
        ("what is the weather today?", "I found nothing about that"),
        ("write me a parser in rust", "I am not sure that this is what you ask"),
        ("/help keys", "# Keys and keyboard shortcuts"),
        ("/help where are the logs", "## Where log files are"),
        ("/help quantum entanglement", "I found nothing about that"),
        ("/nonsense", "I have no command `/nonsense`"),
        ("read README.md", "Reads things."),
        ("what is in this folder?", "2 files in 2 folders"),
    ],
)
async def test_answers(guide: Driver, folder: Path, question: str, answer: str) -> None:
    await guide.initialize()
    assert await guide.prompt(await guide.session(folder), question) == "end_turn"
    assert answer in guide.text()


async def test_what_was_said_before_is_no_part_of_the_question(guide: Driver, folder: Path) -> None:
    await guide.initialize()
    before = "You are guide, in the channel #general. [claude] docker containers, kubernetes pods"
    await guide.prompt(await guide.session(folder), before, "how do I quit?")
    assert "## Leaving Sidekicks" in guide.text()


async def test_joined_files_are_named(guide: Driver, folder: Path) -> None:
    await guide.initialize()
    session = await guide.session(folder)
    uri = (folder / "src/parser.py").as_uri()
    resource = {"type": "resource", "resource": {"uri": uri, "text": "x", "mimeType": "text/x-python"}}
    await guide.prompt(session, "zzz qqq", resource)
    assert "You joined `parser.py`" in guide.text()
    guide.updates.clear()
    link = {"type": "resource_link", "name": "README.md", "uri": "file:///x/README.md"}
    await guide.prompt(session, "/read ", link)
    assert "`/read` needs more" in guide.text()


async def test_two_sessions_answer_beside_each_other(guide: Driver, folder: Path) -> None:
    await guide.initialize()
    sessions = [await guide.session(folder), await guide.session(folder)]
    waiting = asyncio.Event()

    async def wait(_: object) -> object:
        await waiting.wait()
        return {"outcome": {"outcome": "cancelled"}}

    guide.handlers["session/request_permission"] = wait
    held = asyncio.create_task(guide.prompt(sessions[0], "/run true"))
    await guide.until(lambda: bool(guide.requests))
    with pytest.raises(ClientError, match="still answers"):
        await guide.prompt(sessions[0], "hello")
    assert await guide.prompt(sessions[1], "hello") == "end_turn"
    waiting.set()
    assert await held == "cancelled"


async def test_additional_folders_are_inside(guide: Driver, folder: Path, tmp_path: Path) -> None:
    await guide.initialize()
    more = tmp_path / "more"
    more.mkdir()
    (more / "notes.txt").write_text("remember\n")
    session = await guide.session(folder, additionalDirectories=[str(more)])
    await guide.prompt(session, f"/read {more}/notes.txt")
    assert "remember" in guide.text()


async def test_rubbish_between_messages_is_ignored(guide: Driver) -> None:
    guide.write('"hi"\n42\n[1]\n\nnot json\n{"level":"info"}\n' + "[" * 100_000 + "\n")
    assert (await guide.initialize())["protocolVersion"] == 1
