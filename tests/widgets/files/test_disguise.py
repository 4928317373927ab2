from hypothesis import given
from hypothesis import strategies as st
from textual.document._document import Document

from sidekicks_tui.model.visible import visible
from sidekicks_tui.widgets.files.disguise import disguise, reveal

ODD = "\x00\x07\x0b\x0c\r\x1b\x1c\x1d\x1e\x7f\x85\x9b\u200e\u2028\u2029\u202e\u2066\ufeff\U000e0001"
TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from(ODD + "\n\t"), max_size=60)


@given(TEXT)
def test_what_is_edited_becomes_what_it_was(text: str) -> None:
    edited = disguise(text)
    if edited is not None:
        assert reveal(edited) == text


@given(TEXT)
def test_the_editor_changes_nothing_and_shows_nothing_that_a_terminal_obeys(text: str) -> None:
    edited = disguise(text)
    if edited is not None:
        assert reveal(Document(edited).text) == text
        assert visible(edited) == edited


def test_a_text_that_holds_the_signs_cannot_be_edited() -> None:
    assert disguise("␛[0m") is None
    assert disguise("plain ☐ text\n\twith a tab") == "plain ☐ text\n\twith a tab"
    assert disguise("\x1b[0m\x0c") == "␛[0m␌"
