import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.guide.editing import replaced
from sidekicks_tui.model.errors import UsageError


def test_replaces_and_tells_the_line() -> None:
    assert replaced("a\nb\nc\n", "b", "x\ny") == ("a\nx\ny\nc\n", 2)


def test_an_old_line_also_means_the_last_one_without_its_end() -> None:
    assert replaced("a\nb", "b\n", "x\n") == ("a\nx", 2)


def test_a_text_that_stands_there_twice_is_refused_with_its_lines() -> None:
    with pytest.raises(UsageError, match=r"2 times \(lines 1, 3\)"):
        replaced("x\ny\nx\n", "x", "z")


def test_a_text_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="does not stand"):
        replaced("a\n", "b", "c")


def test_a_change_that_changes_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="the same"):
        replaced("a\n", "a", "a")


@given(st.text(), st.text(min_size=1), st.text(), st.text())
def test_everything_around_stays(before: str, old: str, new: str, after: str) -> None:
    content = before + old + after
    if content.count(old) != 1 or old == new:
        return
    assert replaced(content, old, new)[0] == before + new + after
