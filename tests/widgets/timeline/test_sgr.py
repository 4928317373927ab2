"""What programs print: colours yes, control no."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.widgets.timeline.ink import Ink
from sidekicks_tui.widgets.timeline.sgr import printed_runs

PLAIN = Ink("output")


def test_colours_begin_and_end() -> None:
    assert printed_runs("a \x1b[1;31mred\x1b[0m b", PLAIN) == [
        ("a ", PLAIN), ("red", PLAIN._replace(bold=True, color="red")), (" b", PLAIN)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sequence", "ink"),
    [
        ("\x1b[38;5;200m", PLAIN._replace(color="color(200)")),
        ("\x1b[38;2;1;2;3m", PLAIN._replace(color="#010203")),
        ("\x1b[48;5;7m", PLAIN._replace(background="color(7)")),
        ("\x1b[94;103m", PLAIN._replace(color="bright_blue", background="bright_yellow")),
        ("\x1b[3;4;7;9m", PLAIN._replace(italic=True, underline=True, reverse=True, strike=True)),
        ("\x1b[1;22;31;39m", PLAIN),
        ("\x1b[m", PLAIN),
        ("\x1b[38;9;1m", PLAIN),
    ],
)
def test_each_kind_of_colour(sequence: str, ink: Ink) -> None:
    assert printed_runs(f"{sequence}x", ink=PLAIN) == [("x", ink)]


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[2J",
        "\x1b[10;5H",
        "\x1b]0;title\x07",
        "\x1b]8;;http://x\x1b\\",
        "\x1bPq#0\x1b\\",
        "\x1b[?1049h",
        "\x1b(B",
        "\x9b2J",
    ],
)
def test_other_sequences_are_left_out(sequence: str) -> None:
    assert printed_runs(f"a{sequence}b", PLAIN) == [("a", PLAIN), ("b", PLAIN)]


def test_a_progress_bar_shows_its_last_state() -> None:
    assert printed_runs("10%\r50%\r100%\r", PLAIN) == [("100%", PLAIN)]


@given(st.text())
def test_nothing_that_controls_a_terminal_gets_through(line: str) -> None:
    shown = "".join(text for text, _ in printed_runs(line.replace("\n", " "), PLAIN))
    assert not any(character < " " or "\x7f" <= character < "\xa0" for character in shown)
