"""What a terminal without Unicode is given: signs that it knows, as wide as what they stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from sidekicks_tui.widgets.charset import Charset


@pytest.mark.parametrize(
    ("environment", "codec"),
    [
        ({}, "utf-8"),
        ({"LANG": "en_US.UTF-8"}, "utf-8"),
        ({"LANG": "C"}, "utf-8"),
        ({"LANG": "fr_FR"}, "utf-8"),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, "ascii"),
        ({"LC_ALL": "POSIX"}, "ascii"),
        ({"LANG": "fr_FR.ISO-8859-15@euro"}, "iso8859-15"),
        ({"LC_CTYPE": "ru_RU.KOI8-R", "LANG": "en_US.UTF-8"}, "koi8-r"),
        ({"LANG": "xx.no-such-charset"}, "utf-8"),
    ],
)
def test_the_locale_names_the_charset(environment: dict[str, str], codec: str) -> None:
    assert Charset.of(environment).codec == codec


def test_signs_become_signs() -> None:
    spell = Charset("ascii").spell
    assert spell("● claude ─── ✓ Read ▸ “a” … 👩‍👩‍👧‍👦|你好") == '* claude --- v Read > "a" . ??|????'
    assert spell("\x1b[31m│\x1b[m") == "\x1b[31m|\x1b[m"


def test_what_the_charset_has_stays() -> None:
    assert Charset("iso8859-1").spell("naïve café · ●") == "naïve café · *"


def test_utf_8_is_left_alone() -> None:
    assert Charset("utf-8").spell("● 你好") == "● 你好"


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs"])), st.sampled_from(["ascii", "iso8859-1", "koi8-r"])
)
def test_nothing_moves_and_everything_can_be_written(text: str, codec: str) -> None:
    spelled = Charset(codec).spell(text)
    spelled.encode(codec)
    if text.isascii():
        assert spelled == text
    parts = [part for part in text.split(" ") if part]
    assert [cell_len(Charset(codec).spell(part)) for part in parts] == [cell_len(part) for part in parts]
