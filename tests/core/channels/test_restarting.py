"""Sessions over restarts of agents and of Sidekicks, and what is chosen in them."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sidekicks_tui.model.errors import UnknownAgent, UsageError
from sidekicks_tui.model.events import MessageUpdated, SessionChanged
from sidekicks_tui.model.messages import SystemCode
from sidekicks_tui.store.memory import MemoryHistory
from tests.core.channels.bench import Bench, agent, bench


@asynccontextmanager
async def once_more(
    folder: Path, history: MemoryHistory, *flags: str, resume: bool = False, **more: object
) -> AsyncIterator[Bench]:
    """Sidekicks with an agent that keeps its sessions; each time, nothing but the history is left."""
    keeps = f"--store={folder / 'sessions.json'}"
    only = () if resume else ("--no-resume",)
    async with bench(folder, [agent("a", folder, keeps, *only, *flags, **more)], history=history) as desk:
        yield desk


@pytest.mark.parametrize("flag", ["--load=before", "--load=after"])
async def test_a_session_is_loaded_and_its_replay_neither_shown_nor_kept(tmp_path: Path, flag: str) -> None:
    """H14."""
    history = MemoryHistory()
    async with once_more(tmp_path, history) as desk:
        direct = await desk.channels.direct("a")
        for text in ("one", "two", "three"):
            await desk.say(direct.id, text)
        await desk.channels.mark_read(direct.id)
        script = desk.script(direct.id)
    async with once_more(tmp_path, history, flag) as desk:
        assert desk.script(direct.id) == script
        assert desk.channels.unread(direct.id) == 0
        answer = await desk.say(direct.id, "!blocks")
        assert [block["text"] for block in json.loads(answer.text)] == ["!blocks"]
        assert desk.script(direct.id)[: len(script)] == script
        assert len(desk.messages(direct.id)) == len(script) + 2
        assert desk.channels.unread(direct.id) == 1


async def test_a_session_is_resumed_where_the_agent_can(tmp_path: Path) -> None:
    history = MemoryHistory()
    record = tmp_path / "record"
    async with once_more(tmp_path, history, resume=True) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "one")
    async with once_more(tmp_path, history, f"--record={record}", resume=True) as desk:
        answer = await desk.say(direct.id, "!blocks")
        assert [block["text"] for block in json.loads(answer.text)] == ["!blocks"]
        assert "session/resume" in record.read_text()
        assert "session/new" not in record.read_text()


async def test_a_loaded_session_is_told_what_it_missed_alone(tmp_path: Path) -> None:
    history = MemoryHistory()
    keeps = agent("a", tmp_path, f"--store={tmp_path / 'sessions.json'}")
    async with bench(tmp_path, [keeps, agent("b", tmp_path)], history=history) as desk:
        room = await desk.room("room", "a", "b")
        await desk.say(room.id, "@a to a")
        await desk.say(room.id, "@b to b")
    async with bench(tmp_path, [keeps, agent("b", tmp_path)], history=history) as desk:
        before, _ = json.loads((await desk.say(room.id, "@a !blocks")).text)
        assert "to b" in before["text"]
        assert "@a to a" not in before["text"]


async def test_without_sessions_the_agent_is_told_the_past(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with bench(tmp_path, history=history) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "remember the milk")
    async with bench(tmp_path, history=history) as desk:
        before, _ = json.loads((await desk.say(direct.id, "!blocks")).text)
        assert "[the user]\nremember the milk\n\n[a]\nYou said: remember the milk" in before["text"]


async def test_a_session_that_cannot_be_loaded_is_kept_and_a_new_one_stands_in(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with once_more(tmp_path, history) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "remember the milk")
        kept = desk.history.channels()[0].memberships["a"]
    async with once_more(tmp_path, history, "--load=fail") as desk:
        answer = await desk.say(direct.id, "!blocks")
        assert "remember the milk" in answer.text
        codes = [message for message in desk.messages(direct.id) if message.code]
        assert [message.code for message in codes] == [SystemCode.SESSION_UNAVAILABLE]
        assert codes[0].error == "No previous sessions found for this project."
        answer = await desk.say(direct.id, "!blocks")
        assert [block["text"] for block in json.loads(answer.text)] == ["!blocks"]
        assert desk.history.channels()[0].memberships["a"] == kept
    async with once_more(tmp_path, history) as desk:
        answer = await desk.say(direct.id, "!chosen")
        assert [message.code for message in desk.messages(direct.id) if message.code] == [
            SystemCode.SESSION_UNAVAILABLE
        ]
        assert desk.history.channels()[0].memberships["a"].session_id == kept.session_id


async def test_a_stored_session_may_be_given_up(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with once_more(tmp_path, history) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "hello")
        kept = desk.history.channels()[0].memberships["a"]
    async with once_more(tmp_path, history, "--load=fail") as desk:
        await desk.say(direct.id, "!chosen")
        await desk.channels.forget_session(direct.id, "a")
        now = desk.history.channels()[0].memberships["a"]
        assert now.session_id != kept.session_id
        assert now.seen == desk.messages(direct.id)[-3].id
        await desk.agents.stop("a")
        await desk.channels.forget_session(direct.id, "a")
        assert desk.history.channels()[0].memberships["a"].session_id == ""


async def test_a_session_that_cannot_be_resumed_is_loaded(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with once_more(tmp_path, history, resume=True) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "one")
        script = desk.script(direct.id)
    async with once_more(tmp_path, history, "--resume=fails", resume=True) as desk:
        answer = await desk.say(direct.id, "!blocks")
        assert [block["text"] for block in json.loads(answer.text)] == ["!blocks"]
        assert desk.script(direct.id)[: len(script)] == script
        assert len(desk.messages(direct.id)) == len(script) + 2


async def test_a_resumed_session_that_replays_all_the_same_is_not_shown(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with once_more(tmp_path, history, resume=True) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "one")
    async with once_more(tmp_path, history, "--resume=replays", resume=True) as desk:
        await desk.say(direct.id, "two")
        assert desk.script(direct.id) == [
            "you: one",
            "a: You said: one",
            "you: two",
            "a: You said: two",
        ]


async def test_the_title_of_a_session_is_kept(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with once_more(tmp_path, history, resume=True) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "!title Parsers and errors")
        info = desk.channels.session(direct.id, "a")
        assert info is not None
        assert info.title == "Parsers and errors"
    async with once_more(tmp_path, history, resume=True) as desk:
        assert desk.history.channels()[0].memberships["a"].title == "Parsers and errors"
        await desk.say(direct.id, "hello")
        info = desk.channels.session(direct.id, "a")
        assert info is not None
        assert info.title == "Parsers and errors"


async def test_what_was_chosen_is_chosen_again_after_a_restart(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with bench(tmp_path, history=history) as desk:
        room = await desk.room("room", "a", "b")
        await desk.channels.set_mode(room.id, "a", "code")
        await desk.channels.set_option(room.id, "a", "fast", True)
        await desk.channels.set_mode(room.id, "b", "code")
        await desk.channels.remove_member(room.id, "b")
    async with bench(tmp_path, history=history) as desk:
        await desk.channels.set_option(room.id, "a", "effort", "high")
        chosen = json.loads((await desk.say(room.id, "@a !chosen")).text)
        assert chosen == {"mode": "code", "model": "small", "options": {"effort": "high", "fast": True}}
        assert json.loads((await desk.say(room.id, "@b !chosen")).text)["mode"] == "ask"


async def test_a_deleted_channel_leaves_no_choice_behind(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with bench(tmp_path, history=history) as desk:
        room = await desk.room("room", "a")
        await desk.channels.set_mode(room.id, "a", "code")
        assert history.note(f"chosen:{room.id}:a")
        await desk.channels.delete(room.id)
        assert history.note(f"chosen:{room.id}:a") == ""


async def test_the_configurations_choices_are_made_where_the_agent_has_them(tmp_path: Path) -> None:
    options = {"effort": "high", "fast": True, "colour": "red"}
    async with bench(tmp_path, [agent("a", tmp_path, mode="code", options=options)]) as desk:
        direct = await desk.channels.direct("a")
        chosen = json.loads((await desk.say(direct.id, "!chosen")).text)
        assert chosen == {"mode": "code", "model": "small", "options": {"effort": "high", "fast": True}}
        info = desk.channels.session(direct.id, "a")
        assert info is not None
        assert info.modes is not None
        assert info.modes.current == "code"


async def test_a_mode_that_the_agent_does_not_have_is_left_out(tmp_path: Path) -> None:
    async with bench(tmp_path, [agent("a", tmp_path, mode="plan")]) as desk:
        direct = await desk.channels.direct("a")
        assert json.loads((await desk.say(direct.id, "!chosen")).text)["mode"] == "ask"


async def test_what_was_chosen_is_chosen_again_after_the_agent_was_stopped(tmp_path: Path) -> None:
    """H17."""
    async with bench(tmp_path, [agent("a", tmp_path, mode="ask")]) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "hello")
        await desk.channels.set_mode(direct.id, "a", "code")
        changed = await desk.event(
            SessionChanged, lambda event: event.modes and event.modes.current == "code"
        )
        assert (changed.channel, changed.agent) == (direct.id, "a")
        await desk.channels.set_model(direct.id, "a", "large")
        await desk.channels.set_option(direct.id, "a", "effort", "high")
        await desk.channels.set_option(direct.id, "a", "fast", True)
        await desk.agents.stop("a")
        assert desk.channels.session(direct.id, "a") is None
        chosen = json.loads((await desk.say(direct.id, "!chosen")).text)
        assert chosen == {"mode": "code", "model": "large", "options": {"effort": "high", "fast": True}}
        assert [command.name for command in desk.channels.commands("a")] == ["compact", "review"]
        assert len([message for message in desk.messages(direct.id) if message.agent]) == 2


async def test_mode_and_model_of_an_agent_that_has_them_as_options(tmp_path: Path) -> None:
    """As OpenCode and Codex have them; what a model brings with it is chosen again as well."""
    agents = [agent("a", tmp_path, "--by-options", mode="code")]
    async with bench(tmp_path, agents) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "hello")
        info = desk.channels.session(direct.id, "a")
        assert info is not None
        assert info.modes is not None
        assert (info.modes.current, [mode.id for mode in info.modes.available]) == ("code", ["ask", "code"])
        await desk.channels.set_mode(direct.id, "a", "ask")
        await desk.event(SessionChanged, lambda event: event.modes and event.modes.current == "ask")
        await desk.channels.set_option(direct.id, "a", "model", "large")
        await desk.channels.set_option(direct.id, "a", "effort", "high")
        await desk.agents.stop("a")
        chosen = json.loads((await desk.say(direct.id, "!chosen")).text)
        assert chosen == {"mode": "ask", "model": "large", "options": {"effort": "high", "fast": False}}


async def test_a_choice_may_come_before_the_session(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.set_mode(direct.id, "a", "code")
        assert json.loads((await desk.say(direct.id, "!chosen")).text)["mode"] == "code"


async def test_a_choice_that_the_session_does_not_offer_is_refused(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "hello")
        with pytest.raises(UsageError):
            await desk.channels.set_option(direct.id, "a", "colour", "red")
        with pytest.raises(UnknownAgent):
            await desk.channels.set_mode(direct.id, "b", "code")


async def test_the_agent_may_change_its_mode_by_itself(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "!mode code")
        await desk.event(SessionChanged, lambda event: event.modes and event.modes.current == "code")
        info = desk.channels.session(direct.id, "a")
        assert info is not None
        assert info.modes is not None
        assert info.modes.current == "code"


async def test_what_is_told_before_the_session_is_known_is_kept(tmp_path: Path) -> None:
    async with bench(tmp_path, [agent("a", tmp_path, "--early")]) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "hello")
        assert desk.channels.conversation(direct.id).usage["a"].size == 1000


async def test_a_session_has_the_agents_folder_and_servers(tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    async with bench(tmp_path, [agent("a", tmp_path, additional_directories=(more,))]) as desk:
        direct = await desk.channels.direct("a")
        params = json.loads((await desk.say(direct.id, "!session")).text)
        assert params["cwd"] == str(tmp_path / "a")
        assert params["additionalDirectories"] == [str(more)]
        (more / "file").write_text("more")
        assert (await desk.say(direct.id, f"!read {more}/file")).text == "more"


async def test_two_channels_have_sessions_of_their_own(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct, room = await desk.channels.direct("a"), await desk.room("room", "a")
        await desk.say(direct.id, "!mode code")
        await desk.say(room.id, "hello")
        sessions = [desk.channels.session(channel.id, "a") for channel in (direct, room)]
        assert [session.modes.current for session in sessions if session and session.modes] == ["code", "ask"]
        told = [event for event in desk.events if isinstance(event, MessageUpdated)]
        assert {event.channel for event in told} == {direct.id, room.id}
        assert all(event.message.channel == event.channel for event in told)
