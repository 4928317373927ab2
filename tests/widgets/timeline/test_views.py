"""The parts of a message as blocks: tool calls, thoughts, plans, what the person wrote, plain text."""

import pytest

from sidekicks_tui.model.events import MessageDelta
from sidekicks_tui.model.messages import (
    Diff,
    Location,
    PlanEntry,
    Role,
    StopReason,
    SystemCode,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolKind,
    ToolPart,
    ToolStatus,
)
from sidekicks_tui.widgets.timeline.blocks import Block
from sidekicks_tui.widgets.timeline.entry import Entry
from sidekicks_tui.widgets.timeline.ink import Ink
from sidekicks_tui.widgets.timeline.plain import excerpt, hidden_lines, whole
from sidekicks_tui.widgets.timeline.planview import PlanView
from sidekicks_tui.widgets.timeline.toolview import Fold, ToolView
from sidekicks_tui.widgets.timeline.words import day_name, duration, thought_label
from tests.widgets.timeline.demo import MORNING, asked, grown, message, said

LINES = "".join(f"line {number}\n" for number in range(35_000))


def rows(blocks: list[Block], width: int = 50) -> list[str]:
    return [
        text
        for block in blocks
        for text in ["", *[row.text.rstrip() for row in block.rows(width)]][1 - block.gap :]
    ]


def tool(**more: object) -> ToolCall:
    return ToolCall(id="t", **{"title": "Read a.py", "kind": ToolKind.READ, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (tool(), "○ Read   a.py"),
        (tool(status=ToolStatus.IN_PROGRESS), "● Read   a.py"),
        (tool(status=ToolStatus.COMPLETED, seconds=12.4), "✓ Read   a.py" + " " * 33 + "12 s"),
        (
            tool(title="`ls -la`", kind=ToolKind.EXECUTE, status=ToolStatus.FAILED),
            "✗ Run    ls -la" + " " * 29 + "failed",
        ),
        (tool(title="", kind=ToolKind.EXECUTE, exit_status=2), "○ Run" + " " * 39 + "exit 2"),
        (tool(status=ToolStatus.CANCELLED), "✗ Read   a.py" + " " * 30 + "stopped"),
        (
            tool(title="Look", locations=(Location(path="src/b.py"),)),
            "○ Read   Look  src/b.py" + " " * 26 + "▸",
        ),
        (tool(title="[/red]\x1b[2J\nmore"), "○ Read   [/red]␛[2J"),
    ],
)
def test_a_tool_call_is_one_line(call: ToolCall, line: str) -> None:
    assert rows(ToolView(call).blocks()) == [line]


def test_what_changed_is_counted() -> None:
    diff = Diff(path="a.py", old_text="a\nb\n", new_text="a\nc\nd\n", new_file=False)
    view = ToolView(tool(kind=ToolKind.EDIT, diffs=(diff,)))
    assert rows(view.blocks())[0].endswith("+2 −1  ▸")


def test_a_long_title_gives_way_to_the_facts() -> None:
    [line] = rows(ToolView(tool(title="x" * 90, output="y", seconds=3.0)).blocks(), 40)
    assert len(line) == 40
    assert line.endswith("…  3 s  ▸")


def test_a_tool_call_opens_folded_then_whole_then_closes() -> None:
    view = ToolView(tool(input='{"command":"make all","deep":{"a":1}}', output=LINES))
    seen = []
    for _ in range(4):
        seen.append((view.fold, len(rows(view.blocks()))))
        view.turn()
    assert seen[0] == (Fold.CLOSED, 1)
    assert seen[1] == (Fold.OPEN, 1 + 2 + 1 + 21)
    assert seen[2] == (Fold.WHOLE, 1 + 2 + 1 + 35_000)
    assert seen[3] == (Fold.CLOSED, 1)


