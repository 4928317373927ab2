import pytest

from sidekicks_tui.acp.tools import tool_update
from sidekicks_tui.acp.updates import ToolUpdate
from sidekicks_tui.model.messages import Diff, Location, ToolKind, ToolStatus


def _text(text: str) -> dict[str, object]:
    return {"type": "content", "content": {"type": "text", "text": text}}


def test_all_fields() -> None:
    assert tool_update(
        {
            "toolCallId": "c",
            "title": "Edit",
            "kind": "edit",
            "status": "in_progress",
            "rawInput": {"path": "/a", "n": 1},
            "locations": [{"path": "/a", "line": 7}, {"path": "/b", "line": None}, {"line": 3}],
            "content": [
                _text("first"),
                {"type": "diff", "path": "/a", "oldText": "x", "newText": "y"},
                _text("second"),
                {"type": "terminal", "terminalId": "t"},
            ],
            "rawOutput": "not looked at beside content",
        }
    ) == ToolUpdate(
        id="c",
        title="Edit",
        kind=ToolKind.EDIT,
        status=ToolStatus.IN_PROGRESS,
        input='{"path":"/a","n":1}',
        output="first\nsecond",
        locations=(Location(path="/a", line=7), Location(path="/b")),
        diffs=(Diff(path="/a", old_text="x", new_text="y", new_file=False),),
        terminal="t",
    )


@pytest.mark.parametrize("empty", [None, [], {}, "", 5, "wrong"])
def test_empty_and_wrong_fields_change_nothing(empty: object) -> None:
    update = {"toolCallId": "c", "content": empty, "locations": empty, "_meta": empty}
    assert tool_update(update) == ToolUpdate(id="c")


def test_unknown_kinds_are_other_and_unknown_states_left_open() -> None:
    assert tool_update({"toolCallId": "c", "kind": "dance", "status": "dreaming"}) == ToolUpdate(
        id="c", kind=ToolKind.OTHER
    )


@pytest.mark.parametrize("old", [{}, {"oldText": None}, {"oldText": ""}])
def test_a_file_without_an_old_text_is_new(old: dict[str, object]) -> None:
    update = tool_update(
        {"toolCallId": "c", "content": [{"type": "diff", "path": "/a", "newText": "n", **old}]}
    )
    assert update.diffs == (Diff(path="/a", old_text="", new_text="n", new_file=True),)
    assert update.output is None


@pytest.mark.parametrize(
    ("raw", "output"),
    [
        ("plain", "plain"),
        ({"stdout": "so", "formatted_output": "a…", "aggregated_output": "all", "exit_code": 1}, "all"),
        ({"output": "", "stdout": "so"}, "so"),
        ({"answer": 42}, '{"answer":42}'),
        (["a", 1], '["a",1]'),
        (7, "7"),
        (False, "false"),
        (None, None),
        ({}, None),
    ],
)
def test_raw_output_of_any_type_is_text(raw: object, output: str | None) -> None:
    assert tool_update({"toolCallId": "c", "rawOutput": raw}).output == output


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"a": [1, None]}, '{"a":[1,null]}'),
        ('{"already": "JSON"}', '{"already": "JSON"}'),
        ("words", '"words"'),
        ([], None),
        ({}, None),
    ],
)
def test_raw_input_is_compact_json(raw: object, words: str | None) -> None:
    assert tool_update({"toolCallId": "c", "rawInput": raw}).input == words


def test_output_streamed_beside_a_terminal_of_the_agents_own() -> None:
    meta = {"terminal_output_delta": {"terminal_id": "c", "data": "more"}}
    assert tool_update({"toolCallId": "c", "_meta": meta}) == ToolUpdate(id="c", more_output="more")
    ended = {"terminal_exit": {"exit_code": 2, "signal": None}}
    assert tool_update({"toolCallId": "c", "_meta": ended}) == ToolUpdate(id="c", exit_status=2)


def test_content_that_is_no_text_is_named() -> None:
    content = [
        {"type": "content", "content": {"type": "image", "mimeType": "image/png", "data": "A" * 2048}},
        {"type": "hologram"},
    ]
    assert (
        tool_update({"toolCallId": "c", "content": content}).output == "[image image/png, 2 KB]\n[hologram]"
    )


@pytest.mark.parametrize(
    ("words", "output"),
    [
        ("```sh\nline 1\nline 2\n```\n", "line 1\nline 2\n"),
        ("````\n```py\nx\n```\n````", "```py\nx\n```\n"),
        ("```\n```", ""),
        ("see\n```\na\n```", "see\n```\na\n```"),
        ("```\na\n```\nthen\n```\nb\n```", "```\na\n```\nthen\n```\nb\n```"),
        ("```\nopen to the end", "```\nopen to the end"),
    ],
)
def test_output_that_is_one_fence_is_what_stands_in_it(words: str, output: str) -> None:
    assert tool_update({"toolCallId": "c", "content": [_text(words)]}).output == output


@pytest.mark.parametrize(
    "told",
    [
        {"_meta": {"claudeCode": {"toolName": "Bash"}}, "name": "other"},
        {"_meta": {"tool_name": "Bash"}},
        {"name": "Bash"},
    ],
)
def test_an_agents_own_name_of_the_tool_is_kept(told: dict[str, object]) -> None:
    assert tool_update({"toolCallId": "c", **told}).name == "Bash"
