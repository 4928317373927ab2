from pathlib import Path

import pytest

from sidekicks_tui.guide.library import Library
from sidekicks_tui.guide.pages import load, page

QUESTIONS = [
    tuple(field.strip() for field in line.split("|", 2))
    for line in (Path(__file__).parent / "questions.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
LIBRARY = Library(load())


@pytest.mark.parametrize(("name", "heading", "question"), QUESTIONS, ids=[q[2] for q in QUESTIONS])
def test_questions_find_their_section(name: str, heading: str, question: str) -> None:
    best = LIBRARY.ask(question)[0].section
    assert (best.page, best.heading) == (name, heading)


def test_every_section_is_asked_for() -> None:
    asked = {(name, heading) for name, heading, _ in QUESTIONS}
    sections = {(section.page, section.heading) for page in LIBRARY.pages for section in page.sections}
    assert asked == sections


@pytest.mark.parametrize(
    "question",
    ["", "???", "what is the weather today?", "tell me a joke", "how tall is mount everest", "🧭", "and the"],
)
def test_what_the_pages_do_not_tell_finds_nothing(question: str) -> None:
    assert LIBRARY.ask(question) == []


def test_a_match_says_which_words_decided_as_they_were_written() -> None:
    [match, *_] = LIBRARY.ask("how do I refuse a permision?")
    assert "permision" in match.words


@pytest.mark.parametrize(
    ("topic", "name"),
    [("keys", "keys"), ("Command line", "command-line"), ("config", "configuration"), ("History", "history")],
)
def test_pages_by_name_and_title(topic: str, name: str) -> None:
    found = LIBRARY.page(topic)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("topic", ["", " ", "nothing like it"])
def test_no_page(topic: str) -> None:
    assert LIBRARY.page(topic) is None


def test_a_heading_counts_more_than_a_mention() -> None:
    library = Library(
        [page("p", "# P\n\n## Apples\n\nThey are red.\n\n## Pears\n\nAn apple is no pear. Apple.\n")]
    )
    assert [match.section.heading for match in library.ask("apple")] == ["Apples", "Pears"]
