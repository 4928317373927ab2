"""Stop, in every phase of an answer; deletion, removal and quitting meanwhile."""

import asyncio
from pathlib import Path

import pytest

from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.errors import UnknownChannel, UnknownOption
from sidekicks_tui.model.events import (
    AgentStateChanged,
    MessageUpdated,
    PermissionRequested,
    PermissionResolved,
    TurnChanged,
)
from sidekicks_tui.model.messages import StopReason, ToolPart
from tests.core.channels.bench import agent, bench


async def test_stop_right_after_sending_runs_nothing(tmp_path: Path) -> None:
    """H11."""
    record = tmp_path / "record"
    async with bench(tmp_path, [agent("a", tmp_path, f"--record={record}")]) as desk:
        direct = await desk.channels.direct("a")
        sent = await desk.channels.send(direct.id, "hello")
        await desk.channels.cancel(direct.id)
        await desk.idle(direct.id)
        assert desk.script(direct.id) == ["you: hello (cancelled)"]
        assert desk.updates(sent)[-1] in desk.history.latest(direct.id).messages
        await desk.say(direct.id, "!messages")
        assert record.read_text().count("session/prompt") == 1


async def test_stop_while_the_agent_starts_runs_nothing(tmp_path: Path) -> None:
    """H11: the start goes on by itself, and serves the next message."""
    record = tmp_path / "record"
    async with bench(tmp_path, [agent("a", tmp_path, "--late=0.3", f"--record={record}")]) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "hello")
        await desk.event(AgentStateChanged, lambda event: event.state is AgentState.STARTING)
        await desk.channels.cancel(direct.id)
        await desk.idle(direct.id)
        assert desk.agents.list()[0].state is AgentState.STARTING
        assert desk.script(direct.id) == ["you: hello (cancelled)"]
        await desk.say(direct.id, "again")
        assert desk.script(direct.id)[-1] == "a: You said: again"
        assert record.read_text().count("initialize") == 1
        assert record.read_text().count("session/prompt") == 1


