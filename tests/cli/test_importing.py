import json

import pytest

from tests.cli.running import Home
from tests.support.fake_agent import agent_command


@pytest.fixture
def exported(home: Home) -> Home:
    """A home with a conversation, and `out.json` with what `history` printed of it."""
    home.write_config(f"agents:\n  - {{name: a, command: {json.dumps(agent_command())}}}\n")
    home.run("send", "@a", "about apples")
    (home.path / "out.json").write_text(home.run("history", "@a", "--format", "json").stdout)
    return home


def texts(printed: str) -> list[str]:
    return ["".join(part["text"] for part in message["parts"]) for message in json.loads(printed)]


def test_what_was_exported_is_a_channel_again(exported: Home) -> None:
    done = exported.run("import", "#old talk", "out.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "#old talk is there, with a\n", "")
    again = exported.run("history", "old talk", "--format", "json").stdout
    assert texts(again) == ["about apples", "You said: about apples"]
    piped = exported.run("import", "third", "-", stdin=again)
    assert piped.stdout == "#third is there, with a\n"


@pytest.mark.parametrize(
    ("name", "file", "words"),
    [
        ("new", "missing.json", "missing.json cannot be read: no such file"),
        ("new", ".", "is a directory"),
        ("new", "config.yaml", "no conversation that was exported"),
        (" ", "out.json", "a channel needs a name"),
    ],
)
def test_what_cannot_be_imported_is_one_sentence(exported: Home, name: str, file: str, words: str) -> None:
    done = exported.run("import", name, file)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert words in line


def test_a_name_that_is_taken_is_told(exported: Home) -> None:
    exported.run("import", "old", "out.json")
    done = exported.run("import", "OLD", "out.json")
    assert done.returncode == 2
    assert "#old" in done.stderr


def test_speakers_who_are_not_configured_here_are_no_members(exported: Home) -> None:
    exported.write_config("agents:\n  - {name: b, command: [sh]}\n")
    done = exported.run("import", "old", "out.json")
    assert done.stdout == "#old is there; none of its agents is configured here\n"
