"""The command line in French: its own words, argparse's, and a configuration's problems."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.end()


def test_help_and_wrong_use_are_french_where_the_locale_is(home: Home) -> None:
    home.env["LANG"] = "fr_FR.UTF-8"
    told = home.run("--help").stdout
    assert told.startswith("usage\xa0: sidekicks")
    assert "afficher cette aide et quitter" in told
    assert "Parlez avec plusieurs agents" in told
    assert home.run("send").stderr == "sidekicks: il manque\xa0: CHANNEL, TEXT; voyez sidekicks send --help\n"


def test_what_the_configuration_says_goes_before_the_locale(home: Home) -> None:
    home.write_config("language: fr\nagents:\n  - {name: a, command: no-such-program, workspace: .}\n")
    assert "n'est pas dans PATH" in home.run("config", "check").stdout
    assert "il n'y a pas d'agent b" in home.run("logs", "b").stderr
    home.write_config("language: en\nagents:\n  - {name: a, command: no-such-program, workspace: .}\n")
    home.env["LANG"] = "fr_FR.UTF-8"
    assert "is not on PATH" in home.run("config", "check").stdout


def test_a_broken_configuration_is_told_in_the_locales_language(home: Home) -> None:
    home.write_config("langage: fr\n")
    home.env["LANG"] = "fr_FR.UTF-8"
    assert 'clé inconnue "langage" dans le fichier' in home.run("config", "check").stdout