async def test_stop_while_the_agent_speaks(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!slow 1000")
        await desk.asked(direct.id)
        await desk.channels.cancel(direct.id)
        await desk.channels.cancel(direct.id)
        await desk.idle(direct.id)
        answer = desk.messages(direct.id)[-1]
        assert answer.stop_reason is StopReason.CANCELLED
        assert answer.text.startswith("slow0")
        assert answer in desk.history.latest(direct.id).messages
        await desk.say(direct.id, "!messages")
        assert desk.messages(direct.id)[-1].stop_reason is StopReason.END_TURN


async def test_stop_is_said_again_to_an_agent_that_lost_it(tmp_path: Path) -> None:
    """H11: as Vibe loses it when it comes with the prompt."""
    record = tmp_path / "record"
    async with bench(tmp_path, [agent("a", tmp_path, f"--record={record}")]) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!forgetful")
        await desk.asked(direct.id)
        await desk.channels.cancel(direct.id)
        await desk.idle(direct.id)
        assert desk.script(direct.id)[-1] == "a: forgetful  <cancelled>"
        assert record.read_text().count("session/cancel") == 2
        await desk.say(direct.id, "again")
        assert record.read_text().count("session/cancel") == 2


async def test_an_answer_that_was_stopped_is_told_as_stopped_however_the_agent_ends_it(
    tmp_path: Path,
) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!obliging")
        await desk.asked(direct.id)
        await desk.channels.cancel(direct.id)
        await desk.idle(direct.id)
        assert desk.script(direct.id)[-1] == "a: obliging  <cancelled>"


async def test_stop_ends_those_who_were_to_follow_and_drops_what_waits(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a", "b")
        await desk.channels.send(room.id, "@a @b !slow 1000")
        await desk.asked(room.id)
        waiting = [await desk.channels.send(room.id, f"@b number {number}") for number in (1, 2)]
        await desk.channels.cancel(room.id)
        await desk.idle(room.id)
        assert [message.stop_reason for message in desk.messages(room.id) if message.agent == "a"][1:] == [
            StopReason.CANCELLED
        ]
        assert [message for message in desk.messages(room.id)[3:] if message.agent == "b"] == []
        for identifier, text in zip(waiting, ("@b number 1", "@b number 2"), strict=True):
            dropped = desk.updates(identifier)[-1]
            assert (dropped.error, dropped.queued, dropped.text) == ("cancelled", False, text)
        assert desk.channels.conversation(room.id).queued == 0
        answer = await desk.say(room.id, "@b !blocks")
        assert "number 1" not in answer.text


async def test_stop_while_a_permission_waits(tmp_path: Path) -> None:
    """H09."""
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!permission")
        request = await desk.event(PermissionRequested)
        await desk.channels.cancel(direct.id)
        await desk.event(PermissionResolved, lambda event: event.id == request.id)
        with pytest.raises(UnknownOption):
            await desk.channels.answer_permission(request.id, "allow")
        await desk.idle(direct.id)
        answer = desk.messages(direct.id)[-1]
        assert answer.stop_reason is StopReason.CANCELLED
        assert [part.tool.status for part in answer.parts if isinstance(part, ToolPart)] == ["cancelled"]
        await desk.say(direct.id, "!messages")
        assert desk.messages(direct.id)[-1].stop_reason is StopReason.END_TURN


async def test_an_agent_that_ignores_stop_is_busy_until_it_ends(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!stubborn 12 0.02")
        await desk.asked(direct.id)
        await desk.channels.cancel(direct.id)
        assert desk.channels.conversation(direct.id).busy
        assert desk.agents.list()[0].state is AgentState.BUSY
        await desk.idle(direct.id)
        assert desk.messages(direct.id)[-1].text.endswith("stubborn11 ")
        told = [event for event in desk.events if isinstance(event, MessageUpdated | TurnChanged)]
        assert isinstance(told[-1], TurnChanged)
        assert not told[-1].busy


async def test_an_agent_that_ignores_stop_may_be_stopped_itself(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!stubborn 100000 0.02")
        await desk.asked(direct.id)
        await desk.channels.cancel(direct.id)
        await desk.agents.stop("a")
        await desk.idle(direct.id)
        answer = desk.messages(direct.id)[-1]
        assert (answer.stop_reason, answer.error) == (StopReason.CANCELLED, "")


async def test_an_agent_that_goes_on_by_itself_is_busy_and_can_be_stopped(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!background")
        over = await desk.event(MessageUpdated, lambda event: event.message.agent and event.message.done)
        late = await desk.event(
            MessageUpdated, lambda event: event.message.agent and event.message.id != over.message.id
        )
        await desk.until(lambda: desk.channels.conversation(direct.id).busy)
        assert desk.channels.conversation(direct.id).answering == "a"
        await desk.channels.cancel(direct.id)
        await desk.idle(direct.id)
        said = desk.updates(late.message.id)[-1]
        assert said.text.endswith("stopped.")
        assert said.stop_reason is StopReason.CANCELLED
        assert (await desk.say(direct.id, "hello")).text == "You said: hello"


async def test_a_message_is_answered_while_the_agent_goes_on_by_itself(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!background")
        over = await desk.event(MessageUpdated, lambda event: event.message.agent and event.message.done)
        await desk.event(
            MessageUpdated, lambda event: event.message.agent and event.message.id != over.message.id
        )
        sent = await desk.channels.send(direct.id, "hello")
        answer = await desk.event(
            MessageUpdated,
            lambda event: event.message.agent and "You said: hello" in event.message.text,
        )
        assert not any(message.queued for message in desk.updates(sent))
        assert answer.message.stop_reason is StopReason.END_TURN
        await desk.channels.cancel(direct.id)
        await desk.idle(direct.id)


async def test_a_message_sent_while_the_stop_is_under_way_is_answered(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!stubborn 10 0.02")
        await desk.asked(direct.id)
        await desk.channels.cancel(direct.id)
        await desk.channels.send(direct.id, "!messages")
        await desk.idle(direct.id)
        assert desk.messages(direct.id)[-1].text.startswith("A warning.")


async def test_stop_in_the_queue_for_an_agent_leaves_the_queue(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        first, second = await desk.room("first", "a"), await desk.room("second", "a")
        await desk.channels.send(first.id, "!permission")
        await desk.until(lambda: desk.channels.conversation(first.id).permissions)
        await desk.channels.send(second.id, "hello")
        await desk.event(TurnChanged, lambda turn: turn.waiting_for == first.id)
        await desk.channels.cancel(second.id)
        await desk.idle(second.id)
        assert desk.script(second.id)[-1] == "you: hello (cancelled)"
        assert desk.channels.conversation(second.id).waiting_for == ""
        assert desk.channels.conversation(first.id).permissions
        await desk.channels.cancel(first.id)
        await desk.idle(first.id)


async def test_stop_where_nothing_runs_does_nothing(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.cancel(direct.id)
        await desk.say(direct.id, "hello")
        assert desk.script(direct.id) == ["you: hello", "a: You said: hello"]


async def test_the_death_of_an_agent_takes_its_requests_along(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!permission")
        request = await desk.event(PermissionRequested)
        await desk.agents.stop("a")
        await desk.event(PermissionResolved, lambda event: event.id == request.id)
        await desk.idle(direct.id)
        assert desk.channels.conversation(direct.id).permissions == ()
        assert desk.messages(direct.id)[-1].error


async def test_deleting_a_channel_while_it_answers(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room, other = await desk.room("room", "a"), await desk.room("other", "a")
        await desk.channels.send(room.id, "!permission")
        request = await desk.event(PermissionRequested)
        await desk.channels.send(room.id, "and then")
        await desk.channels.delete(room.id)
        await desk.event(PermissionResolved, lambda event: event.id == request.id)
        with pytest.raises(UnknownChannel):
            desk.channels.conversation(room.id)
        await desk.say(other.id, "still here?")
        assert desk.script(other.id)[-1] == "a: You said: still here?"
        assert desk.history.latest(room.id).messages == ()
        assert [stored.channel.id for stored in desk.history.channels()] == [other.id]
        last = max(
            index for index, event in enumerate(desk.events) if getattr(event, "channel", "") == room.id
        )
        await desk.say(other.id, "quiet?")
        assert all(getattr(event, "channel", "") != room.id for event in desk.events[last + 1 :])


async def test_deleting_a_channel_whose_agent_ignores_it(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a")
        await desk.channels.send(room.id, "!stubborn 10 0.02")
        await desk.asked(room.id)
        await desk.channels.delete(room.id)
        assert desk.agents.list()[0].state is AgentState.BUSY
        direct = await desk.channels.direct("a")
        assert (await desk.say(direct.id, "free again?")).text == "You said: free again?"
        assert desk.history.latest(room.id).messages == ()


async def test_removing_a_member_stops_what_it_says(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a", "b")
        await desk.channels.send(room.id, "@a @b !slow 3")
        await desk.asked(room.id)
        await desk.channels.remove_member(room.id, "a")
        await desk.idle(room.id)
        assert desk.channels.list()[0].members == ("b",)
        ends = {
            message.agent: message.stop_reason for message in desk.messages(room.id) if message.stop_reason
        }
        assert ends == {"a": StopReason.CANCELLED, "b": StopReason.END_TURN}
        assert "a" not in desk.history.channels()[0].memberships


async def test_quitting_cuts_off_and_keeps_what_was_finished(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.say(direct.id, "first")
        await desk.channels.send(direct.id, "!slow 1000")
        await desk.until(lambda: desk.messages(direct.id)[-1].text)
        await desk.channels.send(direct.id, "waits")
        await asyncio.wait_for(desk.channels.close(), 5)
        history = desk.history.latest(direct.id)
    assert [message.text for message in history.messages] == ["first", "You said: first", "!slow 1000"]
    assert all(message.done for message in history.messages)