def test_an_opened_tool_call_shows_what_went_in_and_came_out() -> None:
    view = ToolView(
        tool(
            input='{"command":"make all","env":{"A":"b"}}',
            locations=(Location(path="src/a.py", line=3),),
            output="one\n\x1b[31mtwo\x1b[0m\n",
        )
    )
    view.turn()
    assert rows(view.blocks())[1:] == [
        "  $ make all",
        '  env: {"A":"b"}',
        "",
        "  src/a.py:3",
        "",
        "  one",
        "  two",
    ]


def test_input_that_the_diff_shows_is_not_shown_twice() -> None:
    diff = Diff(path="a.py", old_text="old", new_text="new", new_file=False)
    view = ToolView(tool(input='{"old_string":"old","path":"a.py"}', diffs=(diff,)))
    view.turn()
    assert "  path: a.py" in rows(view.blocks())
    assert not any("old_string" in row for row in rows(view.blocks()))


def test_a_tool_call_without_content_does_not_open() -> None:
    view = ToolView(tool())
    view.turn()
    assert view.fold is Fold.CLOSED


def test_an_excerpt_looks_at_the_ends_only() -> None:
    shown = rows(excerpt(LINES.rstrip("\n"), 2, 2, Ink(), printed=True))
    assert shown == ["line 0", "line 1", "… 34\u202f996 lines", "line 34998", "line 34999"]
    assert rows(excerpt("a\nb\nc\nd\ne", 2, 2, Ink(), printed=True)) == ["a", "b", "c", "d", "e"]
    assert hidden_lines("a", 2, 2) == 0


def test_one_endless_line_is_cut_too() -> None:
    assert sum(len(row) for row in rows(excerpt("x" * 2_000_000, 5, 5, Ink(), printed=True))) < 50_000
    assert sum(len(row) for row in rows(whole("x" * 20_000, Ink(), printed=True))) == 20_000


def test_a_plan_is_one_row_where_it_fits() -> None:
    plan = PlanView(
        [
            PlanEntry(content="errors", status="completed"),
            PlanEntry(content="parser", status="in_progress"),
            PlanEntry(content="tests"),
        ]
    )
    assert rows(plan.blocks(), 60) == ["☑ errors   ◐ parser   ☐ tests"]
    assert rows(plan.blocks(), 20) == ["☑ errors", "◐ parser", "☐ tests"]


def test_a_thought_is_one_line_that_opens() -> None:
    entry = Entry(message(1, ThoughtPart(text="Hm, **so**.\n\n- a", seconds=12.3)), str)
    assert rows(entry.blocks())[-1] == "▸ thought for 12 s"
    assert entry.turn(0)
    assert rows(entry.blocks())[2:] == ["▾ thought for 12 s", "▏ Hm, so.", "", "▏ • a"]


def test_a_thought_under_way_says_so() -> None:
    entry = Entry(message(1, done=False), str)
    entry.apply(grown(1, "hm", kind="thought"))
    assert rows(entry.blocks())[-1] == "▸ thinking…"
    entry.apply(grown(1, "so", index=1))
    entry.advance(float("inf"))
    assert rows(entry.blocks())[-3:] == ["▸ thought", "", "so"]


def test_a_message_says_who_when_and_how_it_ended() -> None:
    entry = Entry(said(1, "text", stop_reason=StopReason.MAX_TOKENS), lambda name: f"{name}!")
    shown = rows(entry.blocks())
    assert shown[1].startswith("claude!")
    assert shown[1].endswith("10:43")
    assert shown[-1].startswith("✗ cut off")


@pytest.mark.parametrize(
    ("fields", "last"),
    [
        ({"error": "HTTP 500\x1b[2J"}, "✗ HTTP 500␛[2J"),
        ({"stop_reason": StopReason.CANCELLED}, "■ stopped"),
        ({"stop_reason": StopReason.END_TURN}, "■ the agent ended without a word"),
        ({"stop_reason": StopReason.REFUSAL}, "✗ the agent refused to go on"),
    ],
)
def test_ends_are_told_in_words(fields: dict[str, object], last: str) -> None:
    assert rows(Entry(message(1, **fields), str).blocks())[-1] == last


