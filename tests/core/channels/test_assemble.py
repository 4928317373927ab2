from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.acp.updates import Chunk, ChunkKind, Note, PlanUpdate, Retrying, ToolUpdate
from sidekicks_tui.core.channels.assemble import Content, MessageBuilder
from sidekicks_tui.model.events import MessageDelta
from sidekicks_tui.model.messages import (
    Diff,
    Location,
    Message,
    Part,
    PlanEntry,
    PlanPart,
    StopReason,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolKind,
    ToolPart,
    ToolStatus,
    part_kind,
)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def builder(clock: Clock | None = None) -> MessageBuilder:
    return MessageBuilder(
        identifier="m",
        channel="c",
        agent="a",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        clock=clock or Clock(),
    )


def text(piece: str, message_id: str = "") -> Chunk:
    return Chunk(kind=ChunkKind.TEXT, text=piece, message_id=message_id)


def thought(piece: str) -> Chunk:
    return Chunk(kind=ChunkKind.THOUGHT, text=piece)


def built(*updates: Content) -> Message:
    message = builder()
    for update in updates:
        message.apply(update)
    return message.message()


def tool(message: Message) -> ToolCall:
    (part,) = [part for part in message.parts if isinstance(part, ToolPart)]
    return part.tool


def folded(deltas: Iterable[MessageDelta]) -> tuple[Part, ...]:
    """The parts as a reader of the bus puts them together."""
    parts: list[Part] = []
    for delta in deltas:
        if delta.part is not None:
            parts[delta.index : delta.index + 1] = [delta.part]
        elif delta.index == len(parts):
            parts.append((ThoughtPart if delta.kind == "thought" else TextPart)(text=delta.text or ""))
        else:
            part = parts[delta.index]
            assert isinstance(part, TextPart | ThoughtPart)
            parts[delta.index] = msgspec.structs.replace(part, text=part.text + (delta.text or ""))
        assert part_kind(parts[delta.index]) == delta.kind
    return tuple(parts)


def test_text_follows_text() -> None:
    assert built(text("Hel"), text(""), text("lo")).parts == (TextPart(text="Hello"),)


def test_another_message_of_the_agent_is_a_paragraph_of_its_own() -> None:
    assert built(text("Warning!"), text("Hello", "1"), text(" you", "1"), text("Bye", "2")).text == (
        "Warning!\n\nHello you\n\nBye"
    )


def test_a_note_stands_by_itself() -> None:
    message = built(text("a"), Note(text="[audio]"), Note(text="[video]"), text("b"))
    assert message.text == "a\n\n[audio]\n\n[video]\n\nb"


def test_a_part_begins_with_words() -> None:
    message = built(thought("\n\n"), thought("hm"), text("\n"), text("\n\nso\n\n"), text("\nit is"))
    assert message.parts == (ThoughtPart(text="hm", seconds=0.0), TextPart(text="so\n\n\nit is"))


def test_what_is_said_again_after_a_retry_is_a_paragraph_of_its_own() -> None:
    half, again, why = text("half", "1"), Retrying(reason="HTTP 500"), Retrying(reason="")
    message = built(again, half, again, half, again, again, text("half and half", "1"), why)
    assert message.text == "\n\n".join(
        ["The agent tries again: HTTP 500", "half", "half", "half and half", "The agent tries again."]
    )


def test_the_persons_own_words_are_not_echoed() -> None:
    assert built(Chunk(kind=ChunkKind.USER, text="hi"), text("hello")).parts == (TextPart(text="hello"),)


def test_a_thought_knows_how_long_it_took_once_something_follows() -> None:
    clock = Clock()
    message = builder(clock)
    message.apply(thought("hm"))
    clock.now = 2.5
    message.apply(thought(" hm"))
    assert message.message().parts == (ThoughtPart(text="hm hm"),)
    clock.now = 3.0
    deltas = message.apply(text("so"))
    assert deltas[0].part == ThoughtPart(text="hm hm", seconds=3.0)
    message.apply(thought("again"))
    clock.now = 5.0
    assert message.finish(StopReason.END_TURN).parts[2] == ThoughtPart(text="again", seconds=2.0)


def test_what_the_person_was_asked_about_does_not_shrink() -> None:
    message = builder()
    message.apply(ToolUpdate(id="1", input='{"command":"rm'))
    message.apply(ToolUpdate(id="1", input='{"command":"rm -rf /"}'))
    assert message.judge("1").input == '{"command":"rm -rf /"}'
    message.apply(ToolUpdate(id="1", input='{"command":"rm -r'))
    assert message.tool("1").input == '{"command":"rm -rf /"}'
    message.apply(ToolUpdate(id="1", input='{"command":"rm -rf /","cwd":"/"}'))
    assert message.tool("1").input == '{"command":"rm -rf /","cwd":"/"}'


