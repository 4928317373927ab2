"""What both histories promise."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidekicks_tui.model import limits
from sidekicks_tui.model.channels import Channel, Command, Membership, StoredChannel
from sidekicks_tui.model.errors import UnknownChannel
from sidekicks_tui.model.messages import Page, Role
from sidekicks_tui.store.history import History
from sidekicks_tui.store.lmdb_history import LmdbHistory
from sidekicks_tui.store.memory import MemoryHistory
from tests.store.samples import ids, message, stored


@pytest.fixture(params=["memory", "lmdb"])
async def history(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[History]:
    opened: History = MemoryHistory() if request.param == "memory" else LmdbHistory(tmp_path)
    yield opened
    await opened.close()


async def _put(history: History, *numbers: int, channel: str = "c1", role: Role = Role.AGENT) -> None:
    await history.put_channel(stored(channel))
    await asyncio.gather(
        *(history.put_message(message(f"m{n:03}", f"text {n}", channel, role)) for n in numbers)
    )


async def test_an_empty_history_is_empty(history: History) -> None:
    assert history.problem == ""
    assert history.last_id == ""
    assert history.channels() == ()
    assert history.commands() == {}
    assert history.latest("c1") == Page(messages=(), more=False)
    assert history.unread("c1", "") == 0
    assert history.note("draft") == ""
    assert await history.older("c1", "m1") == Page(messages=(), more=False)
    assert await history.search("anything") == ()


async def test_channels_are_kept_oldest_first(history: History) -> None:
    changed = StoredChannel(
        channel=Channel(id="c1", name="general", description="all", members=("guide",)),
        memberships={"guide": Membership(session_id="s1", seen="m1")},
        read="m1",
    )
    await history.put_channel(stored("c2"))
    await history.put_channel(stored("c1"))
    await history.put_channel(changed)

    assert history.channels() == (changed, stored("c2"))
    assert history.last_id == "c2"


async def test_messages_are_paged_backwards(history: History) -> None:
    await _put(history, *range(10))

    latest = history.latest("c1", 4)
    assert ids(latest.messages) == ["m006", "m007", "m008", "m009"]
    assert latest.more
    older = await history.older("c1", "m006", 4)
    assert ids(older.messages) == ["m002", "m003", "m004", "m005"]
    assert older.more
    oldest = await history.older("c1", "m002", 4)
    assert ids(oldest.messages) == ["m000", "m001"]
    assert not oldest.more
    assert ids((await history.older("c1", "m0035")).messages) == ["m000", "m001", "m002", "m003"]
    assert not (await history.older("c1", "m002", 2)).more
    assert ids(history.latest("c1").messages) == [f"m{n:03}" for n in range(10)]


async def test_a_page_holds_a_hundred_messages_and_a_bounded_size(history: History) -> None:
    await _put(history, *range(120))
    assert len(history.latest("c1").messages) == limits.PAGE_MESSAGES

    await history.put_channel(stored("big"))
    for number in range(4):
        await history.put_message(message(f"m{number}", "x" * (limits.PAGE_SIZE // 2 - 1000), "big"))
    page = history.latest("big")
    assert ids(page.messages) == ["m2", "m3"]
    assert page.more

    await history.put_message(message("m9", "x" * 2 * limits.PAGE_SIZE, "big"))
    assert ids(history.latest("big").messages) == ["m9"]


async def test_a_message_comes_back_whole_and_may_be_replaced(history: History) -> None:
    await _put(history, 1, 2)
    replaced = message("m001", "replaced", role=Role.USER)

    await history.put_message(replaced)

    assert history.latest("c1").messages[0] == replaced
    assert len(history.latest("c1").messages) == 2
    assert ids(await history.search("replaced")) == ["m001"]
    assert ids(await history.search("text")) == ["m002"]


async def test_channels_do_not_see_each_other(history: History) -> None:
    await _put(history, 1, 2, channel="c1")
    await _put(history, 3, channel="c10")
    await _put(history, 4, channel="c")

    assert ids(history.latest("c1").messages) == ["m001", "m002"]
    assert ids(history.latest("c").messages) == ["m004"]
    assert history.unread("c", "") == 1
    assert ids(await history.search("text", "c10")) == ["m003"]


async def test_a_message_needs_its_channel(history: History) -> None:
    with pytest.raises(UnknownChannel):
        await history.put_message(message("m1", channel="nowhere"))


async def test_agents_messages_after_the_read_mark_are_unread(history: History) -> None:
    await _put(history, 1, 2, 4, 6)
    await _put(history, 3, 5, role=Role.USER)

    assert history.unread("c1", "") == 4
    assert history.unread("c1", "m002") == 2
    assert history.unread("c1", "m003") == 2
    assert history.unread("c1", "m0035") == 2
    assert history.unread("c1", "m006") == 0
    assert history.unread("c1", "", limit=3) == 3


async def test_a_deleted_channel_is_gone_with_all_of_its_messages(history: History) -> None:
    await _put(history, 1, 2, channel="c1")
    await _put(history, 3, channel="c2")

    await history.delete_channel("c1")
    await history.delete_channel("never there")

    assert [kept.channel.id for kept in history.channels()] == ["c2"]
    assert history.latest("c1") == Page(messages=(), more=False)
    assert history.unread("c1", "") == 0
    assert ids(await history.search("text")) == ["m003"]
    with pytest.raises(UnknownChannel):
        await history.put_message(message("m9", channel="c1"))


async def test_commands_are_kept_for_each_agent(history: History) -> None:
    first = (Command(name="help", description="explains", hint="topic"),)
    await history.put_commands("guide", (Command(name="old"),))
    await history.put_commands("guide", first)
    await history.put_commands("gemini", ())

    assert history.commands() == {"guide": first, "gemini": ()}


async def test_notes_are_kept_until_they_are_empty(history: History) -> None:
    await history.put_note("draft:c1", "écrit\nhalf")
    assert history.note("draft:c1") == "écrit\nhalf"

    await history.put_note("draft:c1", "")
    await history.put_note("draft:c1", "")
    assert history.note("draft:c1") == ""


async def test_the_last_id_is_the_newest_of_channels_and_messages(history: History) -> None:
    await _put(history, 5, 7, 6)

    assert history.last_id == "m007"


async def test_search_finds_all_words_newest_first(history: History) -> None:
    await history.put_channel(stored("c1"))
    await history.put_channel(stored("c2"))
    await history.put_message(message("m1", "The new Parser", "c1"))
    await history.put_message(message("m3", "a PARSER that is new", "c2"))
    await history.put_message(message("m2", "nothing new", "c1"))
    await history.put_message(message("m4", "a résumé of the new parsers", "c1"))

    assert ids(await history.search("new parser")) == ["m4", "m3", "m1"]
    assert ids(await history.search("new parser", "c1")) == ["m4", "m1"]
    assert ids(await history.search("new parser", limit=2)) == ["m4", "m3"]
    assert ids(await history.search("new parser", before="m4")) == ["m3", "m1"]
    assert ids(await history.search("resume")) == ["m4"]
    assert await history.search("new parser missing") == ()
    assert await history.search("new", limit=0) == ()
    assert await history.search("->") == ()
