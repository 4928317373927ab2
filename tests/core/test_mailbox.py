from collections import defaultdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.backlog import Backlog
from sidekicks_tui.core.mailbox import Mailbox
from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.channels import Usage
from sidekicks_tui.model.events import (
    AgentLogged,
    AgentStateChanged,
    ChannelsChanged,
    Event,
    MessageDelta,
    TerminalOutput,
    TurnChanged,
    UsageChanged,
)
from sidekicks_tui.model.limits import PENDING_LOG_LINES
from sidekicks_tui.model.messages import Part, TextPart, ThoughtPart, ToolCall, ToolPart, part_kind


def text(words: str, index: int = 0, channel: str = "c", message: str = "m") -> MessageDelta:
    return MessageDelta(channel=channel, message_id=message, index=index, kind="text", text=words)


def whole(part: Part, index: int = 0, channel: str = "c", message: str = "m") -> MessageDelta:
    return MessageDelta(channel=channel, message_id=message, index=index, kind=part_kind(part), part=part)


def tool(title: str) -> ToolPart:
    return ToolPart(tool=ToolCall(id="t", title=title))


def turn(channel: str = "c") -> TurnChanged:
    return TurnChanged(channel=channel, busy=True, queued=0, answering="a")


def usage(used: int, channel: str = "c", agent: str = "a") -> UsageChanged:
    return UsageChanged(channel=channel, agent=agent, usage=Usage(used=used))


def state(agent: str = "a") -> AgentStateChanged:
    return AgentStateChanged(agent=agent, state=AgentState.READY)


def log(line: str, agent: str = "a") -> AgentLogged:
    return AgentLogged(agent=agent, line=line)


def through(*events: Event) -> list[Event]:
    """What a reader gets that comes when all of `events` wait."""
    mailbox = Mailbox()
    for event in events:
        mailbox.put(event)
    return drain(mailbox)


def drain(mailbox: Mailbox) -> list[Event]:
    events = []
    while mailbox:
        events.append(mailbox.take())
    return events


class Reader:
    """A screen: folds events into what it shows, and notes what it showed whenever something else happened.

    Two readers that noted the same were told the same, whatever was merged on the way.
    """

    def __init__(self) -> None:
        self.parts: dict[str, dict[tuple[str, int], Any]] = defaultdict(dict)
        self.usage: dict[str, dict[str, Usage]] = defaultdict(dict)
        self.noted: dict[str, list[Any]] = defaultdict(list)

    def read(self, event: Event) -> None:
        if isinstance(event, MessageDelta):
            self._fold(event)
        elif isinstance(event, UsageChanged):
            self.usage[event.channel][event.agent] = event.usage
        elif isinstance(event, AgentLogged):
            self.noted[f"log {event.agent}"].append(event)
        elif isinstance(event, TerminalOutput):
            self.noted["terminals"].append(event)
        else:
            self._note(event)

    def _fold(self, event: MessageDelta) -> None:
        parts, key = self.parts[event.channel], (event.message_id, event.index)
        if event.part is not None:
            parts[key] = event.part
        elif key not in parts:
            parts[key] = (TextPart if event.kind == "text" else ThoughtPart)(text=event.text or "")
        elif isinstance(parts[key], TextPart | ThoughtPart) and part_kind(parts[key]) == event.kind:
            parts[key] = type(parts[key])(text=parts[key].text + (event.text or ""))

    def _note(self, event: Event) -> None:
        channel: str | None = getattr(event, "channel", None)
        for shown in [channel] if channel else ["c", "d"]:
            self.noted[shown].append((event, dict(self.parts[shown]), dict(self.usage[shown])))
        if isinstance(event, AgentStateChanged):
            self.noted[f"log {event.agent}"].append(event)

    def told(self) -> object:
        return self.noted, self.parts, self.usage


channels = st.sampled_from("cd")
agents = st.sampled_from("ab")
words = st.text(st.characters(), max_size=3)
parts = st.one_of(
    words.map(tool),
    words.map(lambda said: TextPart(text=said)),
    words.map(lambda said: ThoughtPart(text=said)),
)
places = {"index": st.integers(0, 2), "channel": channels, "message": st.sampled_from("mn")}
events = st.one_of(
    st.builds(text, words, **places),
    st.builds(whole, parts, **places),
    st.builds(usage, st.integers(0, 9), channels, agents),
    st.builds(log, words, agents),
    st.builds(turn, channels),
    st.builds(state, agents),
    st.builds(lambda data: TerminalOutput(id="1", data=data), st.binary(max_size=2)),
    st.just(ChannelsChanged(channels=())),
)


