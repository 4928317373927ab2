import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.model.visible import visible, visible_line

BIDIRECTIONAL = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HIDDEN = f"{BIDIRECTIONAL}\u2028\u2029\ufeff\ufff9\ufffa\ufffb" + "".join(map(chr, range(0xE0000, 0xE0020)))


def is_dangerous(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") or character in HIDDEN


hostile = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cc", "Cs"]),
        st.sampled_from(HIDDEN),
        st.sampled_from("\r\n\t\x1b\x9b"),
    )
)


@given(hostile)
def test_nothing_dangerous_survives_in_a_block(text: str) -> None:
    assert not [c for c in visible(text) if is_dangerous(c) and c not in "\n\t"]


@given(hostile)
def test_nothing_dangerous_survives_in_a_line(text: str) -> None:
    assert not [c for c in visible_line(text) if is_dangerous(c)]


@given(st.text().map(lambda text: "".join(c for c in text if not is_dangerous(c))))
def test_anything_else_stays_as_it_is(text: str) -> None:
    assert visible(text) == text
    assert visible_line(text) == text


@given(hostile)
def test_what_is_visible_stays_so(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    assert visible_line(visible_line(text)) == visible_line(text)


@pytest.mark.parametrize(
    ("text", "block", "line"),
    [
        ("a\nb\tc", "a\nb\tc", "a␊b␉c"),
        ("a\r\nb\rc", "a\nb␍c", "a␍␊b␍c"),
        ("\x1b[31mred\x07", "␛[31mred␇", "␛[31mred␇"),
        ("\x9b2J\x7f", "‹9B›2J␡", "‹9B›2J␡"),
        ("ab\u202edc", "ab‹202E›dc", "ab‹202E›dc"),
        ("\ud800x", "\ufffdx", "\ufffdx"),
        ("[/] [@click=app.quit]x[/]", "[/] [@click=app.quit]x[/]", "[/] [@click=app.quit]x[/]"),
        ("👩‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301 日本", "👩‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301 日本", "👩‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301 日本"),
    ],
)
def test_examples(text: str, block: str, line: str) -> None:
    assert visible(text) == block
    assert visible_line(text) == line
