"""The sessions that agents keep: listed, gone on with, closed and deleted."""

import json
from pathlib import Path

import pytest

from sidekicks_tui.model.errors import AgentRefused, UnknownAgent, UsageError
from sidekicks_tui.model.settings import AgentSettings
from tests.core.channels.bench import agent, bench


def keeping(folder: Path, *flags: str) -> AgentSettings:
    return agent("a", folder, f"--store={folder / 'sessions.json'}", *flags)


async def test_sessions_are_listed_and_deleted(tmp_path: Path) -> None:
    async with bench(tmp_path, [keeping(tmp_path)]) as desk:
        assert await desk.channels.stored_sessions("a") == ()
        direct, room = await desk.channels.direct("a"), await desk.room("room", "a")
        await desk.say(direct.id, "hello")
        await desk.say(room.id, "hello")
        first, second = await desk.channels.stored_sessions("a")
        assert first.cwd == str(tmp_path / "a")
        await desk.channels.delete_session("a", first.id)
        assert await desk.channels.stored_sessions("a") == (second,)
        assert desk.channels.session(direct.id, "a") is None
        assert desk.channels.session(room.id, "a") is not None
        answer = await desk.say(direct.id, "!blocks")
        assert "You said: hello" in answer.text  # a new session is told the past
        with pytest.raises(AgentRefused):
            await desk.channels.delete_session("a", "never heard of")


async def test_a_closed_session_is_opened_again_by_the_next_answer(tmp_path: Path) -> None:
    record = tmp_path / "record"
    async with bench(tmp_path, [keeping(tmp_path, f"--record={record}")]) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.close_session(direct.id, "a")
        await desk.say(direct.id, "hello")
        await desk.channels.close_session(direct.id, "a")
        assert desk.channels.session(direct.id, "a") is None
        answer = await desk.say(direct.id, "!blocks")
        assert [block["text"] for block in json.loads(answer.text)] == ["!blocks"]
        methods = [json.loads(line).get("method") for line in record.read_text().splitlines()]
        assert [name for name in methods if name in ("session/new", "session/close", "session/resume")] == [
            "session/new",
            "session/close",
            "session/resume",
        ]


async def test_a_channel_goes_on_with_a_stored_session(tmp_path: Path) -> None:
    async with bench(tmp_path, [keeping(tmp_path)]) as desk:
        room, other = await desk.room("room", "a"), await desk.room("other", "a")
        await desk.say(room.id, "!mode code")
        (stored,) = await desk.channels.stored_sessions("a")
        with pytest.raises(UsageError, match="used in #room"):
            await desk.channels.adopt_session(other.id, "a", stored.id)
        await desk.channels.delete(room.id)
        await desk.channels.adopt_session(other.id, "a", stored.id)
        assert json.loads((await desk.say(other.id, "!chosen")).text)["mode"] == "code"
        info = desk.channels.session(other.id, "a")
        assert info is not None
        assert info.id == stored.id


async def test_who_leaves_a_channel_closes_its_session(tmp_path: Path) -> None:
    record = tmp_path / "record"
    async with bench(tmp_path, [keeping(tmp_path, f"--record={record}")]) as desk:
        room, other = await desk.room("room", "a"), await desk.room("other", "a")
        await desk.say(room.id, "hello")
        await desk.channels.remove_member(room.id, "a")
        assert desk.channels.session(room.id, "a") is None
        await desk.say(other.id, "hello")
        await desk.channels.delete(other.id)
        for _ in range(2):  # what was to be closed meanwhile is closed before the second
            await desk.channels.stored_sessions("a")
        assert record.read_text().count("session/close") == 2


async def test_an_agent_that_keeps_nothing_says_so(tmp_path: Path) -> None:
    async with bench(tmp_path, [agent("a", tmp_path)]) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "hello")
        with pytest.raises(UsageError, match="a cannot list its sessions"):
            await desk.channels.stored_sessions("a")
        with pytest.raises(UsageError, match="a cannot close sessions"):
            await desk.channels.close_session(direct.id, "a")
        with pytest.raises(UsageError, match="a cannot delete sessions"):
            await desk.channels.delete_session("a", "session-1")
        with pytest.raises(UnknownAgent):
            await desk.channels.close_session(direct.id, "b")
