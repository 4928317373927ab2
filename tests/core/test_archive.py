import asyncio
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.archive import conversation, from_json, speakers, take_in, to_json
from sidekicks_tui.model.channels import Channel, StoredChannel
from sidekicks_tui.model.errors import HistoryError, UsageError
from sidekicks_tui.model.messages import (
    Attachment,
    Message,
    PlanEntry,
    PlanPart,
    Role,
    StopReason,
    SystemCode,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolPart,
)
from sidekicks_tui.store.memory import MemoryHistory


def message(number: int, **fields: Any) -> Message:
    made = datetime(2025, 3, 1, 12, tzinfo=UTC)
    defaults = {"id": f"{number:026}", "channel": "c", "created_at": made, "role": Role.USER}
    return Message(**{**defaults, "parts": (TextPart(text=f"number {number}"),), **fields})


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PARTS = st.one_of(
    st.builds(TextPart, text=WORDS),
    st.builds(ThoughtPart, text=WORDS, seconds=st.none() | st.floats(0, 9)),
    st.builds(ToolPart, tool=st.builds(ToolCall, id=WORDS, title=WORDS, output=WORDS)),
    st.builds(PlanPart, entries=st.lists(st.builds(PlanEntry, content=WORDS), max_size=2).map(tuple)),
)
MESSAGES = st.builds(
    message,
    st.integers(0, 9),
    role=st.sampled_from(Role),
    agent=WORDS,
    parts=st.lists(PARTS, max_size=3).map(tuple),
    stop_reason=st.none() | st.sampled_from(StopReason),
    code=st.none() | st.sampled_from(SystemCode),
    attachments=st.lists(st.builds(Attachment, agent=WORDS, path=WORDS), max_size=2).map(tuple),
)


@given(st.lists(MESSAGES, min_size=1, max_size=5))
def test_what_is_written_is_read_again(messages: list[Message]) -> None:
    assert list(from_json(to_json(messages))) == messages


@pytest.mark.parametrize("data", ["", "[]", "{}", "# A page", '[{"id": "1"}]', b"\xff\xfe", "[" * 100_000])
def test_what_is_no_conversation_is_refused(data: str | bytes) -> None:
    with pytest.raises(UsageError):
        from_json(data)


def test_speakers() -> None:
    joined = message(0, role=Role.SYSTEM, agent="z", code=SystemCode.AGENT_JOINED)
    spoken = [message(n, role=Role.AGENT, agent=name) for n, name in enumerate("baab", 1)]
    assert speakers([joined, message(9), *spoken]) == ("b", "a")


async def test_a_conversation_is_read_whole_and_taken_in() -> None:
    history = MemoryHistory()
    await history.put_channel(StoredChannel(channel=Channel(id="c", name="old")))
    for number in range(250):
        await history.put_message(message(number))
    before = await conversation(history, "c")
    assert [each.text for each in before] == [f"number {number}" for number in range(250)]
    ids = count(1000)
    await take_in(history, Channel(id="d", name="new"), before, lambda: f"{next(ids):026}")
    after = await conversation(history, "d")
    assert [each.text for each in after] == [each.text for each in before]
    assert {each.channel for each in after} == {"d"}
    assert not {each.id for each in after} & {each.id for each in before}


async def test_nothing_is_left_of_what_could_not_be_stored() -> None:
    class Full(MemoryHistory):
        async def put_message(self, message: Message) -> None:
            if message.text == "number 7":
                raise HistoryError("the disk is full")
            await super().put_message(message)

    history = Full()
    with pytest.raises(HistoryError):
        await take_in(history, Channel(id="d"), [message(n) for n in range(10)], lambda: "x")
    assert history.channels() == ()


async def test_nothing_is_left_of_what_is_cancelled_half_way() -> None:
    class Slow(MemoryHistory):
        async def put_message(self, message: Message) -> None:
            await super().put_message(message)
            begun.set()
            await asyncio.Event().wait()

    begun, history = asyncio.Event(), Slow()
    taking = asyncio.create_task(take_in(history, Channel(id="d"), [message(1)], lambda: "x"))
    await begun.wait()
    taking.cancel()
    await asyncio.wait([taking])
    assert taking.cancelled()
    assert history.channels() == ()
