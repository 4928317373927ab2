import pytest

from sidekicks_tui.acp.asides import is_aside


@pytest.mark.parametrize(
    ("words", "aside"),
    [
        ("Model metadata for `m` not found. Defaulting to fallback metadata.", True),
        ("Heads up: Long threads and multiple compactions can cause the model to be less accurate.", True),
        ("Model metadata for `m", False),
        ("The Model metadata for `m` is not found.", False),
        ("Heads up: the tests fail.", False),
        ("", False),
    ],
)
def test_whole_warnings_are_told_apart_from_pieces_of_an_answer(words: str, aside: bool) -> None:
    assert is_aside(words) is aside


def test_an_answer_is_not_searched_to_its_end() -> None:
    assert not is_aside("Heads up: Long " + "." * 3000)