@pytest.mark.parametrize(
    ("code", "error", "text"),
    [
        (SystemCode.AGENT_JOINED, "", "claude joined"),
        (SystemCode.AGENT_LEFT, "", "claude left"),
        (SystemCode.AGENT_UNAVAILABLE, "no [b", "claude cannot answer: no [b"),
        (SystemCode.ATTACHMENT_UNAVAILABLE, "a.py", "a file was not sent to claude: a.py"),
        (SystemCode.NO_RECIPIENT, "", "nobody answers: mention an agent with @"),
        (SystemCode.HOOK, "blocked", "claude: blocked"),
        (
            SystemCode.SESSION_UNAVAILABLE,
            "gone",
            "claude could not open its session again and goes on with a new one: gone",
        ),
    ],
)
def test_system_messages_are_one_calm_line(code: SystemCode, error: str, text: str) -> None:
    shown = rows(Entry(message(1, role=Role.SYSTEM, code=code, error=error), str).blocks(), 80)
    assert [row.strip() for row in shown] == ["", text]


def test_what_the_person_wrote_is_shown_as_it_was_written() -> None:
    shown = rows(Entry(asked(1, "*not* Markdown\n  - [x](y)\n\tend\n"), str).blocks())
    assert shown[2:] == ["*not* Markdown", "  - [x](y)", "    end"]
    assert shown[1].startswith("you")


def test_a_queued_message_and_one_that_was_dropped_say_so() -> None:
    assert "queued  10:43" in rows(Entry(asked(1, "x", queued=True), str).blocks())[1]
    assert "not sent  10:43" in rows(Entry(asked(1, "x", error="cancelled"), str).blocks())[1]


def test_a_long_message_of_the_person_is_folded() -> None:
    entry = Entry(asked(1, LINES), str)
    assert len(rows(entry.blocks())) < 40
    entry.turn(0)
    assert len(rows(entry.blocks())) > 35_000


def test_a_finished_message_keeps_what_was_drawn() -> None:
    entry = Entry(message(1, done=False), str)
    entry.apply(grown(1, "one\n\ntwo\n\n"))
    entry.advance(float("inf"))
    before = entry.blocks()[1]
    entry.replace(said(1, "one\n\ntwo\n\nthree"))
    entry.advance(float("inf"))
    assert entry.blocks()[1] is before
    assert rows(entry.blocks())[-1] == "three"


def test_a_finished_message_that_says_otherwise_is_drawn_anew() -> None:
    entry = Entry(message(1, done=False), str)
    entry.apply(grown(1, "one two"))
    entry.advance(float("inf"))
    entry.replace(said(1, "other"))
    entry.advance(float("inf"))
    assert rows(entry.blocks())[2:] == ["other"]


def test_a_tool_call_is_replaced_by_its_updates_and_stays_open() -> None:
    entry = Entry(message(1, ToolPart(tool=tool(output="a")), done=False), str)
    entry.turn(0)
    part = ToolPart(tool=tool(output="a\nb", status=ToolStatus.COMPLETED))
    entry.apply(MessageDelta(channel="c1", message_id=f"{1:026d}", index=0, kind="tool", part=part))
    assert rows(entry.blocks())[2:] == ["✓ Read   a.py" + " " * 36 + "▾", "  a", "  b"]


def test_parts_of_text_have_air_around_them() -> None:
    entry = Entry(message(1, ToolPart(tool=tool()), ToolPart(tool=tool()), TextPart(text="so")), str)
    assert [bool(row) for row in rows(entry.blocks())] == [False, True, True, True, False, True]


def test_durations_and_days_are_said_as_people_say_them() -> None:
    assert [duration(seconds) for seconds in (0.2, 12.4, 65, 7_500)] == [
        "< 1 s",
        "12 s",
        "1 min 5 s",
        "2 h 5 min",
    ]
    assert thought_label(None, thinking=False) == "thought"
    today = MORNING.date()
    assert day_name(today, today) == "Today"
    assert day_name(today.replace(year=2020, month=2, day=29), today) == "Saturday, 29 February 2020"
