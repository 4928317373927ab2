"""Code in pieces has the colours of the whole."""

import pytest
from pygments.lexer import RegexLexer
from pygments.token import Token

from sidekicks_tui.widgets.timeline.markdown.highlighting import START, highlight, lexer_for_path, lexer_named
from sidekicks_tui.widgets.timeline.markdown.pieces import LISTING_LINES, Listing

PYTHON = 'def f(a):\n    """Text\n    over\n    lines."""\n    return f"{a}" + \'x\'  # why\n' * 20
SOURCES = {
    "python": PYTHON,
    "javascript": "/* a\n b */ const f = (x) => `t ${x}\n more`;\n// end\n" * 20,
    "go": '/* a\n b */ func a() string { return "/*" }\n// end\n' * 20,
    "html": "<p class='a'>x</p>\n<b\nid=y>z</b>\n" * 20,
    "rust": '/* a /* b */\n */ fn main() { let s = "a\n b"; }\n' * 20,
    "bash": 'for a in b; do\n  echo "$a ${b}\n more" # x\ndone\n' * 20,
    "css": "/* a\nb */ a:hover { color: red; }\n" * 20,
}


@pytest.mark.parametrize("language", SOURCES)
def test_pieces_have_the_colours_of_the_whole(language: str) -> None:
    lexer, lines = lexer_named(language), SOURCES[language].split("\n")
    whole, _ = highlight(lexer, lines)
    stack, pieces = START, []
    for start in range(0, len(lines), 7):
        runs, stack = highlight(lexer, lines[start : start + 7], stack)
        pieces += runs
    assert pieces == whole


@pytest.mark.parametrize("language", SOURCES)
def test_the_text_is_that_of_the_source(language: str) -> None:
    lines = SOURCES[language].split("\n")
    runs, _ = highlight(lexer_named(language), lines)
    assert ["".join(text for text, _ in line) for line in runs] == lines


@pytest.mark.parametrize(
    "language", ["json", "yaml", "c", "pycon", "ruby", "make", "diff", "", "nothing-known"]
)
def test_other_lexers_and_none_keep_the_text(language: str) -> None:
    lines = ["a: [1, 2]", "", "$ x", "+ y"]
    runs, _ = highlight(lexer_named(language), lines)
    assert ["".join(text for text, _ in line) for line in runs] == lines


def test_keywords_strings_and_comments_are_told_apart() -> None:
    [line], _ = highlight(lexer_named("python"), ["return 'x'  # why"])
    roles = {text.strip(): ink.role for text, ink in line}
    assert roles["return"] == "code-keyword"
    assert roles["# why"] == "code-comment"
    assert "code-string" in roles.values()


def test_a_lexer_that_fails_costs_the_colours_only() -> None:
    class Broken(RegexLexer):
        tokens = {"root": [(r".", lambda lexer, match: 1 / 0)]}  # noqa: RUF012  as pygments wants it

    assert highlight(Broken(), ["ab"])[0] == [[("ab", highlight(None, ["x"])[0][0][0][1])]]


def test_a_comment_goes_on_in_the_next_piece_whatever_the_lexer() -> None:
    lexer = lexer_named("c")
    first, stack = highlight(lexer, ["int a; /* one"])
    second, stack = highlight(lexer, ["two"], stack)
    third, _ = highlight(lexer, ["three */ int b;"], stack)
    roles = {text.strip(): ink.role for line in (*first, *second, *third) for text, ink in line}
    assert roles["/* one"] == roles["two"] == roles["three */"] == "code-comment"
    assert roles["int"] == "code-keyword"


def test_a_lexer_is_found_by_a_files_name() -> None:
    lexer = lexer_for_path("errors.py")
    assert lexer is not None
    assert lexer.name == "Python"
    assert lexer_for_path("nothing.known-to-nobody") is None


def test_a_listing_learns_its_colours_in_order() -> None:
    listing = Listing("python", PYTHON.split("\n"))
    last = len(listing.lines) // LISTING_LINES * LISTING_LINES
    while not listing.learn():
        pass
    assert not listing.knows(last)
    while not listing.knows(last):
        assert listing.learn()
    assert {ink.role for row in listing.draw(last, last + 4, "", 40) for _, ink in row.runs} != {"code"}


def test_unknown_kinds_of_tokens_are_plain() -> None:
    class Odd(RegexLexer):
        tokens = {"root": [(r".", Token.Something.New)]}  # noqa: RUF012  as pygments wants it

    assert highlight(Odd(), ["ab"])[0][0][0][1].role == "code"
