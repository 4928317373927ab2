from rich.style import Style as RichStyle

from sidekicks_tui.terminal.emulator import PLAIN, CursorShape, Row, Run, Style, Underline
from sidekicks_tui.widgets.terminal.drawing import Mark, cursor_mark, draw

BASE = RichStyle.parse("white on black")
MARKED = RichStyle.parse("black on yellow")


def test_a_row_is_as_wide_as_asked_for() -> None:
    row = Row((Run("ab", 2, PLAIN), Run("你", 2, PLAIN)))
    assert draw(row, 6, BASE).text == "ab你  "
    assert draw(row, 3, BASE).cell_length == 3


def test_styles_keep_their_colours_and_take_the_others_from_the_widget() -> None:
    style = Style(foreground=1, background=(1, 2, 3), bold=True, underline=Underline.CURLY)
    row = Row((Run("a", 1, style, "https://x.org"), Run("b", 1, PLAIN)))

    (_, first, _), (_, second, _) = draw(row, 2, BASE)

    assert first is not None and second is not None
    assert first.color is not None and first.color.number == 1
    assert first.bgcolor is not None and first.bgcolor.triplet == (1, 2, 3)
    assert (first.bold, first.underline, first.link) == (True, True, "https://x.org")
    assert (second.color, second.bgcolor, second.bold) == (BASE.color, BASE.bgcolor, None)


def test_marks_cut_runs_but_no_wide_character() -> None:
    row = Row((Run("abcd", 4, PLAIN), Run("你", 2, PLAIN), Run("ef", 2, PLAIN)))

    for mark, marked in (
        (Mark(1, 3, MARKED), "bc"),
        (Mark(4, 5, MARKED), "你"),
        (Mark(5, 7, MARKED), "你e"),
        (Mark(0, 99, MARKED), "abcd你ef"),
        (Mark(8, 9, MARKED), ""),
    ):
        strip = draw(row, 8, BASE, [mark])
        assert strip.text == "abcd你ef"
        assert (
            "".join(text for text, style, _ in strip if style and style.bgcolor == MARKED.bgcolor) == marked
        )


def test_the_cursor_looks_different_without_the_focus() -> None:
    row = Row((Run("ab", 2, PLAIN),))
    looks = {
        draw(row, 2, BASE, [cursor_mark(1, shape, focused=focused)])._segments[1].style
        for shape, focused in (
            (CursorShape.BLOCK, True),
            (CursorShape.BAR, True),
            (CursorShape.UNDERLINE, True),
            (CursorShape.BLOCK, False),
        )
    }
    assert len(looks) == 4


def test_what_stands_behind_a_character_of_another_width_stays_in_its_place() -> None:
    wide_here = Run("\U0001f1eb", 1, PLAIN)
    strip = draw(Row((wide_here, Run("x", 1, PLAIN))), 2, BASE)
    assert strip.cell_length == 2
    assert strip.text.endswith("x")

    in_a_run = draw(Row((Run("a你b", 3, PLAIN),)), 3, BASE)
    assert in_a_run.text == "a\ufffdb"
