"""The page says what the code does: its table is generated, and its numbers are compared."""

import re
from pathlib import Path

from sidekicks_tui.core.hooks.served import SERVED
from sidekicks_tui.core.hooks.turns import MOST_FORCED
from sidekicks_tui.hooks.grades import Grade
from sidekicks_tui.hooks.matrix import matrix
from sidekicks_tui.hooks.table import markdown_table
from sidekicks_tui.hooks.vendors import VENDORS

PAGE = (Path(__file__).parents[2] / "docs" / "hooks.md").read_text()


def test_the_table_is_the_codes() -> None:
    assert PAGE.partition("## Every event\n\n")[2] == markdown_table(SERVED)


def test_no_row_claims_too_much() -> None:
    rows = matrix(SERVED)
    assert not any(row.result.grade is Grade.DIRECT for row in rows)
    assert PAGE.count("| ADAPTED |") == sum(row.result.grade is Grade.ADAPTED for row in rows)


def test_the_numbers_of_the_text_are_the_codes() -> None:
    assert [int(number) for number in re.findall(r"(\d+) times in a row", PAGE)] == [MOST_FORCED]


def test_every_vendor_and_alias_that_the_page_names_is_known() -> None:
    names = {name for vendor in VENDORS.values() for name in (vendor.name, *vendor.aliases)}
    told = re.search(r"vendor: claude +# (.*?), or an alias \((.*?) …\)", PAGE)
    assert told is not None
    assert {word.strip() for part in told.groups() for word in part.split(",")} <= names
