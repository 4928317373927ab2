import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sidekicks_tui.guide.markdown import code, counted, fenced, language, pieces, plain


@given(st.text())
def test_pieces_are_the_text(text: str) -> None:
    assert "".join(pieces(text)) == text


def test_long_texts_come_in_few_pieces() -> None:
    assert len(list(pieces("word " * 200_000))) < 600
    assert list(pieces("some words that are more than one piece")) != [
        "some words that are more than one piece"
    ]


@given(st.text(st.sampled_from("`ab \n~"), min_size=1, max_size=30))
def test_nothing_leaves_a_fence(text: str) -> None:
    tokens = MarkdownIt().parse(fenced(text))
    assert [token.type for token in tokens] == ["fence"]
    assert tokens[0].content.rstrip("\n") == text.rstrip("\n")


@given(st.text(st.sampled_from("`ab*_<[x"), min_size=1, max_size=20))
def test_nothing_leaves_a_code_span(text: str) -> None:
    [paragraph] = [token for token in MarkdownIt().parse(code(text)) if token.type == "inline"]
    assert [(token.type, token.content) for token in paragraph.children or ()] == [("code_inline", text)]


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b(Bplain\r\n", "plain\n"),
    ],
)
def test_control_sequences_are_taken_out(printed: str, text: str) -> None:
    assert plain(printed) == text


def test_words() -> None:
    assert [language(name) for name in ("a.py", "Makefile", "x.TOML")] == ["py", "text", "toml"]
    assert [counted(number, "file") for number in (0, 1, 2)] == ["no files", "1 file", "2 files"]
