"""Rows of cells: no text is lost, no row is too wide, no visible character is torn."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from sidekicks_tui.widgets.timeline.cells import clip, fold, padded, spread, width_of, wrap
from sidekicks_tui.widgets.timeline.ink import TEXT, Ink, Runs

FAMILY = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
BOLD = Ink(bold=True)
PIECES = st.sampled_from(
    ["word ", "a", " ", "  ", "longer", "日本語", "。", "（", "e\u0301", FAMILY, "\n", "ไทย", "-", "⏺️"]
)
RUNS = st.lists(st.tuples(PIECES, st.sampled_from([TEXT, BOLD])), max_size=14)


def text(runs: Runs) -> str:
    return "".join(part for part, _ in runs)


@given(RUNS, st.integers(4, 30))
def test_wrapping_loses_nothing_but_white_space(runs: Runs, width: int) -> None:
    rows = wrap(runs, width)
    assert "".join("".join(map(text, rows)).split()) == "".join(text(runs).split())
    assert all(width_of(row) <= width for row in rows)


@given(RUNS, st.integers(4, 30))
def test_each_character_keeps_its_ink(runs: Runs, width: int) -> None:
    kept = [(character, ink) for row in wrap(runs, width) for part, ink in row for character in part]
    given_ = [(character, ink) for part, ink in runs for character in part]
    assert [item for item in kept if not item[0].isspace()] == [
        item for item in given_ if not item[0].isspace()
    ]


@given(RUNS, st.integers(2, 30))
def test_folding_keeps_every_character(runs: Runs, width: int) -> None:
    line = [(part.replace("\n", ""), ink) for part, ink in runs]
    rows = fold(line, width)
    assert "".join(map(text, rows)) == text(line)
    assert all(width_of(row) <= width for row in rows)


@given(RUNS, st.integers(1, 30))
def test_clipping_fits_and_says_that_something_is_missing(runs: Runs, width: int) -> None:
    line = [(part.replace("\n", ""), ink) for part, ink in runs]
    row = clip(line, width)
    assert width_of(row) <= width
    assert row == line or text(row).endswith("…")


def test_a_cluster_is_never_torn() -> None:
    assert [text(row) for row in fold([(f"ab{FAMILY}c", TEXT)], 3)] == ["ab", f"{FAMILY}c"]


def test_chinese_breaks_anywhere_but_not_before_its_punctuation() -> None:
    rows = [text(row) for row in wrap([("你好世界，这是", TEXT)], 8)]
    assert rows == ["你好世", "界，这是"]
    assert all(cell_len(row) <= 8 for row in rows)


def test_a_line_feed_keeps_the_indentation_behind_it() -> None:
    assert [text(row) for row in wrap([("a\n  - b\n\nc", TEXT)], 20)] == ["a", "  - b", "", "c"]


def test_a_word_wider_than_the_row_is_broken() -> None:
    assert [text(row) for row in wrap([("x" * 7, TEXT)], 3)] == ["xxx", "xxx", "x"]


def test_two_ends_share_a_row() -> None:
    assert text(spread([("name", TEXT)], [("10:42", TEXT)], 12)) == "name   10:42"
    assert text(spread([("a very long name", TEXT)], [("10:42", TEXT)], 12)) == "a ve…  10:42"
    assert text(padded([("ab", TEXT)], 5, "right")) == "   ab"
