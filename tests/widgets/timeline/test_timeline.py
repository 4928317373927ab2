"""The timeline in an application: what is in sight, and that it stays there."""

import pytest
from textual.events import MouseScrollUp

from sidekicks_tui.model.events import MessageDelta
from sidekicks_tui.model.messages import (
    Diff,
    Location,
    Message,
    Role,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolKind,
    ToolPart,
    ToolStatus,
)
from sidekicks_tui.widgets.timeline import ReadingPosition, Timeline
from tests.widgets.timeline.demo import CHANNEL, CONVERSATION, DemoApp, asked, grown, message, said, shown

MANY = [said(number, f"answer {number}\n\nmore of it") for number in range(1, 41)]
SIZE = (60, 20)


async def frames(pilot, timeline: Timeline) -> None:
    """Let everything that arrived be drawn."""
    await pilot.pause()
    while timeline._frame_planned:
        await pilot.pause(0.005)
    await pilot.pause()


def markers(timeline: Timeline) -> list[str]:
    return [row for row in shown(timeline) if "↓" in row]


async def test_a_channel_opens_at_its_end() -> None:
    app = DemoApp(MANY)
    async with app.run_test(size=SIZE):
        rows = shown(app.timeline)
        assert rows[-1] == "  more of it"
        assert rows[-3] == "  answer 40"
        assert app.timeline.following
        assert app.timeline.is_vertical_scroll_end


async def test_a_message_that_streams_already_is_shown_and_goes_on() -> None:
    app = DemoApp([*MANY, message(41, TextPart(text="so far"), done=False)])
    async with app.run_test(size=SIZE) as pilot:
        await frames(pilot, app.timeline)
        assert "  so far" in shown(app.timeline)
        app.timeline.message_delta(grown(41, " and on"))
        await frames(pilot, app.timeline)
        assert "  so far and on" in shown(app.timeline)
        app.timeline.message_updated(said(41, "so far and on."))
        app.timeline.message_delta(grown(41, "\n\nlate"))
        await frames(pilot, app.timeline)
        assert "  late" in shown(app.timeline)


async def test_at_the_end_it_stays_at_the_end() -> None:
    app = DemoApp(MANY)
    async with app.run_test(size=SIZE) as pilot:
        app.timeline.message_updated(message(41, done=False))
        for number in range(25):
            app.timeline.message_delta(grown(41, f"line {number}\n\n"))
            await frames(pilot, app.timeline)
            assert f"  line {number}" in shown(app.timeline)
        app.timeline.message_updated(said(41, "".join(f"line {number}\n\n" for number in range(25))))
        await frames(pilot, app.timeline)
        assert "  line 24" in shown(app.timeline)
        assert not markers(app.timeline)


async def test_scrolled_up_nothing_moves_and_a_marker_says_what_is_new() -> None:
    app = DemoApp(MANY)
    async with app.run_test(size=SIZE) as pilot:
        app.timeline.scroll_page(-1)
        before = shown(app.timeline)
        app.timeline.message_updated(message(41, done=False))
        app.timeline.message_delta(grown(41, "word " * 500))
        app.timeline.message_updated(said(42, "another"))
        await frames(pilot, app.timeline)
        assert shown(app.timeline)[:-1] == before[:-1]
        assert "2 new ↓" in markers(app.timeline)[0]
        app.timeline.follow()
        assert not markers(app.timeline)
        assert shown(app.timeline)[-1] == "  another"


async def test_older_messages_are_asked_for_once_and_do_not_move_what_is_in_sight() -> None:
    app = DemoApp(MANY[20:], more=True)
    async with app.run_test(size=SIZE) as pilot:
        assert not app.posted or not isinstance(app.posted[-1], Timeline.OlderWanted)
        app.timeline.to_start()
        app.timeline.scroll_rows(2)
        await pilot.pause()
        asked_for = [posted for posted in app.posted if isinstance(posted, Timeline.OlderWanted)]
        assert [(posted.channel, posted.before) for posted in asked_for] == [("c1", f"{21:026d}")]
        before = shown(app.timeline)
        app.timeline.prepend(MANY[:20], more=False)
        assert shown(app.timeline) == before
        app.timeline.scroll_page(-1)
        assert shown(app.timeline) != before


