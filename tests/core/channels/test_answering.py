"""Who answers, in which order, and what is told of it: real agents, real processes."""

import asyncio
import json
from pathlib import Path

import pytest

from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.events import (
    AgentLogged,
    CommandsChanged,
    MessageDelta,
    MessageUpdated,
    SessionChanged,
    TurnChanged,
    UsageChanged,
)
from sidekicks_tui.model.messages import Attachment, StopReason, TextPart, ThoughtPart, ToolPart
from tests.core.channels.bench import agent, bench


async def test_a_direct_conversation(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        assert await desk.channels.direct("a") == direct
        answer = await desk.say(direct.id, "hello @b")
        assert desk.script(direct.id) == ["you: hello @b", "a: You said: hello @b"]
        assert answer.stop_reason is StopReason.END_TURN
        assert answer.done
        assert desk.agents.serving("a") == ""
        assert desk.agents.list()[0].state is AgentState.READY


async def test_a_finished_message_is_stored_before_it_is_told(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        known: dict[str, bool] = {}
        publish = desk.bus.publish

        def look(event: object) -> None:
            if isinstance(event, MessageUpdated) and event.message.done and not event.message.queued:
                known[event.message.id] = event.message in desk.history.latest(direct.id).messages
            publish(event)  # type: ignore[arg-type]  it is an event

        desk.bus.publish = look  # type: ignore[method-assign]  a look at the history behind each event
        await desk.say(direct.id, "hello")
        assert list(known.values()) == [True, True]


async def test_what_is_told_of_an_answer(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "!thought")
        user, answer = desk.messages(direct.id)
        turns = [event for event in desk.events if isinstance(event, TurnChanged)]
        assert [(turn.busy, turn.answering) for turn in turns] == [(True, ""), (True, "a"), (False, "")]
        assert [message.done for message in desk.updates(user.id)] == [True]
        assert [message.done for message in desk.updates(answer.id)] == [False, True]
        deltas = [event for event in desk.events if isinstance(event, MessageDelta)]
        assert "".join(delta.text or "" for delta in deltas if delta.index == 1) == "I thought about it."
        thought, text = answer.parts
        assert isinstance(thought, ThoughtPart)
        assert (thought.text, thought.seconds is None) == ("Let me think.", False)
        assert text == TextPart(text="I thought about it.")


async def test_mentioned_agents_answer_in_order_and_join(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a")
        await desk.say(room.id, "@b and @a, hello")
        assert desk.script(room.id) == [
            "* agent-joined a",
            "you: @b and @a, hello",
            "* agent-joined b",
            "b: You said: @b and @a, hello",
            "a: You said: @b and @a, hello",
        ]
        assert desk.channels.list()[0].members == ("a", "b")
        await desk.say(room.id, "and now?")
        assert desk.script(room.id)[-1] == "a: You said: and now?"


async def test_nobody_answers_where_nobody_is_meant(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a", "b")
        await desk.say(room.id, "hello")
        assert desk.script(room.id)[-1] == "* no-recipient"
        assert desk.agents.running("a") is None


async def test_an_agents_words_route_nothing(tmp_path: Path) -> None:
    """H38: what an agent writes mentions nobody."""
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a", "b")
        await desk.say(room.id, "@a tell b nothing, but write `@b`")
        assert [message.agent for message in desk.messages(room.id)[3:]] == ["a"]


async def test_an_agent_is_told_what_it_missed_and_a_command_goes_alone(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a", "b")
        await desk.say(room.id, "@a hello")
        answer = await desk.say(room.id, "@b !blocks")
        blocks = [block["text"] for block in json.loads(answer.text)]
        assert blocks == [
            "You are b, in the channel #room with the user, a.\n\n"
            "What was said there since you were last told:\n\n"
            "[the user]\n@a hello\n\n[a]\nYou said: @a hello\n\n"
            "The user's message to you follows.",
            "@b !blocks",
        ]
        answer = await desk.say(room.id, "/a:compact\n!blocks")
        assert [block["text"] for block in json.loads(answer.text)] == ["/compact\n!blocks"]
        answer = await desk.say(room.id, "@b again\n!blocks")
        (before, text) = (block["text"] for block in json.loads(answer.text))
        assert text == "@b again\n!blocks"
        assert "/a:compact" in before
        assert "@a hello" not in before


async def test_a_second_agent_is_told_the_first_ones_answer(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a", "b")
        answer = await desk.say(room.id, "@a @b !blocks")
        before, _ = (block["text"] for block in json.loads(answer.text))
        assert answer.agent == "b"
        assert "Answers that others gave to the message that follows:\n\n[a]\n" in before


async def test_messages_queue_while_the_channel_answers(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!permission")
        await desk.until(lambda: desk.channels.conversation(direct.id).permissions)
        second = await desk.channels.send(direct.id, "second")
        third = await desk.channels.send(direct.id, "third")
        conversation = desk.channels.conversation(direct.id)
        assert (conversation.busy, conversation.queued, conversation.answering) == (True, 2, "a")
        assert desk.script(direct.id)[-2:] == ["you: second …", "you: third …"]
        assert [
            message.id for message in desk.history.latest(direct.id).messages if message.role == "user"
        ] == [desk.messages(direct.id)[0].id]
        await desk.channels.answer_permission(conversation.permissions[0].id, "allow")
        await desk.idle(direct.id)
        assert [message.queued for message in desk.updates(second)] == [True, False]
        assert sorted(desk.script(direct.id)) == [
            "a: You chose allow.",
            "a: You said: second",
            "a: You said: third",
            "you: !permission",
            "you: second",
            "you: third",
        ]
        assert {event.queued for event in desk.events if isinstance(event, TurnChanged)} == {0, 1, 2}
        assert desk.updates(third)[-1].queued is False


async def test_two_channels_that_wait_for_one_agent_see_whose_turn_it_is(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        first, second, third = [await desk.room(f"room {number}", "a") for number in (1, 2, 3)]
        await desk.channels.send(first.id, "!permission")
        await desk.until(lambda: desk.channels.conversation(first.id).permissions)
        await desk.channels.send(second.id, "!permission two")
        await desk.event(TurnChanged, lambda turn: turn.channel == second.id and turn.waiting_for)
        await desk.channels.send(third.id, "three")
        await desk.event(TurnChanged, lambda turn: turn.channel == third.id and turn.waiting_for)
        assert desk.channels.conversation(second.id).waiting_for == first.id
        assert desk.channels.conversation(third.id).waiting_for == first.id
        assert desk.channels.conversation(first.id).waiting_for == ""
        (request,) = desk.channels.conversation(first.id).permissions
        await desk.channels.answer_permission(request.id, "allow")
        await desk.until(lambda: desk.channels.conversation(second.id).permissions)
        assert desk.channels.conversation(second.id).waiting_for == ""
        assert desk.channels.conversation(third.id).waiting_for == second.id
        (request,) = desk.channels.conversation(second.id).permissions
        await desk.channels.answer_permission(request.id, "reject")
        await desk.idle(third.id)
        assert desk.script(third.id)[-1] == "a: You said: three"


async def test_one_that_cannot_start_is_told_and_the_others_answer(tmp_path: Path) -> None:
    broken = agent("broken", tmp_path, "--die=no such model|try again")
    async with bench(tmp_path, (broken, agent("b", tmp_path))) as desk:
        room = await desk.room("room", "b")
        await desk.say(room.id, "@broken @b hello")
        unavailable, answer = desk.script(room.id)[-2:]
        assert unavailable.startswith("* agent-unavailable broken: ")
        assert "no such model\ntry again" in unavailable
        assert answer == "b: You said: @broken @b hello"


async def test_an_agent_that_left_the_configuration_is_told(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a")
        desk.settings = type(desk.settings)(path=desk.settings.path, agents=desk.settings.agents[1:])
        desk.agents.apply(desk.settings)
        await desk.say(room.id, "hello")
        assert desk.script(room.id)[-1] == "* agent-unavailable a: there is no agent a in the configuration"


@pytest.mark.parametrize("death", ["!crash", "!killed"])
async def test_an_agent_that_dies_keeps_its_words_and_is_started_for_the_next_message(
    tmp_path: Path, death: str
) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        answer = await desk.say(direct.id, death)
        assert answer.text == "Half of the ans"
        assert answer.error
        assert answer.stop_reason is None
        assert answer in desk.history.latest(direct.id).messages
        await desk.until(lambda: desk.agents.list()[0].state is AgentState.ERROR)
        await desk.say(direct.id, "!messages")
        assert desk.script(direct.id)[-1] == "a: A warning.\n\nThe answer goes on."


async def test_an_error_of_the_agent_ends_its_message_in_its_own_words(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "!error details")
        assert desk.script(direct.id)[-1] == ("a: Until here.  (Internal error: The model is on strike)")


@pytest.mark.parametrize("reason", ["max_tokens", "refusal", "max_turn_requests"])
async def test_how_the_answer_ended(tmp_path: Path, reason: str) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        assert (await desk.say(direct.id, f"!reason {reason}")).stop_reason == reason


async def test_a_flood_on_standard_error_and_noise_hold_nothing_up(tmp_path: Path) -> None:
    """H01, H02."""
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        assert (await desk.say(direct.id, "!stderr 300")).text == "still here"
        assert (await desk.say(direct.id, "!noise")).text == "before after"
        assert '"hi"' in desk.agents.logs("a")
        await desk.event(AgentLogged, lambda event: event.line == "a banner")


async def test_large_updates_are_shown_or_refused_visibly(tmp_path: Path) -> None:
    """H04."""
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        assert len((await desk.say(direct.id, "!big 1")).text) > 1_000_000
        answer = await desk.say(direct.id, "!big 20")
        assert answer.text.endswith("done")
        assert len(answer.text) < 1000
        assert (await desk.say(direct.id, "still there?")).text == "You said: still there?"


async def test_chunks_stay_in_the_order_of_the_wire(tmp_path: Path) -> None:
    """H22."""
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        answer = await desk.say(direct.id, "!chunks 2000 8")
        assert answer.text == "".join(f"{number} ".ljust(8, ".") for number in range(2000))
        deltas = [event for event in desk.events if isinstance(event, MessageDelta)]
        assert "".join(delta.text or "" for delta in deltas) == answer.text


async def test_an_agent_that_tries_again_says_why_and_begins_again(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        answer = await desk.say(direct.id, "!retrying")
        assert answer.text == (
            "half of\n\nThe agent tries again: HTTP 500\n\nhalf of\n\nhalf of it, and the rest"
        )


async def test_an_echo_of_the_prompt_is_left_out(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        assert (await desk.say(direct.id, "!echo this")).text == "Heard: this"


async def test_calls_still_open_at_the_end_are_closed(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        answer = await desk.say(direct.id, "!unfinished")
        assert [part.tool.status for part in answer.parts if isinstance(part, ToolPart)] == ["failed"]


async def test_a_terminal_runs_in_its_call(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        answer = await desk.say(direct.id, "!terminal printf 'one\\ntwo\\n'; pwd; exit 3")
        (call,) = [part.tool for part in answer.parts if isinstance(part, ToolPart)]
        assert call.output == f"one\ntwo\n{tmp_path}/a\n"
        assert (call.status, call.exit_status) == ("completed", 3)
        assert answer.text == f"one\ntwo\n{tmp_path}/a\n[3]"


async def test_files_are_the_agents_own_folder_alone(tmp_path: Path) -> None:
    """H29."""
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        (tmp_path / "a" / "crlf").write_bytes(b"\xef\xbb\xbfold\r\n")
        (tmp_path / "secret").write_text("secret")
        assert (await desk.say(direct.id, "!write new/file.txt one\\ntwo\\n")).text == "wrote new/file.txt"
        assert (tmp_path / "a" / "new" / "file.txt").read_text() == "one\ntwo\n"
        await desk.say(direct.id, f"!write {tmp_path}/a/crlf new\\n")
        assert (tmp_path / "a" / "crlf").read_bytes() == b"\xef\xbb\xbfnew\r\n"
        assert (await desk.say(direct.id, "!read new/file.txt 2 1")).text == "two\n"
        assert "-32002" in (await desk.say(direct.id, "!read missing")).text
        refused = (await desk.say(direct.id, "!read ../secret")).text
        assert "outside of the agent's folders" in refused


async def test_what_came_late_is_shown_under_the_agent(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "!late")
        await desk.event(MessageUpdated, lambda event: event.message.done and event.message.text == "Late.")
        assert desk.script(direct.id)[1:] == ["a: In time. ", "a: Late."]
        assert (await desk.event(UsageChanged)).usage.used == 99
        assert (await desk.event(SessionChanged, lambda event: event.title)).title == "A late title"
        assert desk.channels.conversation(direct.id).usage["a"].size == 1000


async def test_usage_and_cost_are_told(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "!usage 5 10")
        usage = (await desk.event(UsageChanged)).usage
        assert (usage.used, usage.size, usage.cost, usage.currency) == (5, 10, 0.42, "USD")
        assert desk.channels.conversation(direct.id).usage == {"a": usage}


async def test_commands_are_announced_and_kept(tmp_path: Path) -> None:
    async with bench(tmp_path, [agent("a", tmp_path, "--early")]) as desk:
        direct = await desk.channels.direct("a")
        assert desk.channels.commands("a") == ()
        await desk.say(direct.id, "hello")
        changed = await desk.event(CommandsChanged)
        assert [command.name for command in changed.commands] == ["compact", "review"]
        assert desk.channels.commands("a") == changed.commands
        assert desk.history.commands() == {"a": changed.commands}


async def test_preparing_opens_sessions_and_the_first_answer_is_told_the_past(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a", "b")
        await desk.say(room.id, "@a hello")
        await desk.channels.prepare(room.id)
        await desk.event(CommandsChanged, lambda event: event.agent == "b")
        assert desk.channels.session(room.id, "b") is not None
        assert [message.agent for message in desk.messages(room.id)].count("b") == 1  # it joined
        answer = await desk.say(room.id, "@b !blocks")
        assert "@a hello" in answer.text
        log = desk.agents.logs("b")
        await desk.channels.prepare(room.id)
        assert desk.agents.logs("b") == log


async def test_a_member_that_answers_elsewhere_is_not_prepared(tmp_path: Path) -> None:
    async with bench(tmp_path, [agent("a", tmp_path, "--plain")]) as desk:
        busy, other = await desk.room("busy", "a"), await desk.room("other", "a")
        await desk.channels.send(busy.id, "!permission")
        await desk.until(lambda: desk.channels.conversation(busy.id).permissions)
        await desk.channels.prepare(other.id)
        assert desk.channels.session(other.id, "a") is None
        await desk.channels.cancel(busy.id)
        await desk.idle(busy.id)


async def test_joined_files_are_sent_as_the_agent_takes_them(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a")
        (tmp_path / "a" / "notes.md").write_text("# notes")
        (tmp_path / "a" / "dot.png").write_bytes(b"\x89PNG\0")
        (tmp_path / "a" / "data.bin").write_bytes(b"\0\1")
        answer = await desk.say(room.id, "$notes.md $dot.png $data.bin $missing, $5\n!blocks")
        text, notes, dot = json.loads(answer.text)
        assert text["text"] == "$notes.md $dot.png $data.bin $missing, $5\n!blocks"
        assert notes["resource"]["text"] == "# notes"
        assert notes["resource"]["uri"] == f"file://{tmp_path}/a/notes.md"
        assert (dot["type"], dot["mimeType"]) == ("image", "image/png")
        assert desk.script(room.id)[2:4] == [
            "* attachment-unavailable a: data.bin is neither text nor an image",
            "* attachment-unavailable a: missing: there is no such file",
        ]
        user = desk.messages(room.id)[1]
        assert user.attachments[0] == Attachment(agent="a", path="notes.md")


async def test_a_file_is_read_when_the_agents_turn_comes(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!permission")
        await desk.until(lambda: desk.channels.conversation(direct.id).permissions)
        await desk.channels.send(direct.id, "$late.txt\n!blocks")
        (tmp_path / "a" / "late.txt").write_text("just in time")
        (request,) = desk.channels.conversation(direct.id).permissions
        await desk.channels.answer_permission(request.id, "allow")
        await desk.idle(direct.id)
        assert "just in time" in desk.messages(direct.id)[-1].text


async def test_what_cannot_be_sent_is_refused(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        for text in ("", " \n", " ".join(f"$f{number}" for number in range(11))):
            with pytest.raises(UsageError):
                await desk.channels.send(direct.id, text)
        assert desk.messages(direct.id) == ()


async def test_many_sends_at_once_keep_their_order(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await asyncio.gather(*(desk.channels.send(direct.id, f"number {number}") for number in range(5)))
        await desk.idle(direct.id)
        answers = [message.text for message in desk.messages(direct.id) if message.agent]
        assert answers == [f"You said: number {number}" for number in range(5)]
