"""What every emulator promises beside the sequences of the cases."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidekicks_tui.model.limits import TERMINAL_SCROLLBACK_LINES
from sidekicks_tui.terminal import Emulator, new_emulator
from sidekicks_tui.terminal.emulator import CursorShape, Mode, MouseAction, MouseButton, Position, Style
from sidekicks_tui.terminal.keys import Modifier
from tests.terminal.cases import screen_text


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    emulator = new_emulator(20, 5)
    yield emulator
    emulator.close()


def lines(*numbers: int) -> bytes:
    return b"\r\n".join(b"line %d" % number for number in numbers)


def test_only_rows_that_look_different_are_told(emulator: Emulator) -> None:
    assert list(emulator.update()) == [0, 1, 2, 3, 4]
    assert list(emulator.update()) == []

    emulator.feed(b"\x1b[2;1Hx\x1b[4;1Hy")
    assert list(emulator.update()) == [1, 3]

    emulator.feed(b"\x1b[4;1Hy")
    assert list(emulator.update()) == []


def test_a_row_is_runs_of_one_style(emulator: Emulator) -> None:
    emulator.feed("a\x1b[1;38;2;1;2;3mb你\x1b[0;48;5;20m \x1b[0m".encode())
    emulator.update()

    assert [(run.text, run.cells, run.style) for run in emulator.row(0).runs] == [
        ("a", 1, Style()),
        ("b", 1, Style(foreground=(1, 2, 3), bold=True)),
        ("你", 2, Style(foreground=(1, 2, 3), bold=True)),
        (" ", 1, Style(background=20)),
        (" " * 15, 15, Style()),
    ]


def test_the_cells_of_a_row_are_its_width_whatever_is_in_it(emulator: Emulator) -> None:
    emulator.feed("👩‍👩‍👧‍👦🇫🇷❤️é́你\r\n\u202eevil\u202a\u2066\u2069\u2028\u0600".encode())
    emulator.update()

    for place in range(5):
        assert sum(run.cells for run in emulator.row(place).runs) == 20


def test_nothing_that_controls_or_reorders_reaches_who_shows_it(emulator: Emulator) -> None:
    emulator.feed("a\u202eb\u2066c\u200ed\u0085e\ufefff\u2029".encode() + b"\x9bg")
    emulator.update()

    text = "".join(emulator.row(place).text for place in range(5))
    assert not set(text) & set("\u202e\u2066\u200e\u0085\ufeff\u2029\x9b\x1b")
    for letter in "abcdef":
        assert letter in text


def test_links_lead_somewhere_or_are_none(emulator: Emulator) -> None:
    for address in (b"https://x.org/a?b=%20#c", b"no address", "https://x.org/é".encode()):
        emulator.feed(b"\x1b]8;;%s\x1b\\link\x1b]8;;\x1b\\\r\n" % address)
    emulator.update()

    assert [emulator.row(place).runs[0].link for place in range(3)] == ["https://x.org/a?b=%20#c", "", ""]


def test_the_cursor_has_a_shape_and_hides(emulator: Emulator) -> None:
    for sequence, shape in (
        (b"ab\x1b[2 q", CursorShape.BLOCK),
        (b"\x1b[4 q", CursorShape.UNDERLINE),
        (b"\x1b[6 q", CursorShape.BAR),
    ):
        emulator.feed(sequence)
        emulator.update()
        assert emulator.cursor == (2, 0, shape)

    emulator.feed(b"\x1b[?25l")
    emulator.update()
    assert emulator.cursor is None


def test_title_and_bell(emulator: Emulator) -> None:
    emulator.feed("\x1b]2;vim é\x07\x07\x07".encode())

    assert (emulator.title, emulator.bells) == ("vim é", 2)


def test_questions_are_answered_once(emulator: Emulator) -> None:
    emulator.use_colours((255, 255, 255), (0, 16, 32))
    emulator.feed(b"ab\x1b[6n\x1b[18t\x1b]11;?\x1b\\")

    assert emulator.take_replies() == b"\x1b[1;3R\x1b[8;5;20t\x1b]11;rgb:0000/1010/2020\x1b\\"
    assert emulator.take_replies() == b""


def test_the_clipboard_and_the_desktop_are_out_of_reach(emulator: Emulator) -> None:
    emulator.feed(b"\x1b]52;c;?\x07\x1b]52;c;c2VjcmV0\x07\x1b]9;hello\x07\x1b]777;notify;a;b\x07")
    emulator.feed(b"\x1b]99;;hello\x1b\\\x1bP$q q\x1b\\ok")
    emulator.update()

    assert screen_text(emulator) == ["ok", "", "", "", ""]
    assert b"secret" not in emulator.take_replies()


def test_programs_learn_no_title_by_asking_for_it(emulator: Emulator) -> None:
    emulator.feed(b"\x1b]2;rm -rf .\x07\x1b[21t")

    assert b"rm" not in emulator.take_replies()


def test_scrolled_back_the_sight_stays_while_more_comes(emulator: Emulator) -> None:
    emulator.feed(lines(*range(30)))
    assert emulator.position == Position(first=25, rows=5, total=30)
    assert emulator.position.below == 0

    emulator.scroll(-10)
    emulator.update()
    before = screen_text(emulator)
    emulator.feed(b"\r\n" + lines(*range(30, 40)))

    assert before == [f"line {number}" for number in range(15, 20)]
    assert list(emulator.update()) == []
    assert emulator.position.below == 20
    assert emulator.cursor is None

    emulator.scroll_to_end()
    emulator.update()
    assert screen_text(emulator)[-1] == "line 39"


def test_scrolling_stops_at_both_ends(emulator: Emulator) -> None:
    emulator.feed(lines(*range(30)))

    emulator.scroll(-1000)
    assert emulator.position.first == 0
    emulator.scroll(1000)
    assert emulator.position.below == 0


def test_ten_thousand_lines_are_kept_and_few_more(emulator: Emulator) -> None:
    emulator.resize(80, 24)
    block = lines(*range(1000)) + b"\r\n"
    for _ in range(25):
        emulator.feed(block)

    assert TERMINAL_SCROLLBACK_LINES <= emulator.position.total <= 1.5 * TERMINAL_SCROLLBACK_LINES


def test_a_resize_wraps_what_is_kept_anew(emulator: Emulator) -> None:
    emulator.feed(b"a" * 25 + b"\r\nend")
    emulator.resize(30, 5)
    emulator.update()
    assert screen_text(emulator)[:2] == ["a" * 25, "end"]

    emulator.resize(10, 5)
    emulator.update()
    assert screen_text(emulator)[:4] == ["a" * 10, "a" * 10, "a" * 5, "end"]


def test_a_storm_of_sizes_leaves_the_text(emulator: Emulator) -> None:
    emulator.feed(lines(*range(3)))
    for columns, rows in itertools.product((0, 1, 2, 7, 5000, 20), (0, 1, 30, 5)):
        emulator.resize(columns, rows)
        emulator.update()

    assert emulator.size == (20, 5)
    assert screen_text(emulator)[:3] == ["line 0", "line 1", "line 2"]


def test_a_selection_follows_its_text(emulator: Emulator) -> None:
    emulator.feed(lines(0, 1, 2))
    emulator.select(5, 0)
    emulator.select_to(3, 1)
    emulator.update()
    assert [emulator.row(place).selected for place in range(3)] == [(5, 19), (0, 3), None]
    assert emulator.selected_text() == "0\nline"

    emulator.feed(b"\r\n" + lines(3, 4, 5))
    emulator.update()
    assert [emulator.row(place).selected for place in range(2)] == [(0, 3), None]
    assert emulator.selected_text() == "0\nline"

    emulator.unselect()
    emulator.update()
    assert emulator.row(0).selected is None
    assert emulator.selected_text() == ""


def test_words_and_wrapped_lines_are_selected_whole(emulator: Emulator) -> None:
    emulator.feed(b"one " + b"a" * 30)
    emulator.select_word(1, 0)
    assert emulator.selected_text() == "one"

    emulator.select_line(1, 1)
    assert emulator.selected_text() == "one " + "a" * 30


def test_a_selection_outside_of_the_screen_is_none(emulator: Emulator) -> None:
    for column, row in ((-1, 0), (20, 0), (0, 5), (0, -1)):
        emulator.select(column, row)
        emulator.select_word(column, row)
        emulator.select_line(column, row)

    assert emulator.selected_text() == ""


def test_search_walks_from_the_newest_to_the_oldest_and_back(emulator: Emulator) -> None:
    emulator.feed(lines(*range(100)))
    search = emulator.search("LINE 1")
    while search.work():
        pass
    assert (search.found, search.at) == (11, None)

    shown = []
    for older in (True, True, False):
        search.step(older)
        emulator.update()
        shown.append((search.at, emulator.selected_text(), search_line(emulator)))
    search.close()

    assert shown == [(0, "line 1", "line 19"), (1, "line 1", "line 18"), (0, "line 1", "line 19")]


def search_line(emulator: Emulator) -> str:
    return next(
        emulator.row(place).text.rstrip() for place in range(5) if emulator.row(place).selected is not None
    )


def test_nothing_found(emulator: Emulator) -> None:
    for words in ("nothing", ""):
        search = emulator.search(words)
        while search.work():
            pass
        search.step(True)
        assert (search.found, search.at) == (0, None)
        search.close()


def test_a_paste_stays_one(emulator: Emulator) -> None:
    assert emulator.encode_paste("a\r\nb\nc") == b"a\rb\rc"

    emulator.feed(b"\x1b[?2004h")
    pasted = emulator.encode_paste("a\nb\x1b[201~rm" + "x" * 1000)
    assert pasted.startswith(b"\x1b[200~a\nb") and pasted.endswith(b"x\x1b[201~")
    assert pasted.count(b"\x1b") == 2


def test_the_mouse_is_told_to_who_asked_for_it(emulator: Emulator) -> None:
    def press(button: MouseButton, modifiers: Modifier = Modifier.NONE) -> bytes:
        return emulator.encode_mouse(MouseAction.PRESS, button, 3, 1, modifiers)

    assert not emulator.takes_mouse
    assert press(MouseButton.LEFT) == b""

    emulator.feed(b"\x1b[?1002;1006h")
    assert emulator.takes_mouse
    assert press(MouseButton.LEFT) == b"\x1b[<0;4;2M"
    assert press(MouseButton.RIGHT, Modifier.CTRL) == b"\x1b[<18;4;2M"
    assert press(MouseButton.WHEEL_DOWN) == b"\x1b[<65;4;2M"
    drag = emulator.encode_mouse(MouseAction.MOVE, MouseButton.LEFT, 4, 1, Modifier.NONE)
    assert drag == b"\x1b[<32;5;2M"
    up = emulator.encode_mouse(MouseAction.RELEASE, MouseButton.LEFT, 4, 1, Modifier.NONE)
    assert up == b"\x1b[<0;5;2m"
    assert emulator.encode_mouse(MouseAction.MOVE, MouseButton.NONE, 9, 1, Modifier.NONE) == b""


def test_the_focus_is_told_to_who_asked_for_it(emulator: Emulator) -> None:
    assert emulator.encode_focus(True) == b""

    emulator.feed(b"\x1b[?1004h")
    assert (emulator.encode_focus(True), emulator.encode_focus(False)) == (b"\x1b[I", b"\x1b[O")


def test_widths_are_those_of_graphemes_also_after_a_reset(emulator: Emulator) -> None:
    for again in (b"", b"\x1bc", b"\x1b[!p"):
        emulator.feed(again)
        assert emulator.mode(Mode.GRAPHEMES)
    emulator.reset()
    assert emulator.mode(Mode.GRAPHEMES)


def test_a_reset_leaves_nothing(emulator: Emulator) -> None:
    emulator.feed(lines(*range(50)) + b"\x1b[?1049h\x1b[?1002h\x1b]2;title\x07\x1b[6n")
    emulator.reset()
    emulator.update()

    assert screen_text(emulator) == [""] * 5
    assert (emulator.title, emulator.takes_mouse, emulator.position.total) == ("", False, 5)
    assert emulator.take_replies() == b""


_sequences = st.one_of(
    st.binary(max_size=40),
    st.text(max_size=20).map(str.encode),
    st.builds(
        lambda head, numbers, tail: head + ";".join(map(str, numbers)).encode() + tail,
        st.sampled_from([b"\x1b[", b"\x1b[?", b"\x1b[>", b"\x1b[=", b"\x9b", b"\x1b]", b"\x1bP", b"\x1b_G"]),
        st.lists(st.integers(0, 70000) | st.sampled_from([2026, 2027, 1049, 1006, 38, 48]), max_size=5),
        st.sampled_from([bytes([final]) for final in range(0x40, 0x7F)] + [b" q", b"$p", b"\x07", b"\x1b\\"]),
    ),
)
_sizes = st.tuples(st.integers(1, 30), st.integers(1, 12))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_sequences | _sizes, max_size=30))
def test_whatever_is_fed_nothing_fails(steps: list[bytes | tuple[int, int]]) -> None:
    emulator = new_emulator(20, 5)
    search = emulator.search("a")
    for step in steps:
        if isinstance(step, tuple):
            emulator.resize(*step)
        else:
            emulator.feed(step)
        search.work()
        search.step(older=True)
        emulator.update()
        columns, rows = emulator.size
        for place in range(rows):
            row = emulator.row(place)
            assert sum(run.cells for run in row.runs) == columns
            assert all(run.cells in (1, 2) or len(run.text) == run.cells for run in row.runs)
            assert not any(character < " " or "\x7f" <= character < "\xa0" for character in row.text)
        cursor = emulator.cursor
        assert cursor is None or (cursor.column < columns and cursor.row < rows)
    emulator.take_replies()
    emulator.close()