@pytest.mark.parametrize("width", [40, 90])
async def test_a_resize_keeps_the_reading_position(width: int) -> None:
    messages = [said(number, f"start {number} " + "word " * 60) for number in range(1, 30)]
    app = DemoApp(messages)
    async with app.run_test(size=SIZE) as pilot:
        app.timeline.go_to(f"{12:026d}")
        app.timeline.scroll_rows(2)
        await pilot.resize_terminal(width, 15)
        await pilot.pause()
        assert "start 12" in shown(app.timeline)[0]
        app.timeline.follow()
        await pilot.resize_terminal(*SIZE)
        await pilot.pause()
        assert app.timeline.following
        assert shown(app.timeline)[-1].startswith("  word")


async def test_a_channel_that_is_shown_again_is_where_it_was() -> None:
    app = DemoApp(MANY)
    async with app.run_test(size=SIZE) as pilot:
        app.timeline.scroll_page(-1)
        app.timeline.scroll_rows(-3)
        position, before = app.timeline.position(), shown(app.timeline)
        app.timeline.show(CHANNEL, [said(50, "elsewhere")], more=False)
        await pilot.pause()
        app.timeline.show(CHANNEL, MANY, more=False, at=position)
        assert shown(app.timeline) == before
        app.timeline.show(CHANNEL, MANY[:3], more=False, at=ReadingPosition(message="gone", following=False))
        assert app.timeline.following


async def test_paging_through_everything_shows_every_row_once() -> None:
    app = DemoApp(MANY)
    async with app.run_test(size=SIZE):
        seen: list[str] = []
        app.timeline.to_start()
        height = app.timeline.viewport.height
        while True:
            rows = shown(app.timeline)
            seen += [row for row in rows if "answer" in row and row not in seen]
            if app.timeline.following:
                break
            last = rows[-2:]
            app.timeline.scroll_page(1)
            assert app.timeline.following or shown(app.timeline)[:2] == last
        assert seen == [f"  answer {number}" for number in range(1, 41)]
        assert height == 19


async def test_what_was_read_is_told_once() -> None:
    app = DemoApp(MANY)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.timeline.scroll_page(-1)
        app.timeline.message_updated(said(41, "new"))
        await frames(pilot, app.timeline)
        assert [posted.message_id for posted in app.posted] == [f"{40:026d}"]
        app.timeline.follow()
        await pilot.pause()
        assert [posted.message_id for posted in app.posted] == [f"{40:026d}", f"{41:026d}"]


async def test_a_line_stands_above_what_is_new() -> None:
    messages = [*MANY[:3], asked(4, "mine"), said(5, "theirs")]
    app = DemoApp(messages, read=f"{3:026d}")
    async with app.run_test(size=SIZE):
        rows = shown(app.timeline)
        [line] = [number for number, row in enumerate(rows) if " new ─" in row]
        assert any("mine" in row for row in rows[:line])
        assert any("theirs" in row for row in rows[line:])


async def test_days_are_told_apart() -> None:
    app = DemoApp([said(1, "a", day=1), said(2, "b", day=1), said(3, "c")])
    async with app.run_test(size=SIZE):
        assert [row.strip() for row in shown(app.timeline) if row.strip() in ("Yesterday", "Today")] == [
            "Yesterday", "Today"
        ]  # fmt: skip


async def test_the_cursor_goes_over_parts_and_copies_them() -> None:
    app = DemoApp(CONVERSATION)
    async with app.run_test(size=SIZE):
        timeline = app.timeline
        assert timeline.copy_text() == ""
        timeline.cursor_move(-1)
        assert timeline.has_cursor
        timeline.cursor_move(-1)
        assert timeline.copy_text() == "and gemini?"
        assert timeline.quote_text() == "> and gemini?\n\n"
        timeline.cursor_to_prompt(-1)
        assert timeline.copy_text().startswith("@claude look at")
        assert timeline.quote_text().splitlines()[1] == ">"
        timeline.cursor_move(1)
        assert timeline.copy_text().startswith("The parser raises bare errors.")
        timeline.cursor_to_prompt(1)
        assert timeline.copy_text() == "and gemini?"
        timeline.leave_cursor()
        assert not timeline.has_cursor


