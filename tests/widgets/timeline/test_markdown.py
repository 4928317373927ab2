"""Markdown as rows: what is drawn, and what foreign text may not do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from sidekicks_tui.widgets.timeline.ink import Row
from sidekicks_tui.widgets.timeline.markdown.completing import completed
from sidekicks_tui.widgets.timeline.markdown.drawing import draw
from sidekicks_tui.widgets.timeline.markdown.parsing import safe_link


def lines(source: str, width: int = 40) -> list[str]:
    return [row.text for row in draw(source, width, {})]


def links(rows: list[Row]) -> set[str]:
    return {ink.link for row in rows for _, ink in row.runs if ink.link}


def test_blocks_stand_apart_and_lists_hang() -> None:
    source = "# Title\ntext\n\n- one\n- two that is long enough to wrap here\n  1. in\n\n> quote\n\n---"
    assert lines(source, 24) == [
        "Title", "", "text", "", "• one", "• two that is long", "  enough to wrap here", "  1. in", "",
        "▎ quote", "", "─" * 24,
    ]  # fmt: skip


def test_a_task_has_a_box_instead_of_a_bullet() -> None:
    assert lines("- [ ] open\n- [x] done") == ["☐ open", "☑ done"]


def test_an_ordered_list_goes_on_from_the_number_it_is_given() -> None:
    assert [row.text for row in draw("4. four", 20, {}, 7)] == ["7. four"]


def test_code_keeps_its_spaces_and_its_ground() -> None:
    rows = draw("```\na\n\tb\n```", 20, {})
    assert [row.text for row in rows] == [" a", "     b"]
    assert {row.ground for row in rows} == {"code-ground"}


def test_tables_are_straight_whatever_the_width_of_their_characters() -> None:
    table = "| a | 名称 |\n|---|---:|\n| 你好，世界 | x |\n| e\u0301 | 👩‍👩‍👧 |"
    rows = lines(table)
    assert rows[0].endswith("名称")
    assert len({cell_len(row) for row in rows}) == 1


def test_a_table_that_does_not_fit_wraps_its_cells() -> None:
    rows = lines("| a | b |\n|---|---|\n| short | a long cell that must be wrapped somewhere |", 24)
    assert max(map(cell_len, rows)) <= 24
    assert len(rows) > 4


def test_a_table_with_no_room_for_its_columns_becomes_a_list() -> None:
    rows = lines("| first | second | third |\n|---|---|---|\n| long words | more words | even more |", 14)
    assert rows[0].startswith("first")
    assert max(map(cell_len, rows)) <= 14


def test_html_is_text() -> None:
    assert lines("<b>x</b> <script>") == ["<b>x</b> <script>"]


@pytest.mark.parametrize("text", ["[/", "[b + ", "[@click=app.quit]x[/]", "[red]x"])
def test_markup_is_text(text: str) -> None:
    assert lines(text) == [text.strip()]
    assert links(draw(text, 40, {})) == set()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("[x](https://a.example/b)", {"https://a.example/b"}),
        ("<https://a.example>", {"https://a.example"}),
        ("see https://a.example/b, and", {"https://a.example/b"}),
        ("[x](mailto:me@a.example)", {"mailto:me@a.example"}),
        ("[x](file:///tmp/x)", {"file:///tmp/x"}),
        ("[x](javascript:alert(1))", set()),
        ("[x](src/a.py)", set()),
        ("[x](ssh://host)", set()),
    ],
)
def test_only_some_addresses_are_links(source: str, expected: set[str]) -> None:
    assert links(draw(source, 40, {})) == expected


@given(st.text())
def test_a_link_can_never_end_its_own_sequence(address: str) -> None:
    assert not {"\x1b", "\x07", "\x9c", "\\", ";"} & set(safe_link(address))
    assert not {"\x1b", "\x07"} & set(safe_link("https://a.example/" + address))


@pytest.mark.parametrize("source", ["&#x202E;x", "&#x9b;2J", "&#27;[2J", "`&#x202E;`\u2066".replace("`", "")])
def test_entities_cannot_smuggle_what_is_not_to_be_seen(source: str) -> None:
    text = "".join(lines(source))
    assert all(character.isprintable() for character in text)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("a **b", "a **b**"),
        ("a **b ", "a **b**"),
        ("a `b", "a `b`"),
        ("a `b` c", "a `b` c"),
        ("[x](http://a", "[x](http://a)"),
        ("a *b", "a *b*"),
        ("- a\n- ", "- a\n- "),
        ("2 * 3", "2 * 3"),
        ("a **", "a "),
    ],
)
def test_what_is_open_is_closed_for_the_eye(source: str, shown: str) -> None:
    assert completed(source) == shown
