"""The page about real agents names tests that there are."""

import re
from pathlib import Path

_TESTS = Path(__file__).parents[2]
_PAGE = _TESTS.parent / "docs" / "agents.md"


def test_every_test_on_the_page_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", _PAGE.read_text()))
    sources = "".join(path.read_text() for path in _TESTS.rglob("test_*.py"))
    assert named - set(re.findall(r"def (test_\w+)\(", sources)) == set()
    assert len(named) > 50


def test_the_page_goes_through_all_observations() -> None:
    rows = re.findall(r"^\| (\d+) \|", _PAGE.read_text(), re.MULTILINE)
    assert [int(number) for number in rows] == list(range(1, 48))
