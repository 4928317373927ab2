import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.acp.translate import todo_plan, translate
from sidekicks_tui.acp.updates import (
    Chunk,
    ChunkKind,
    CommandsUpdate,
    ModeUpdate,
    Note,
    OptionsUpdate,
    PlanUpdate,
    TitleUpdate,
    ToolUpdate,
    Update,
    UsageUpdate,
)
from sidekicks_tui.model.channels import Command, Usage
from sidekicks_tui.model.messages import PlanEntry
from sidekicks_tui.model.sessions import Choice, SessionOption

_WARNING = "Model metadata for `m` not found. Defaulting to fallback metadata; this can cause issues."
_TODO = {"content": "one", "status": "pending"}
_KINDS = [
    "agent_message_chunk", "agent_thought_chunk", "user_message_chunk", "tool_call", "tool_call_update",
    "plan", "plan_update", "plan_removed", "available_commands_update", "current_mode_update",
    "config_option_update", "usage_update", "session_info_update", "telepathy",
]  # fmt: skip
_FIELDS = [
    "content", "type", "text", "messageId", "toolCallId", "title", "kind", "status", "rawInput", "rawOutput",
    "locations", "path", "line", "oldText", "newText", "terminalId", "_meta", "terminal_output", "data",
    "terminal_exit", "exit_code", "entries", "plan", "planId", "priority", "availableCommands", "name",
    "input", "hint", "currentModeId", "configOptions", "id", "currentValue", "options", "value", "used",
    "size", "cost", "amount", "resource", "uri", "blob", "mimeType",
]  # fmt: skip
_WORDS = st.sampled_from(
    ["text", "image", "diff", "terminal", "content", "resource", "resource_link", "select", "x"]
)
_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_FIELDS), inner, max_size=6),
    max_leaves=25,
)


@given(st.sampled_from(_KINDS), st.dictionaries(st.sampled_from(_FIELDS), _ANYTHING, max_size=8))
def test_whatever_comes_is_a_value_that_can_be_kept(kind: str, fields: dict[str, object]) -> None:
    update = translate({"sessionUpdate": kind, **fields})
    if update is not None:
        assert msgspec.json.decode(msgspec.json.encode(update), type=type(update)) is not None


