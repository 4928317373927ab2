import json
from datetime import UTC, datetime
from typing import Any

import pytest

from sidekicks_tui.cli.answers import EventPrinter, TextPrinter, failed
from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.events import (
    AgentStateChanged,
    ChannelsChanged,
    EngineFault,
    Event,
    MessageDelta,
    MessageUpdated,
    TurnChanged,
)
from sidekicks_tui.model.messages import (
    Message,
    Part,
    Role,
    StopReason,
    SystemCode,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolPart,
    ToolStatus,
)

DIRECT = Channel(id="c", direct="claude", members=("claude",))
TEAM = Channel(id="c", name="team", members=("claude",))


def said(*parts: Part, done: bool = True, **fields: Any) -> MessageUpdated:
    message = Message(
        id="m", channel="c", created_at=datetime(2025, 1, 1, tzinfo=UTC),
        **{"role": Role.AGENT, "agent": "claude", "parts": parts, "done": done, **fields},
    )  # fmt: skip
    return MessageUpdated(channel="c", message=message)


def delta(text: str, index: int = 0, channel: str = "c", kind: str = "text") -> MessageDelta:
    return MessageDelta(channel=channel, message_id="m", index=index, kind=kind, text=text)


def tool(status: ToolStatus, index: int = 1) -> MessageDelta:
    return MessageDelta(channel="c", message_id="m", index=index, kind="tool", part=call(status))


def call(status: ToolStatus) -> ToolPart:
    return ToolPart(tool=ToolCall(id="t", title="Run\npytest", status=status))


def printed(capsys: pytest.CaptureFixture[str], channel: Channel, *events: Event) -> tuple[str, str]:
    printer = TextPrinter(channel)
    for event in events:
        printer.print(event)
    output = capsys.readouterr()
    return output.out, output.err


def test_an_answer_streams_and_its_tool_calls_are_lines(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = printed(
        capsys,
        DIRECT,
        said(done=False),
        delta("Let me "),
        delta("look."),
        tool(ToolStatus.PENDING),
        tool(ToolStatus.COMPLETED),
        tool(ToolStatus.COMPLETED),
        delta("Done.\n", index=2),
        said(TextPart(text="Let me look."), call(ToolStatus.COMPLETED), TextPart(text="Done.\n")),
    )
    assert out == "Let me look.\n✓ Run pytest\nDone.\n"
    assert err == ""


def test_what_only_the_finished_message_has_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    finished = said(TextPart(text="Hello"), call(ToolStatus.CANCELLED), stop_reason=StopReason.CANCELLED)
    out, err = printed(capsys, DIRECT, said(done=False), delta("Hel"), finished)
    assert out == "Hello\n⊘ Run pytest\n"
    assert err == "claude: stopped\n"


def test_in_a_channel_each_answer_says_whose_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = printed(capsys, TEAM, said(done=False), delta("Hi"), said(TextPart(text="Hi")))
    assert out == "claude:\nHi\n"


def test_neither_thoughts_nor_other_channels_nor_the_persons_words_are_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, err = printed(
        capsys,
        DIRECT,
        said(TextPart(text="my words"), role=Role.USER, agent=""),
        delta("hm", kind="thought"),
        delta("elsewhere", channel="d"),
        said(ThoughtPart(text="hm")),
    )
    assert (out, err) == ("", "")


def test_what_an_agent_writes_cannot_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = printed(capsys, DIRECT, delta("\x1b[2J"), said(TextPart(text="\x1b[2J"), error="\x1b]0;x\x07"))
    assert "\x1b" not in out + err


def test_messages_of_the_system_stand_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(role=Role.SYSTEM, code=SystemCode.AGENT_UNAVAILABLE, error="no key")
    out, err = printed(capsys, TEAM, delta("half"), told)
    assert out == "half\n"
    assert err == "claude cannot answer: no key\n"


def test_a_fault_of_the_engine_stands_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, TEAM, EngineFault(sentence="disk full")) == ("", "sidekicks: disk full\n")


def test_an_agent_that_does_not_stop_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    stuck = TurnChanged(channel="c", busy=True, queued=0, answering="claude", stuck=True)
    out, err = printed(capsys, DIRECT, stuck, stuck)
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("sidekicks: claude goes on")


@pytest.mark.parametrize(
    ("event", "outcome"),
    [
        (said(TextPart(text="x"), stop_reason=StopReason.END_TURN), False),
        (said(stop_reason=StopReason.MAX_TOKENS), False),
        (said(stop_reason=StopReason.REFUSAL), True),
        (said(error="overloaded"), True),
        (said(role=Role.SYSTEM, code=SystemCode.AGENT_UNAVAILABLE), True),
        (said(role=Role.SYSTEM, code=SystemCode.NO_RECIPIENT), True),
        (said(role=Role.SYSTEM, code=SystemCode.AGENT_JOINED), False),
        (said(role=Role.USER, error="cancelled"), False),
        (delta("x"), False),
    ],
)
def test_what_counts_as_a_failure(event: Event, outcome: bool) -> None:
    assert failed(event) is outcome


def test_programs_get_the_events_of_the_channel_and_of_its_agents(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    printer = EventPrinter(TEAM)
    joined = ChannelsChanged(channels=(Channel(id="c", name="team", members=("claude", "gemini")),))
    busy = AgentStateChanged(agent="gemini", state=AgentState.BUSY)
    for event in (
        delta("a\x1b"),
        busy,
        joined,
        busy,
        AgentStateChanged(agent="vibe", state=AgentState.READY),
        TurnChanged(channel="d", busy=True, queued=0, answering=""),
    ):
        printer.print(event)
    lines = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [line["event"] for line in lines] == ["message:delta", "channels:changed", "agent:state"]
    assert lines[0] == {
        "event": "message:delta",
        "channel": "c",
        "messageId": "m",
        "index": 0,
        "kind": "text",
        "text": "a\x1b",
    }
