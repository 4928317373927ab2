from pygments.lexers.python import PythonLexer

from sidekicks_tui.widgets.files.coloring import Coloring
from sidekicks_tui.widgets.timeline.markdown.highlighting import highlight

LEXER = PythonLexer(stripnl=False, ensurenl=False)
LINES = [f'x{number} = "a" # {number}' for number in range(60)]
LINES[20:50] = ['"""a long', *["text"] * 28, 'string"""']


def test_lines_have_the_colours_of_the_whole() -> None:
    lines = list(LINES)
    coloring = Coloring(LEXER, lambda start, end: lines[start:end])
    assert [coloring.runs(place) for place in range(len(lines))] == highlight(LEXER, lines)[0]


def test_a_change_colours_what_follows_anew() -> None:
    lines = list(LINES)
    coloring = Coloring(LEXER, lambda start, end: lines[start:end])
    for place in range(len(lines)):
        coloring.runs(place)
    lines[20] = "plain"
    del lines[3]
    coloring.changed(3)
    assert [coloring.runs(place) for place in range(len(lines))] == highlight(LEXER, lines)[0]


def test_a_place_far_away_is_read_without_all_that_is_before_it() -> None:
    read: list[int] = []

    def lines(start: int, end: int) -> list[str]:
        read.extend(range(start, end))
        return [f"line{number} = 1" for number in range(start, end)]

    runs = Coloring(LEXER, lines).runs(100_000)
    assert "".join(text for text, _ink in runs) == "line100000 = 1"
    assert len(read) <= 4 * 32


def test_behind_the_end_there_is_nothing() -> None:
    coloring = Coloring(None, lambda start, end: ["one"][start:end])
    assert coloring.runs(5) == []
    assert coloring.runs(500) == []
