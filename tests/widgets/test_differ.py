"""The differ against Textual's own output: whatever is displayed, a terminal must show the same."""

import pyte
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static

from sidekicks_tui.widgets.differ import ScreenModel, install
from sidekicks_tui.widgets.differ.hook import parts_of
from sidekicks_tui.widgets.differ.pens import Pens

WIDTH, HEIGHT = 24, 10
CONSOLE = Console(color_system="truecolor", force_terminal=True, legacy_windows=False)
STYLES = [
    None,
    Style(color="#e0e0e0", bgcolor="#121212"),
    Style(color="#e0e0e0", bgcolor="#121212", bold=True),
    Style(color="#e0e0e0", bgcolor="#121212", bold=True, underline=True),
    Style(color="red", bgcolor="#303030", italic=True),
    Style(reverse=True),
    Style(color="#e0e0e0", bgcolor="#121212", link="https://example.com"),
]
WORDS = ["", " ", "a", "word", "longer text", "        ", "            ", "日本", "ñ", "x" * 9]


class ColoringScreen(pyte.Screen):
    """Rows that scroll in are blank in the colour of the pen: what terminfo calls bce."""

    def index(self) -> None:
        _top, bottom = self.margins or (0, self.lines - 1)
        scrolls = self.cursor.y == bottom
        super().index()
        if scrolls:
            self._color(bottom)

    def reverse_index(self) -> None:
        top, _bottom = self.margins or (0, self.lines - 1)
        scrolls = self.cursor.y == top
        super().reverse_index()
        if scrolls:
            self._color(top)

    def _color(self, y: int) -> None:
        for x in range(self.columns):
            self.buffer[y][x] = self.cursor.attrs._replace(data=" ")