@given(st.lists(st.tuples(events, st.integers(0, 3))))
def test_no_reader_can_tell_what_was_merged(script: list[tuple[Event, int]]) -> None:
    prompt, slow = Reader(), Reader()
    mailbox = Mailbox()
    for event, reads in script:
        prompt.read(event)
        mailbox.put(event)
        for _ in range(min(reads, len(mailbox))):
            slow.read(mailbox.take())
    for event in drain(mailbox):
        slow.read(event)
    assert slow.told() == prompt.told()


@given(st.lists(st.sampled_from("cd")), st.integers(1, 4))
def test_what_waits_is_bounded_by_the_parts_and_not_by_the_deltas(order: list[str], indexes: int) -> None:
    mailbox = Mailbox()
    for number, channel in enumerate(order):
        mailbox.put(text("x", index=number % indexes, channel=channel))
        mailbox.put(whole(tool(str(number)), index=9, channel=channel))
        mailbox.put(usage(number, channel=channel))
        mailbox.put(log("line"))
    assert len(mailbox) <= 2 * (indexes + 2) + 1


def test_a_prompt_reader_gets_the_very_events() -> None:
    mailbox = Mailbox()
    for event in (text("a"), text("b"), turn(), whole(tool("x")), usage(1), log("l")):
        mailbox.put(event)
        assert mailbox.take() is event or event == log("l")
    assert not mailbox


def test_text_is_joined_across_another_channel() -> None:
    assert through(text("a"), turn("d"), text("b"), log("l"), text("c")) == [text("abc"), turn("d"), log("l")]


def test_text_is_not_joined_across_another_event_of_the_channel() -> None:
    assert through(text("a"), turn(), text("b")) == [text("a"), turn(), text("b")]


def test_text_is_not_joined_across_an_event_of_no_channel() -> None:
    assert through(text("a"), state(), text("b")) == [text("a"), state(), text("b")]


def test_a_whole_part_replaces_the_one_that_waits_and_its_text() -> None:
    assert through(whole(tool("old")), text("x", index=1), whole(tool("new"))) == [
        whole(tool("new")),
        text("x", index=1),
    ]
    assert through(text("a"), text("b"), whole(ThoughtPart(text="c"))) == [whole(ThoughtPart(text="c"))]


def test_text_after_a_whole_part_is_added_to_it() -> None:
    assert through(whole(TextPart(text="a")), text("b"), text("c")) == [whole(TextPart(text="abc"))]


def test_a_hundred_thousand_pieces_are_one_text() -> None:
    mailbox = Mailbox()
    for _ in range(100_000):
        mailbox.put(text("five "))
    assert len(mailbox) == 1
    assert mailbox.take() == text("five " * 100_000)


def test_lines_of_a_log_stay_on_their_side_of_a_change_of_state() -> None:
    assert through(log("1"), turn(), log("2"), state(), log("3")) == [
        log("1"),
        log("2"),
        turn(),
        state(),
        log("3"),
    ]


def test_a_log_that_never_rests_holds_up_nothing() -> None:
    mailbox = Mailbox()
    for event in (log("1"), log("2"), turn()):
        mailbox.put(event)
    assert mailbox.take() == log("1")
    mailbox.put(log("3"))
    assert drain(mailbox) == [log("2"), turn(), log("3")]


def test_lines_beyond_the_bound_are_counted() -> None:
    flood = [log(str(number)) for number in range(PENDING_LOG_LINES + 5)]
    first, *rest = through(*flood)
    assert isinstance(first, AgentLogged)
    assert " 5 " in first.line
    assert rest == flood[5:]


def test_a_backlog_that_is_empty_has_nothing_to_take() -> None:
    backlog = Backlog(2)
    for line in "abc":
        backlog.append(line)
    assert backlog.drain()[1:] == ["b", "c"]
    with pytest.raises(IndexError):
        backlog.take()
