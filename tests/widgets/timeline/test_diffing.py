"""Differences of texts: complete, and bounded in time."""

from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.model.messages import Diff
from sidekicks_tui.widgets.timeline.blocks import Block
from sidekicks_tui.widgets.timeline.diffing import changed_words, difference, gaps_between
from sidekicks_tui.widgets.timeline.diffview import diff_blocks, is_long

LINES = st.lists(st.sampled_from(["a", "b", "c", "}", "", "x = 1"]), max_size=14)
TEXT = LINES.map("\n".join)
OLD = "one\ntwo\nthree\nfour = 1\n5\n6\n7\n8\n9\n10\n11\neleven\n"
NEW = "one\ntwo\nthree\nfour = 2\n5\n6\n7\n8\n9\n10\n11\n12\n"


def rows(blocks: list[Block], width: int) -> list[str]:
    return [row.text.rstrip() for block in blocks for row in block.rows(width)]


@given(TEXT, TEXT)
def test_the_changed_lines_are_all_there(old: str, new: str) -> None:
    delta = difference(old, new)
    changes = [change for hunk in delta.hunks for change in hunk]
    assert sum(change.old is not None and not change.same for change in changes) == delta.removed
    assert sum(change.new is not None and not change.same for change in changes) == delta.added
    assert all(change.old == change.new for change in changes if change.same)


@given(LINES, LINES)
def test_the_new_text_is_the_old_one_with_its_gaps_filled(old: list[str], new: list[str]) -> None:
    made: list[str] = []
    at = 0
    for start, end, new_start, new_end in gaps_between(old, new):
        made += old[at:start] + new[new_start:new_end]
        at = end
    assert made + old[at:] == new


def test_a_hunk_has_some_lines_around_what_changed() -> None:
    delta = difference(OLD, NEW)
    assert (delta.added, delta.removed, len(delta.hunks)) == (2, 2, 2)
    assert [change.old for change in delta.hunks[0]] == ["one", "two", "three", "four = 1", "5", "6", "7"]


def test_few_changes_in_a_large_file_are_found_exactly() -> None:
    old = [f"line {number}" for number in range(5_000)]
    new = [*old[:100], "new", *old[100:4_000], *old[4_001:]]
    delta = difference("\n".join(old), "\n".join(new))
    assert (delta.added, delta.removed, len(delta.hunks)) == (1, 1, 2)


def test_a_file_of_equal_lines_does_not_cost_its_square() -> None:
    delta = difference("}\n" * 4_000 + "a\n" * 1_000, "b\n" * 1_000 + "}\n" * 4_000)
    assert delta.removed >= 1_000


def test_words_that_differ_are_marked_where_lines_are_alike() -> None:
    assert changed_words("raise ValueError(x)", "raise ParserError(x)") == (((6, 16),), ((6, 17),))
    assert changed_words("nothing alike here", "if a: b()") == ((), ())
    assert changed_words("a " * 300, "b " * 300) == ((), ())


def test_a_diff_is_unified_where_it_is_narrow_and_side_by_side_where_it_is_wide() -> None:
    diff = Diff(path="src/a.py", old_text=OLD, new_text=NEW, new_file=False)
    blocks = diff_blocks(diff, difference(OLD, NEW), folded=False)
    narrow, wide = rows(blocks, 40), rows(blocks, 110)
    assert narrow[0] == wide[0] == "src/a.py"
    assert "− four = 1" in narrow
    assert "+ four = 2" in narrow
    assert any("− four = 1" in row and "+ four = 2" in row for row in wide)
    assert "⋯" in narrow


def test_a_new_file_is_all_added() -> None:
    diff = Diff(path="a.py", old_text="", new_text="x = 1\n", new_file=True)
    assert rows(diff_blocks(diff, difference("", "x = 1\n"), folded=True), 110) == [
        "a.py  new file",
        "+ x = 1",
    ]


def test_a_long_diff_is_folded() -> None:
    new = "\n".join(f"line {number}" for number in range(500))
    delta = difference("", new)
    diff = Diff(path="a", old_text="", new_text=new, new_file=True)
    assert is_long(delta)
    assert rows(diff_blocks(diff, delta, folded=True), 60)[-1] == "… 460 lines"
    assert len(rows(diff_blocks(diff, delta, folded=False), 60)) == 501


def test_control_characters_in_a_diff_are_seen_not_obeyed() -> None:
    diff = Diff(path="a\x1b[2J", old_text="", new_text="x\x1b[31m\u202e", new_file=True)
    text = "".join(rows(diff_blocks(diff, difference("", diff.new_text), folded=True), 60))
    assert text.isprintable()
