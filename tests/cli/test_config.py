import json

from tests.cli.running import Home

GOOD = "agents:\n  - {name: a, command: [sh]}\n"


def test_the_default_file_is_written_and_named(home: Home) -> None:
    done = home.run("config", "path")
    path = home.path / ".config" / "sidekicks" / "config.yaml"
    assert done.stdout == f"{path}\n"
    assert str(home.path) in path.read_text() or "~" in path.read_text()
    assert home.run("config", "check").returncode == 0


def test_errors_are_told_as_compilers_do(home: Home) -> None:
    path = home.write_config("theme: textual-dark\nagents:\n  - {name: a, command: [sh], colour: red}\n")
    done = home.run("config", "check")
    assert done.returncode == 1
    (line,) = done.stdout.splitlines()
    assert line.startswith(f"{path}:3:30: error: ")
    assert "colour" in line
    assert done.stderr == ""


def test_a_warning_is_no_failure(home: Home) -> None:
    path = home.write_config("agents:\n  - {name: a, command: [no-such-agent]}\n")
    done = home.run("config", "check")
    assert done.returncode == 0
    assert done.stdout.startswith(f"{path}:2:")
    assert ": warning: " in done.stdout


def test_a_file_that_is_missing_is_an_error(home: Home) -> None:
    done = home.run("config", "check", "--config", "missing.yaml")
    assert done.returncode == 1
    assert "missing.yaml:1:1: error: " in done.stdout


def test_what_a_file_says_reaches_the_terminal_as_text(home: Home) -> None:
    home.write_config('"\\e[31m": 1\n')
    assert "\x1b" not in home.run("config", "check").stdout


def test_the_schema_is_a_document(home: Home) -> None:
    assert "agents" in json.loads(home.run("config", "schema").stdout)["properties"]


def test_checking_loads_nothing_of_the_screen_or_the_wire(home: Home) -> None:
    home.write_config(GOOD)
    assert home.imported("config", "check") == {"ruamel"}
    assert home.imported("config", "path") == set()
    assert home.imported("config", "schema") <= {"ruamel"}