def test_a_tool_call_is_merged_by_its_id() -> None:
    message = built(
        ToolUpdate(
            id="1", title="Read a", kind=ToolKind.READ, input='{"a":1}', locations=(Location(path="/a"),)
        ),
        text("meanwhile"),
        ToolUpdate(id="1", status=ToolStatus.IN_PROGRESS, output="half"),
        ToolUpdate(id="1", title="", status=ToolStatus.COMPLETED, output="whole"),
    )
    assert message.parts[0] == ToolPart(
        tool=ToolCall(
            id="1",
            title="Read a",
            kind=ToolKind.READ,
            status=ToolStatus.COMPLETED,
            input='{"a":1}',
            output="whole",
            locations=(Location(path="/a"),),
            seconds=0.0,
        )
    )
    assert message.parts[1] == TextPart(text="meanwhile")


def test_output_may_grow_piece_by_piece() -> None:
    message = built(ToolUpdate(id="1", more_output="a"), ToolUpdate(id="1", more_output="b"))
    assert tool(message).output == "ab"


def test_a_call_that_was_never_announced_is_shown_by_what_is_known() -> None:
    assert tool(built(ToolUpdate(id="call-7", status=ToolStatus.IN_PROGRESS))).title == "call-7"
    assert tool(built(ToolUpdate(id="call-7", kind=ToolKind.EXECUTE))).title == "execute"


def test_a_diff_stays_when_later_updates_leave_it_out() -> None:
    diff = Diff(path="/a", old_text="", new_text="x", new_file=True)
    message = built(ToolUpdate(id="1", diffs=(diff,)), ToolUpdate(id="1", output="done", diffs=()))
    assert tool(message).diffs == (diff,)
    assert tool(message).output == "done"


def test_a_terminal_shows_its_output_in_the_call_that_names_it() -> None:
    message = builder()
    message.show_terminal("t1", "early", None)
    message.apply(ToolUpdate(id="1", output='{"arguments'))
    message.apply(ToolUpdate(id="1", output="", terminal="t1"))
    assert message.tool("1").output == "early"
    (delta,) = message.show_terminal("t1", "early and late", 3)
    assert isinstance(delta.part, ToolPart)
    assert delta.part.tool == message.tool("1")
    assert (message.tool("1").output, message.tool("1").exit_status) == ("early and late", 3)
    assert message.show_terminal("t2", "nobody's", None) == []


def test_a_plan_is_replaced_in_place() -> None:
    first, second = (
        (PlanEntry(content="a"),),
        (PlanEntry(content="a", status="completed"), PlanEntry(content="b")),
    )
    message = built(PlanUpdate(entries=()), PlanUpdate(entries=first), text("x"), PlanUpdate(entries=second))
    assert message.parts == (PlanPart(entries=second), TextPart(text="x"))


def test_open_calls_are_closed_with_the_answer() -> None:
    for reason, status in (
        (StopReason.CANCELLED, "cancelled"),
        (StopReason.END_TURN, "failed"),
        (None, "failed"),
    ):
        message = builder()
        message.apply(ToolUpdate(id="1"))
        message.apply(ToolUpdate(id="2", status=ToolStatus.COMPLETED))
        done = message.finish(reason)
        assert [part.tool.status for part in done.parts if isinstance(part, ToolPart)] == [
            status,
            "completed",
        ]


def test_long_output_is_shown_by_its_end_while_the_call_runs() -> None:
    message = builder()
    for number in range(10_000):
        (delta,) = message.apply(ToolUpdate(id="1", more_output=f"line {number}\n"))
    assert isinstance(delta.part, ToolPart)
    assert len(delta.part.tool.output) < 40_000
    message.apply(ToolUpdate(id="1", status=ToolStatus.COMPLETED))
    assert message.tool("1").output.startswith("line 0\n")


UPDATES = st.one_of(
    st.builds(
        Chunk,
        kind=st.sampled_from(ChunkKind),
        text=st.text(max_size=5),
        message_id=st.sampled_from(["", "1", "2"]),
    ),
    st.builds(
        ToolUpdate,
        id=st.sampled_from(["1", "2"]),
        title=st.none() | st.text(max_size=3),
        status=st.none() | st.sampled_from(ToolStatus),
        output=st.none() | st.text(max_size=5),
        more_output=st.text(max_size=5),
        terminal=st.none() | st.sampled_from(["t1", "t2"]),
    ),
    st.builds(PlanUpdate, entries=st.lists(st.builds(PlanEntry, content=st.text(max_size=3))).map(tuple)),
    st.builds(Retrying, reason=st.text(max_size=1)),
    st.builds(Note, text=st.text(max_size=5)),
)


@given(st.lists(UPDATES), st.sampled_from([*StopReason, None]))
def test_whoever_follows_the_deltas_has_the_message(
    updates: list[Content], reason: StopReason | None
) -> None:
    message = builder()
    deltas: list[MessageDelta] = []
    for update in updates:
        deltas += message.apply(update)
        assert folded(deltas) == message.message().parts
    done = message.finish(reason)
    assert done.done
    assert len(done.parts) == len(message.message().parts)
    assert all(part.tool.status.finished for part in done.parts if isinstance(part, ToolPart))


@given(st.lists(st.text(max_size=5)))
def test_no_text_is_lost(pieces: list[str]) -> None:
    assert built(*map(text, pieces)).text == "".join(pieces).lstrip("\n")