async def test_the_cursor_is_always_in_sight() -> None:
    app = DemoApp(CONVERSATION)
    async with app.run_test(size=(60, 12)):
        for step in [-1] * 40 + [1] * 60:
            app.timeline.cursor_move(step)
            assert any("▌" in row for row in shown(app.timeline))
        assert app.timeline.following


async def test_a_tool_call_opens_at_the_cursor_and_names_its_file() -> None:
    app = DemoApp(CONVERSATION)
    async with app.run_test(size=(60, 30)) as pilot:
        timeline = app.timeline
        timeline.cursor_to_prompt(-1)
        while timeline.file_at_cursor() is None:
            timeline.cursor_move(-1)
        assert timeline.file_at_cursor() == Location(path="src/errors.py")
        line = [row for row in shown(timeline) if "▌ ✓ Edit" in row]
        timeline.fold_or_open()
        assert any("+     def __init__(self, message: str" in row for row in shown(timeline))
        timeline.open_file()
        await pilot.pause()
        assert app.posted[-1].location == Location(path="src/errors.py")
        assert app.posted[-1].agent == "claude"
        timeline.fold_or_open()
        assert [row for row in shown(timeline) if "▌ ✓ Edit" in row] == line


async def test_a_click_opens_a_fold_and_a_file() -> None:
    app = DemoApp(CONVERSATION[3:4])
    async with app.run_test(size=(60, 60)) as pilot:
        timeline = app.timeline

        async def click(text: str) -> None:
            row = next(number for number, row in enumerate(shown(timeline)) if text in row)
            await pilot.click("#timeline", offset=(6, row))

        await click("thought for 12 s")
        assert any("three places" in row for row in shown(timeline))
        timeline.to_end()
        await click("src/parser.py")
        await click("src/parser.py:12")
        assert app.posted[-1].location == Location(path="src/parser.py", line=12)


async def test_words_are_found_and_gone_to_also_where_they_are_folded() -> None:
    output = "".join(f"line {number}\n" for number in range(2_000)) + "needle here\n"
    call = ToolCall(id="t", title="make", kind=ToolKind.EXECUTE, status=ToolStatus.COMPLETED, output=output)
    app = DemoApp(
        [said(1, "a Needle first"), *MANY[1:], message(50, ToolPart(tool=call)), *[said(51, "end")]]
    )
    async with app.run_test(size=SIZE):
        timeline = app.timeline
        assert timeline.find("needle") == 2
        assert any("needle here" in row for row in shown(timeline))
        assert timeline.next_match(-1)
        assert any("Needle first" in row for row in shown(timeline))
        assert timeline.next_match(-1)
        assert any("needle here" in row for row in shown(timeline))
        assert timeline.find("needle first") == 1
        assert timeline.find("nowhere") == 0
        assert not timeline.next_match(1)
        assert timeline.find("") == 0


@pytest.mark.parametrize("text", ["[/", "[b + ", "[@click=app.quit]x[/]", "a\x1b[2Jb", "\u202eabc"])
async def test_foreign_text_is_text_everywhere(text: str) -> None:
    call = ToolCall(id="t", title=text, output=text, locations=(Location(path=text),),
                    diffs=(Diff(path=text, old_text="", new_text=text, new_file=True),))  # fmt: skip
    parts = (TextPart(text=text), ThoughtPart(text=text), ToolPart(tool=call))
    everything = [
        message(1, *parts, agent=text, error=text),
        asked(2, text),
        message(3, role=Role.SYSTEM, agent=text, error=text),
    ]
    app = DemoApp(everything)
    async with app.run_test(size=(80, 50)) as pilot:
        for part in (1, 2):
            app.timeline._turn(f"{1:026d}", part)
        await frames(pilot, app.timeline)
        rows = "\n".join(shown(app.timeline))
        assert not {"\x1b", "\u202e"} & set(rows)
        visible = text.replace("\x1b", "␛").replace("\u202e", "‹202E›").strip()
        assert rows.count(visible) >= 6
        for strip in app.timeline.render_lines(app.timeline.scrollable_content_region.reset_offset):
            assert not any(style and style.meta for _, style, _ in strip)
        assert app.is_running


