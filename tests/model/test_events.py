"""The wire form of every event, on which programs that read `--json` rely."""

from datetime import UTC, datetime
from typing import get_args

import msgspec
import pytest

from sidekicks_tui.model import events
from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.channels import Channel, Command, Usage
from sidekicks_tui.model.elicitation import ElicitationField, ElicitationForm, ElicitationUrl
from sidekicks_tui.model.events import Event
from sidekicks_tui.model.messages import (
    Attachment,
    Diff,
    Location,
    Message,
    PlanEntry,
    PlanPart,
    Role,
    StopReason,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolKind,
    ToolPart,
    ToolStatus,
    encode_json,
)
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption
from sidekicks_tui.model.sessions import Choice, SessionModes, SessionOption
from sidekicks_tui.model.settings import Problem

TOOL = ToolCall(id="t1", title="Edit", kind=ToolKind.EDIT, status=ToolStatus.COMPLETED)
TOOL_WIRE = (
    '{"id":"t1","title":"Edit","kind":"edit","status":"completed","input":"","output":"","locations":[],'
    '"diffs":[],"terminal":"","exitStatus":null,"seconds":null}'
)
MODES = SessionModes(current="plan", available=(Choice(id="plan", name="Plan"),))
MODES_WIRE = '{"current":"plan","available":[{"id":"plan","name":"Plan","description":"","group":""}]}'