class Terminal:
    """A terminal emulator without wrapping at the last column, as Textual sets it up."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.screen = ColoringScreen(width, height)
        self.screen.reset_mode(pyte.modes.DECAWM >> 5, private=True)
        self._stream = pyte.Stream(self.screen)

    def feed(self, text: str) -> None:
        self._stream.feed(text)

    def cells(self) -> list[list[tuple[object, ...]]]:
        """What is seen: the colour of text matters only where there is some."""
        return [
            [_seen(self.screen.buffer[y][x]) for x in range(self.screen.columns)]
            for y in range(self.screen.lines)
        ]


def _seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    blank = cell.data == " " and not (cell.underscore or cell.reverse or cell.strikethrough)
    if blank:
        return (" ", cell.bg)
    return (cell.data, cell.fg, cell.bg, cell.bold, cell.italics, cell.underscore, cell.reverse)


def row_of(words: list[tuple[int, int]], width: int) -> Strip:
    """A strip of exactly `width` cells."""
    strip = Strip([Segment(WORDS[word], STYLES[style]) for word, style in words])
    return strip.adjust_cell_length(width, STYLES[1])


WORD = st.tuples(st.integers(0, len(WORDS) - 1), st.integers(0, len(STYLES) - 1))
ROW = st.lists(WORD, max_size=5)
UPDATE = st.one_of(
    st.tuples(st.just("full"), st.lists(ROW, min_size=HEIGHT, max_size=HEIGHT)),
    st.tuples(st.just("part"), st.lists(st.tuples(st.integers(0, HEIGHT - 1), ROW), min_size=1, max_size=4)),
    st.tuples(st.just("scroll"), st.integers(-4, 4)),
)


def updates(steps: list[tuple[str, object]]) -> list[LayoutUpdate | ChopsUpdate]:
    """The steps as updates of a compositor: a column on the left stays, one on the right moves."""
    left = 6
    column = [row_of([(3, 1)], WIDTH - left) for _ in range(HEIGHT)]
    made: list[LayoutUpdate | ChopsUpdate] = []
    for kind, value in steps:
        if kind == "full":
            column = [row_of(words, WIDTH - left) for words in value]
            lines = [[row_of([(2, y % 3)], left), strip] for y, strip in enumerate(column)]
            made.append(LayoutUpdate(lines, Region(0, 0, WIDTH, HEIGHT)))
            continue
        if kind == "scroll":
            column = column[value:] + column[:value]
            rows = list(range(HEIGHT))
        else:
            rows = sorted({y for y, _ in value})
            for y, words in value:
                column[y] = row_of(words, WIDTH - left)
        chops = [{0: None, left: column[y] if y in rows else None} for y in range(HEIGHT)]
        made.append(ChopsUpdate(chops, [(y, left, WIDTH) for y in rows], [[left, WIDTH]] * HEIGHT))
    return made


def model(erases_in_color: bool = True) -> ScreenModel:
    return ScreenModel(
        Pens(ColorSystem.TRUECOLOR, spaces_alike=erases_in_color), erases_in_color=erases_in_color
    )


@settings(max_examples=300, deadline=None)
@given(st.lists(UPDATE, min_size=1, max_size=6), st.booleans())
def test_a_terminal_shows_what_textual_would_have_written(
    steps: list[tuple[str, object]], erases_in_color: bool
) -> None:
    plain, differing, screen = Terminal(), Terminal(), model(erases_in_color)
    first = ("full", [[(3, 1)]] * HEIGHT)
    for update in updates([first, *steps]):
        plain.feed(update.render_segments(CONSOLE))
        differing.feed(screen.update(parts_of(update), WIDTH, HEIGHT))
        assert differing.cells() == plain.cells()


def test_a_row_that_scrolls_in_costs_about_its_own_text() -> None:
    screen = model()
    rows = [row_of([(4, 1)], WIDTH) for _ in range(HEIGHT)]
    texts = [Strip([Segment(f"row {n} has words".ljust(WIDTH), STYLES[1])], WIDTH) for n in range(HEIGHT + 1)]
    rows = texts[:HEIGHT]
    full = Region(0, 0, WIDTH, HEIGHT)
    screen.update(parts_of(LayoutUpdate([[row] for row in rows], full)), WIDTH, HEIGHT)
    moved = screen.update(parts_of(LayoutUpdate([[row] for row in texts[1:]], full)), WIDTH, HEIGHT)
    assert len(moved) < 2 * WIDTH + 60
    assert "row 10 has words" in moved


def test_what_did_not_change_costs_nothing() -> None:
    screen = model()
    update = LayoutUpdate([[row_of([(3, 1)], WIDTH)]] * HEIGHT, Region(0, 0, WIDTH, HEIGHT))
    screen.update(parts_of(update), WIDTH, HEIGHT)
    assert screen.update(parts_of(update), WIDTH, HEIGHT) == ""


def test_another_size_and_a_terminal_that_was_lost_are_written_whole() -> None:
    screen = model()
    update = LayoutUpdate([[row_of([(3, 1)], WIDTH)]] * HEIGHT, Region(0, 0, WIDTH, HEIGHT))
    whole = screen.update(parts_of(update), WIDTH, HEIGHT)
    screen.forget()
    assert screen.update(parts_of(update), WIDTH, HEIGHT) == whole
    wider = LayoutUpdate([[row_of([(3, 1)], WIDTH + 1)]] * HEIGHT, Region(0, 0, WIDTH + 1, HEIGHT))
    assert screen.update(parts_of(wider), WIDTH + 1, HEIGHT).count("word") == HEIGHT


def test_control_characters_never_reach_the_terminal() -> None:
    strip = Strip([Segment("a\x1b[2Jb\x07\x9b5mc\u202ed", STYLES[1])])
    written = model().update([(0, 0, strip)], WIDTH, 1)
    assert "\x1b[2J" not in written
    assert not {"\x07", "\x9b", "\u202e"} & set(written)


def test_behind_a_character_of_uncertain_width_the_cursor_is_put_in_its_place() -> None:
    family = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
    strip = Strip([Segment(f"{family}ab", STYLES[1])])
    written = model().update([(0, 0, strip)], WIDTH, 1)
    assert f"{family}\x1b[3Gab" in written


def test_links_are_told_to_the_terminal() -> None:
    strip = Strip([Segment("here", STYLES[6])])
    written = model().update([(0, 0, strip)], WIDTH, 1)
    assert ";https://example.com\x1b\\" in written
    assert "\x1b]8;;\x1b\\" in written


class Words(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("one")


async def test_an_application_is_displayed_through_the_differ(monkeypatch) -> None:
    app = Words()
    screen = install(app)
    assert screen is not None
    written: list[str] = []
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        monkeypatch.setattr(type(app), "is_headless", False)
        monkeypatch.setattr(app._driver, "write", written.append)
        app.refresh()
        await pilot.pause()
        app.query_one(Static).update("ont")
        await pilot.pause()
    assert "one" in "".join(written)
    last = next(text for text in reversed(written) if "t" in text)
    assert len(last) < 80


async def test_a_textual_that_is_not_known_is_left_alone(monkeypatch) -> None:
    monkeypatch.setattr("sidekicks_tui.widgets.differ.hook._KNOWN_VERSION", "7.")
    app = Words()
    assert install(app) is None
    assert "_display" not in vars(app)
