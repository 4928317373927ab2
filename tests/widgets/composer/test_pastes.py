"""Folded pastes: short signs for long texts, and the long texts back."""

from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.widgets.composer.pastes import FOLD_LENGTH, FOLD_LINES, Pastes


def test_a_short_text_stays_as_it_is() -> None:
    assert Pastes().fold("a\nb") == "a\nb"


def test_signs_are_numbered_and_tell_the_size() -> None:
    pastes = Pastes()
    assert pastes.fold("\n" * 99) == "[pasted text #1, 100 lines]"
    assert pastes.fold("x" * 5000) == "[pasted text #2, 5,000 characters]"


def test_a_sign_that_nobody_made_stays_text() -> None:
    pastes = Pastes()
    pastes.fold("\n" * 99)
    assert pastes.unfold("[pasted text #2, 7 lines]") == "[pasted text #2, 7 lines]"


@given(
    st.lists(st.text(max_size=5) | st.just("l\n" * FOLD_LINES) | st.just("y" * (FOLD_LENGTH + 1)), max_size=6)
)
def test_what_was_folded_comes_back(texts: list[str]) -> None:
    pastes = Pastes()
    assert pastes.unfold(" ".join(pastes.fold(text) for text in texts)) == " ".join(texts)
