"""A few letters find the name that is meant."""

from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.fuzzy import best, match

NAMES = [
    "#general",
    "#parser",
    "@claude",
    "@gemini",
    "Create a channel",
    "Delete this channel",
    "src/parser.py",
]


def found(query: str) -> list[str]:
    return [each.item for each in best(query, NAMES, lambda name: name, 10)]


def test_the_beginning_of_a_word_goes_before_its_middle() -> None:
    assert found("gen")[0] == "#general"
    assert found("cac")[0] == "Create a channel"
    assert found("dtc") == ["Delete this channel"]
    assert found("PARS")[0] == "#parser"


def test_what_does_not_hold_the_letters_in_order_is_left_out() -> None:
    assert found("zz") == []
    assert "#general" not in found("lareneg")


def test_no_letters_keep_everything_in_its_order() -> None:
    assert found("") == NAMES


def test_not_more_than_asked_for() -> None:
    assert len(best("e", NAMES, lambda name: name, 2)) == 2


@given(st.text(max_size=12), st.text(max_size=30))
def test_a_name_holds_its_own_letters_in_order(query: str, name: str) -> None:
    result = match(query, name)
    folded, letters = name.casefold(), query.casefold()
    if result is not None:
        positions = result[1]
        assert list(positions) == sorted(set(positions))
        assert all(0 <= place < len(name) for place in positions)
    elif len(folded) == len(name):
        place = -1
        assert any((place := folded.find(letter, place + 1)) < 0 for letter in letters)


@given(st.text(alphabet="abc/ ", max_size=20), st.data())
def test_any_letters_of_a_name_find_it(name: str, data: st.DataObject) -> None:
    kept = data.draw(st.lists(st.booleans(), min_size=len(name), max_size=len(name)))
    query = "".join(letter for letter, keep in zip(name, kept, strict=True) if keep)
    assert match(query, name) is not None


def test_letters_side_by_side_are_better_than_letters_at_the_beginnings_of_words() -> None:
    names = ["Move among the messages", "Theme…"]
    assert best("theme", names, str, 2)[0].item == "Theme…"
