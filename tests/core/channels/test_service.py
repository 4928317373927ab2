"""What `ChannelService` does without any agent running."""

import asyncio
from pathlib import Path

import pytest

from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.errors import HistoryError, UnknownAgent, UnknownChannel, UnknownOption, UsageError
from sidekicks_tui.model.events import ChannelsChanged, EngineFault, MessageUpdated, ReadChanged
from sidekicks_tui.model.settings import ChannelSettings
from sidekicks_tui.store.memory import MemoryHistory
from tests.core.channels.bench import Bench, bench


async def test_a_channel_is_made_renamed_and_deleted(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        made = await desk.channels.create(" general ", "Everybody")
        assert (made.name, made.description, made.members) == ("general", "Everybody", ())
        await desk.channels.rename(made.id, "General", "All of us")
        assert desk.channels.list() == (
            Channel(id=made.id, name="General", description="All of us", direct="", members=()),
        )
        assert desk.history.channels()[0].channel == desk.channels.list()[0]
        await desk.channels.delete(made.id)
        assert desk.channels.list() == ()
        assert desk.history.channels() == ()
        changes = [await desk.event(ChannelsChanged, after=number) for number in range(3)]
        assert [[channel.name for channel in change.channels] for change in changes] == [
            ["general"],
            ["General"],
            [],
        ]


async def test_names_are_unique_whatever_the_case(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        await desk.channels.create("general")
        other = await desk.channels.create("other")
        with pytest.raises(UsageError):
            await desk.channels.create("GENERAL")
        with pytest.raises(UsageError):
            await desk.channels.rename(other.id, "General")
        results = await asyncio.gather(
            *(desk.channels.create("twice") for _ in range(2)), return_exceptions=True
        )
        assert [type(result) for result in results] == [Channel, UsageError]


async def test_a_direct_conversation_is_its_agents_alone(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct, same = await asyncio.gather(desk.channels.direct("a"), desk.channels.direct("a"))
        assert direct == same
        assert (direct.name, direct.direct, direct.members) == ("", "a", ("a",))
        with pytest.raises(UsageError):
            await desk.channels.rename(direct.id, "mine")
        with pytest.raises(UsageError):
            await desk.channels.add_member(direct.id, "b")
        with pytest.raises(UsageError):
            await desk.channels.remove_member(direct.id, "a")
        with pytest.raises(UnknownAgent):
            await desk.channels.direct("nobody")


async def test_members_come_and_go(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.channels.create("room")
        await desk.channels.add_member(room.id, "b")
        await desk.channels.add_member(room.id, "a")
        await desk.channels.add_member(room.id, "a")
        assert desk.channels.list()[0].members == ("b", "a")
        await desk.channels.remove_member(room.id, "b")
        await desk.channels.remove_member(room.id, "b")
        assert desk.script(room.id) == ["* agent-joined b", "* agent-joined a", "* agent-left b"]
        with pytest.raises(UnknownAgent):
            await desk.channels.add_member(room.id, "nobody")


async def test_declared_channels_are_made_where_they_are_missing(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        await desk.channels.create("General")
        declared = (
            ChannelSettings(name="general", members=("a",)),
            ChannelSettings(name="review", description="Of code", members=("a", "b")),
        )
        for _ in range(2):
            await desk.channels.declare(declared)
        assert [(channel.name, channel.members) for channel in desk.channels.list()] == [
            ("General", ()),
            ("review", ("a", "b")),
        ]
        assert desk.messages(desk.channels.list()[1].id) == ()


async def test_what_does_not_exist_is_said(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        for command in (
            desk.channels.send("x", "hello"),
            desk.channels.cancel("x"),
            desk.channels.delete("x"),
            desk.channels.rename("x", "y"),
            desk.channels.older("x", "y"),
            desk.channels.prepare("x"),
            desk.channels.mark_read("x"),
            desk.channels.set_draft("x", "y"),
            desk.channels.set_mode("x", "a", "code"),
        ):
            with pytest.raises(UnknownChannel, match="there is no channel x"):
                await command
        with pytest.raises(UnknownOption):
            await desk.channels.answer_permission("x", "y")


async def test_reading_only_moves_forward(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a", "b")
        await desk.channels.mark_read(room.id)
        first, last = desk.messages(room.id)
        assert desk.channels.conversation(room.id).read == last.id
        await desk.channels.mark_read(room.id, first.id)
        assert desk.channels.conversation(room.id).read == last.id
        assert (await desk.event(ReadChanged)).message_id == last.id
        assert desk.history.channels()[0].read == last.id


async def test_a_draft_is_kept_until_its_channel_goes(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with bench(tmp_path, history=history) as desk:
        room = await desk.channels.create("room")
        await desk.channels.set_draft(room.id, "half a thou")
    async with bench(tmp_path, history=history) as desk:
        assert desk.channels.draft(room.id) == "half a thou"
        await desk.channels.delete(room.id)
        assert desk.channels.draft(room.id) == ""


async def test_older_messages_and_search(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.channels.create("room")
        for number in range(120):
            await desk.channels.send(room.id, f"number {number}")
        await desk.idle(room.id)
        conversation = desk.channels.conversation(room.id)
        assert conversation.more
        page = await desk.channels.older(room.id, conversation.messages[0].id)
        assert page.messages[-1].id < conversation.messages[0].id
        (hit,) = await desk.channels.search("number 77")
        assert hit.text == "number 77"
        assert await desk.channels.search("number 77", room.id, before=hit.id) == ()


async def test_no_name_is_nobody_to_talk_to(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        await desk.channels.create("room")
        with pytest.raises(UnknownAgent):
            await desk.channels.direct("")


class FullDisk(MemoryHistory):
    """A history that takes no more messages, or nothing at all."""

    full = False
    broken = False

    async def put_message(self, message: object) -> None:
        if self.full or self.broken:
            raise HistoryError("the disk is full: make room")
        await super().put_message(message)  # type: ignore[arg-type]  # it is a message

    async def put_channel(self, stored: object) -> None:
        if self.broken:
            raise HistoryError("the disk is full: make room")
        await super().put_channel(stored)  # type: ignore[arg-type]  # it is a channel


def faults(desk: Bench) -> list[str]:
    return [event.sentence for event in desk.events if isinstance(event, EngineFault)]


async def test_what_the_disk_refuses_is_shown_all_the_same(tmp_path: Path) -> None:
    history = FullDisk()
    async with bench(tmp_path, history=history) as desk:
        direct = await desk.channels.direct("a")
        history.full = True
        await desk.say(direct.id, "hello")
        question, answer = desk.messages(direct.id)
        assert (question.text, question.error) == ("hello", "")
        assert (answer.text, answer.error) == (
            "You said: hello", "not kept: the disk is full: make room"
        )  # fmt: skip
        assert faults(desk) == ["@a: the disk is full: make room"]
        history.full = False
        await desk.say(direct.id, "!blocks")
        assert desk.messages(direct.id)[:2] == (question, answer)
        assert desk.history.latest(direct.id).messages == desk.messages(direct.id)[2:]
        history.full = True
        await desk.say(direct.id, "hello")
        assert faults(desk) == ["@a: the disk is full: make room"] * 2
        desk.events = [event for event in desk.events if not isinstance(event, EngineFault)]


async def test_what_cannot_be_stored_of_a_channel_does_not_happen(tmp_path: Path) -> None:
    history = FullDisk()
    async with bench(tmp_path, history=history) as desk:
        room = await desk.channels.create("room")
        history.broken = True
        with pytest.raises(HistoryError):
            await desk.channels.create("other")
        with pytest.raises(HistoryError):
            await desk.channels.rename(room.id, "other")
        assert [channel.name for channel in desk.channels.list()] == ["room"]
        history.broken = False
        await desk.channels.create("other")


async def test_identifiers_follow_those_of_the_history(tmp_path: Path) -> None:
    history = MemoryHistory()
    async with bench(tmp_path, history=history) as desk:
        room = await desk.room("room", "a", "b")
        await desk.say(room.id, "hello")
    async with bench(tmp_path, history=history) as desk:
        before = history.last_id
        await desk.say(room.id, "again")
        told = [event.message.id for event in desk.events if isinstance(event, MessageUpdated)]
        assert min(told) > before