GOLDEN: list[tuple[Event, str]] = [
    (
        events.ConfigChanged(
            path="/c.yaml", valid=False, problems=(Problem(line=2, column=3, message="no"),)
        ),
        '{"event":"config:changed","path":"/c.yaml","valid":false,'
        '"problems":[{"line":2,"column":3,"message":"no","warning":false}]}',
    ),
    (
        events.AgentStateChanged(agent="a", state=AgentState.READY),
        '{"event":"agent:state","agent":"a","state":"ready"}',
    ),
    (
        events.AgentStateChanged(agent="a", state=AgentState.ERROR, error="died"),
        '{"event":"agent:state","agent":"a","state":"error","error":"died"}',
    ),
    (events.AgentLogged(agent="a", line="x"), '{"event":"agent:log","agent":"a","line":"x"}'),
    (
        events.FilesDropped(target="composer", files=("/x",)),
        '{"event":"files:dropped","target":"composer","files":["/x"]}',
    ),
    (
        events.ChannelsChanged(channels=(Channel(id="1", name="general", members=("a",)),)),
        '{"event":"channels:changed","channels":[{"id":"1","name":"general","description":"","direct":"",'
        '"members":["a"]}]}',
    ),
    (
        events.MessageUpdated(
            channel="1",
            message=Message(
                id="2",
                channel="1",
                created_at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
                role=Role.AGENT,
                agent="a",
                parts=(
                    TextPart(text="hi"),
                    ThoughtPart(text="hm", seconds=1.5),
                    ToolPart(
                        tool=msgspec.structs.replace(
                            TOOL,
                            locations=(Location(path="/x", line=3), Location(path="/y")),
                            diffs=(Diff(path="/x", old_text="a", new_text="b", new_file=False),),
                        )
                    ),
                    PlanPart(entries=(PlanEntry(content="do"),)),
                ),
                stop_reason=StopReason.END_TURN,
                attachments=(Attachment(agent="a", path="x"),),
            ),
        ),
        '{"event":"message:updated","channel":"1","message":{"id":"2","channel":"1",'
        '"createdAt":"2026-01-02T03:04:05Z","role":"agent","agent":"a","parts":['
        '{"kind":"text","text":"hi"},{"kind":"thought","text":"hm","seconds":1.5},'
        '{"kind":"tool","tool":{"id":"t1","title":"Edit","kind":"edit","status":"completed","input":"",'
        '"output":"","locations":[{"path":"/x","line":3},{"path":"/y"}],"diffs":[{"path":"/x","oldText":"a",'
        '"newText":"b","newFile":false}],"terminal":"","exitStatus":null,"seconds":null}},'
        '{"kind":"plan","entries":[{"content":"do","priority":"medium","status":"pending"}]}],'
        '"done":true,"queued":false,"stopReason":"end_turn","error":"","code":null,'
        '"attachments":[{"agent":"a","path":"x"}]}}',
    ),
    (
        events.MessageDelta(channel="1", message_id="2", index=0, kind="text", text="hi"),
        '{"event":"message:delta","channel":"1","messageId":"2","index":0,"kind":"text","text":"hi"}',
    ),
    (
        events.MessageDelta(channel="1", message_id="2", index=1, kind="tool", part=ToolPart(tool=TOOL)),
        '{"event":"message:delta","channel":"1","messageId":"2","index":1,"kind":"tool",'
        f'"part":{{"kind":"tool","tool":{TOOL_WIRE}}}}}',
    ),
    (
        events.TurnChanged(channel="1", busy=True, queued=2, answering="a"),
        '{"event":"turn:changed","channel":"1","busy":true,"queued":2,"answering":"a","waitingFor":"",'
        '"stuck":false}',
    ),
    (
        events.PermissionRequested(
            id="3",
            channel="1",
            agent="a",
            message_id="2",
            tool_call=TOOL,
            options=(PermissionOption(id="once", name="Allow", kind=PermissionKind.ALLOW_ONCE),),
            rejections=1,
        ),
        '{"event":"permission:requested","id":"3","channel":"1","agent":"a","messageId":"2",'
        f'"toolCall":{TOOL_WIRE},"options":[{{"id":"once","name":"Allow","kind":"allow_once"}}],'
        '"rejections":1}',
    ),
    (
        events.PermissionResolved(id="3", channel="1"),
        '{"event":"permission:resolved","id":"3","channel":"1"}',
    ),
    (
        events.ElicitationRequested(
            id="3",
            channel="1",
            agent="a",
            message_id="2",
            question=ElicitationForm(message="m", fields=(ElicitationField(name="n", title="N"),)),
        ),
        '{"event":"elicitation:requested","id":"3","channel":"1","agent":"a","messageId":"2","question":'
        '{"mode":"form","message":"m","tool":"","title":"","description":"","fields":[{"name":"n","title":"N",'
        '"description":"","kind":"string","required":false,"default":null,"choices":[],"least":null,'
        '"most":null,"pattern":"","format":""}]}}',
    ),
    (
        events.ElicitationRequested(
            id="3",
            channel="1",
            agent="a",
            message_id="2",
            question=ElicitationUrl(message="m", id="e", url="https://x/"),
        ),
        '{"event":"elicitation:requested","id":"3","channel":"1","agent":"a","messageId":"2","question":'
        '{"mode":"url","message":"m","tool":"","id":"e","url":"https://x/"}}',
    ),
    (
        events.ElicitationResolved(id="3", channel="1"),
        '{"event":"elicitation:resolved","id":"3","channel":"1"}',
    ),
    (
        events.ElicitationCompleted(id="3", channel="1"),
        '{"event":"elicitation:completed","id":"3","channel":"1"}',
    ),
    (
        events.UsageChanged(channel="1", agent="a", usage=Usage(used=5, size=10, cost=0.5, currency="USD")),
        '{"event":"usage:changed","channel":"1","agent":"a",'
        '"usage":{"used":5,"size":10,"cost":0.5,"currency":"USD"}}',
    ),
    (
        events.CommandsChanged(agent="a", commands=(Command(name="find", description="d", hint="h"),)),
        '{"event":"commands:changed","agent":"a",'
        '"commands":[{"name":"find","description":"d","hint":"h"}]}',
    ),
    (
        events.SessionChanged(channel="1", agent="a", title="T"),
        '{"event":"session:changed","channel":"1","agent":"a","title":"T"}',
    ),
    (
        events.SessionChanged(
            channel="1",
            agent="a",
            modes=MODES,
            options=(SessionOption(id="fast", name="Fast", current=True),),
        ),
        f'{{"event":"session:changed","channel":"1","agent":"a","modes":{MODES_WIRE},"options":[{{"id":"fast",'
        '"name":"Fast","description":"","category":"","current":true,"choices":[]}]}',
    ),
    (events.WorkspaceChanged(agent="a"), '{"event":"workspace:changed","agent":"a"}'),
    (events.TerminalOutput(id="4", data=b"\x1b[m"), '{"event":"terminal:output","id":"4","data":"G1tt"}'),
    (events.TerminalExit(id="4"), '{"event":"terminal:exit","id":"4"}'),
    (events.EngineFault(sentence="it broke"), '{"event":"engine:fault","sentence":"it broke"}'),
    (events.HistoryFreed(), '{"event":"history:freed"}'),
    (
        events.ReadChanged(channel="1", message_id="2"),
        '{"event":"read:changed","channel":"1","messageId":"2"}',
    ),
]  # fmt: skip


@pytest.mark.parametrize(("event", "wire"), GOLDEN, ids=lambda value: getattr(type(value), "__name__", ""))
def test_the_wire_form(event: Event, wire: str) -> None:
    assert encode_json(event).decode() == wire
    assert msgspec.json.decode(wire, type=Event) == event  # type: ignore[arg-type]  # a union is no type to mypy


def test_every_event_is_there() -> None:
    assert {type(event) for event, _ in GOLDEN} == set(get_args(Event))


def test_no_event_can_be_changed() -> None:
    with pytest.raises(AttributeError):
        events.TerminalExit(id="4").id = "5"  # type: ignore[misc]  # that it fails is the test
