import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.guide.words import query_terms, stem, terms


@pytest.mark.parametrize(
    "words",
    [
        ("stop", "stops", "stopped", "stopping"),
        ("configure", "configured", "configuring"),
        ("reply", "replies"),
        ("message", "messages"),
        ("delete", "deleting", "deleted"),
        ("call", "calls", "calling", "called"),
    ],
)
def test_relatives_share_a_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize("word", ["status", "this", "process", "ring", "red", "gas"])
def test_other_words_keep_their_endings(word: str) -> None:
    assert stem(word) == word


def test_compound_words_also_count_in_parts() -> None:
    assert set(terms("stopIdleAgentsAfter")) == {"stopidleagentsafter", "stop", "idl", "agent", "after"}


def test_common_words_are_no_part_of_a_question() -> None:
    assert query_terms("How do I change the Theme?") == {"them": "Theme"}
    assert query_terms("Où est le canal créé ?").keys() == {"ou", "canal", "cre"}


@given(st.text())
def test_any_text_has_words(text: str) -> None:
    assert all(terms(text))
    assert set(query_terms(text)) <= set(terms(text))