async def test_a_huge_tool_output_is_folded_and_opens_at_once() -> None:
    output = "".join(f"{number} result\n" for number in range(35_000))
    call = ToolCall(id="t", title="make", kind=ToolKind.EXECUTE, status=ToolStatus.COMPLETED, output=output)
    app = DemoApp([message(1, ToolPart(tool=call))])
    async with app.run_test(size=SIZE):
        app.timeline.cursor_move(-1)
        app.timeline.fold_or_open()
        assert any("… 34\u202f980 lines" in row for row in shown(app.timeline))
        app.timeline.fold_or_open()
        drawn = sum(block._rows is not None for block in app.timeline.document.entries[0].blocks())
        assert drawn < 10
        assert app.timeline.virtual_size.height > 35_000
        app.timeline.to_end()
        assert shown(app.timeline)[-1].strip("▌ ") == "34999 result"


async def test_only_what_is_in_sight_is_drawn() -> None:
    messages = [said(number, "one\n\ntwo\n\nthree") for number in range(1, 2_001)]
    app = DemoApp(messages)
    async with app.run_test(size=SIZE):
        assert sum(entry.drawn for entry in app.timeline.document.entries) < 20


async def test_a_chunk_of_a_megabyte_is_taken_in_over_several_frames() -> None:
    app = DemoApp()
    async with app.run_test(size=SIZE) as pilot:
        app.timeline.message_updated(message(1, done=False))
        app.timeline.message_delta(grown(1, "word word word\n\n" * 60_000 + "the end"))
        await pilot.pause()
        await frames(pilot, app.timeline)
        assert "  the end" in shown(app.timeline)


async def test_code_gets_its_colours_wherever_it_is_opened() -> None:
    code = "```python\n" + "def f():\n    return 1\n" * 300 + "```"
    app = DemoApp([said(1, code)])
    async with app.run_test(size=SIZE) as pilot:
        await frames(pilot, app.timeline)
        roles = {ink.role for sight in app.timeline.viewport.sights for _, ink in sight.row.runs}
        assert "code-keyword" in roles


async def test_nothing_runs_and_nothing_is_painted_while_nothing_happens() -> None:
    app = DemoApp(CONVERSATION)
    async with app.run_test(size=SIZE) as pilot:
        await frames(pilot, app.timeline)
        painted: list[object] = []
        app.post_display_hook = lambda: painted.append(1)  # type: ignore[method-assign]  # counts
        await pilot.pause(0.2)
        assert not app.timeline._frame_planned
        assert not painted


async def test_what_belongs_to_another_channel_is_not_shown() -> None:
    app = DemoApp(MANY[:1])
    async with app.run_test(size=SIZE) as pilot:
        other = Message(id="z", channel="c2", created_at=MANY[0].created_at, role=Role.AGENT)
        app.timeline.message_updated(other)
        app.timeline.message_delta(MessageDelta(channel="c2", message_id="z", index=0, kind="text", text="x"))
        await frames(pilot, app.timeline)
        assert len(app.timeline.document.entries) == 1


async def test_the_theme_and_no_color_are_followed(monkeypatch) -> None:
    app = DemoApp(CONVERSATION)
    async with app.run_test(size=SIZE) as pilot:

        def colors() -> set[object]:
            region = app.timeline.scrollable_content_region.reset_offset
            return {
                style.color for strip in app.timeline.render_lines(region) for _, style, _ in strip if style
            }

        dark = colors()
        app.theme = "textual-light"
        await pilot.pause()
        assert colors() != dark


async def test_the_selected_text_is_copied_without_the_gutter() -> None:
    app = DemoApp([said(1, "first words here\n\nsecond words")])
    async with app.run_test(size=SIZE) as pilot:
        rows = shown(app.timeline)
        start, end = (next(n for n, row in enumerate(rows) if text in row) for text in ("first", "second"))
        await pilot.mouse_down("#timeline", offset=(8, start))
        await pilot.hover("#timeline", offset=(8, end))
        await pilot.mouse_up("#timeline", offset=(8, end))
        await pilot.pause()
        assert (app.screen.get_selected_text() or "").splitlines() == ["words here", "", "second"]


async def test_the_wheel_scrolls_by_rows() -> None:
    app = DemoApp(MANY)
    async with app.run_test(size=SIZE) as pilot:
        before = shown(app.timeline)
        await pilot._post_mouse_events([MouseScrollUp], "#timeline")
        assert shown(app.timeline)[3:] == before[:-3]