@pytest.mark.parametrize(
    ("update", "value"),
    [
        (
            {
                "sessionUpdate": "agent_message_chunk",
                "content": {"type": "text", "text": "hi"},
                "messageId": "m",
            },
            Chunk(kind=ChunkKind.TEXT, text="hi", message_id="m"),
        ),
        (
            {
                "sessionUpdate": "agent_thought_chunk",
                "content": {"type": "text", "text": "hm"},
                "messageId": None,
            },
            Chunk(kind=ChunkKind.THOUGHT, text="hm"),
        ),
        (
            {"sessionUpdate": "user_message_chunk", "content": {"type": "image", "mimeType": "image/png"}},
            Chunk(kind=ChunkKind.USER, text="[image image/png]"),
        ),
        ({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": ""}}, None),
        (
            {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": _WARNING}},
            Chunk(kind=ChunkKind.TEXT, text=_WARNING, message_id=_WARNING),
        ),
        (
            {
                "sessionUpdate": "plan",
                "entries": [{"content": "a", "priority": "high", "status": "completed"}, 3],
            },
            PlanUpdate(entries=(PlanEntry(content="a", priority="high", status="completed"),)),
        ),
        ({"sessionUpdate": "plan", "entries": []}, PlanUpdate(entries=())),
        ({"sessionUpdate": "plan", "entries": None}, None),
        (
            {
                "sessionUpdate": "plan_update",
                "plan": {"type": "items", "planId": "p", "entries": [{"content": "a"}]},
            },
            PlanUpdate(entries=(PlanEntry(content="a"),), plan_id="p"),
        ),
        (
            {"sessionUpdate": "plan_update", "plan": {"type": "markdown", "planId": "p", "content": "- a"}},
            PlanUpdate(entries=(PlanEntry(content="- a"),), plan_id="p"),
        ),
        ({"sessionUpdate": "plan_removed", "planId": "p"}, PlanUpdate(entries=(), plan_id="p")),
        (
            {
                "sessionUpdate": "available_commands_update",
                "availableCommands": [
                    {"name": "memory show", "description": None, "input": None},
                    {"name": "review", "description": "Reviews", "input": {"hint": "what"}},
                    {"description": "nameless"},
                ],
            },
            CommandsUpdate(
                commands=(
                    Command(name="memory show"),
                    Command(name="review", description="Reviews", hint="what"),
                )
            ),
        ),
        ({"sessionUpdate": "current_mode_update", "currentModeId": "plan"}, ModeUpdate(current="plan")),
        (
            {
                "sessionUpdate": "config_option_update",
                "configOptions": [
                    {"type": "boolean", "id": "fast", "name": "Fast", "currentValue": True},
                    {
                        "type": "select",
                        "id": "model",
                        "name": "Model",
                        "category": "model",
                        "currentValue": "b",
                        "options": [
                            {"group": "g", "name": "Group", "options": [{"value": "b", "name": "B"}]}
                        ],
                    },
                    {"type": "slider", "id": "heat", "name": "Heat", "currentValue": 3},
                ],
            },
            OptionsUpdate(
                options=(
                    SessionOption(id="fast", name="Fast", current=True),
                    SessionOption(
                        id="model",
                        name="Model",
                        category="model",
                        current="b",
                        choices=(Choice(id="b", name="B", group="Group"),),
                    ),
                )
            ),
        ),
        (
            {
                "sessionUpdate": "usage_update",
                "used": 5,
                "size": 9,
                "cost": {"amount": 0.5, "currency": "USD"},
            },
            UsageUpdate(usage=Usage(used=5, size=9, cost=0.5, currency="USD")),
        ),
        ({"sessionUpdate": "usage_update", "used": 5, "size": None}, UsageUpdate(usage=Usage(used=5))),
        ({"sessionUpdate": "session_info_update", "title": "T", "updatedAt": "x"}, TitleUpdate(title="T")),
        ({"sessionUpdate": "session_info_update", "title": None}, None),
    ],
)
def test_each_kind_of_update(update: dict[str, object], value: Update | None) -> None:
    assert translate(update) == value


@pytest.mark.parametrize(
    "update",
    [
        {"sessionUpdate": "telepathy"},
        {},
        {"sessionUpdate": "agent_message_chunk", "content": {"type": "smell"}},
        {"sessionUpdate": "agent_message_chunk", "content": None},
        {"sessionUpdate": "tool_call", "title": "nameless"},
    ],
)
def test_what_cannot_be_shown_is_said(update: dict[str, object]) -> None:
    assert isinstance(translate(update), Note)


def test_a_tool_call_keeps_what_was_left_out_open() -> None:
    assert translate({"sessionUpdate": "tool_call_update", "toolCallId": "c"}) == ToolUpdate(id="c")


def test_a_to_do_list_in_a_calls_arguments_is_a_plan() -> None:
    todos = [
        {"content": "one", "status": "completed", "priority": "high"},
        {"content": "2", "status": "open"},
    ]
    call = {"sessionUpdate": "tool_call_update", "toolCallId": "c", "rawInput": {"todos": todos}}
    assert todo_plan(call) == PlanUpdate(
        entries=(
            PlanEntry(content="one", status="completed", priority="high"),
            PlanEntry(content="2", status="pending"),
        )
    )


@pytest.mark.parametrize(
    "todos", [None, [], "x", [{"content": "one"}], [{"content": "a", "status": "b"}, {}]]
)
def test_other_arguments_are_no_plan(todos: object) -> None:
    assert todo_plan({"sessionUpdate": "tool_call", "rawInput": {"todos": todos}}) is None
    assert todo_plan({"sessionUpdate": "plan", "rawInput": {"todos": [_TODO]}}) is None
