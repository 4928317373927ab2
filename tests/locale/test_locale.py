"""Which language is spoken."""

from collections.abc import Iterator

import pytest

from sidekicks_tui import locale


@pytest.fixture(autouse=True)
def english_afterwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    locale.use("en")


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_CA.ISO-8859-1@euro"}, "fr"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_MESSAGES": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANGUAGE": "de:fr_FR:en", "LANG": "en_US.UTF-8"}, "fr"),
    ],
)
def test_the_locale_decides_when_nothing_else_does(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], spoken: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert locale.use("auto") == spoken


def test_the_configuration_goes_before_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert locale.use("en") == "en"
    assert locale._("Nothing waits.") == "Nothing waits."
    monkeypatch.setenv("LC_ALL", "C")
    assert locale.use("fr") == "fr"
    assert locale._("Nothing waits.") == "Rien n'attend."


def test_french_has_one_form_for_none_and_one() -> None:
    locale.use("fr")
    told = [locale.plural("{count} line", "{count} lines", count).format(count=count) for count in range(3)]
    assert told == ["0 ligne", "1 ligne", "2 lignes"]


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_no_text_stays_none_in_every_language(language: str) -> None:
    locale.use(language)
    assert locale._("") == ""
