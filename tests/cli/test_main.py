import subprocess
import sys
from pathlib import Path

import pytest

from sidekicks_tui import __version__
from sidekicks_tui.cli import main as command_line
from tests.cli.running import Home


def test_the_version_and_the_help_load_nothing_heavy(home: Home) -> None:
    assert home.run("--version").stdout == f"sidekicks {__version__}\n"
    assert "send" in home.run("--help").stdout
    assert home.imported("--version") == set()
    assert home.imported("--help") == set()


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["logs"], ["logs", "guide", "--lines", "-1"], ["send", "x"], ["--color"]]
)
def test_wrong_use_is_one_line_and_status_2(home: Home, arguments: list[str]) -> None:
    done = home.run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("sidekicks: ")


def test_options_of_all_stand_before_or_behind_the_command(home: Home) -> None:
    path = str(home.path / "other.yaml")
    assert home.run("--config", path, "config", "path").stdout == f"{path}\n"
    assert home.run("config", "path", "--config", path).stdout == f"{path}\n"


def test_a_workspace_that_is_no_folder_is_told(home: Home) -> None:
    done = home.run("--workspace", "missing", "config", "path")
    assert done.returncode == 2
    assert "missing is no folder" in done.stderr


@pytest.mark.parametrize("command", [[], ["send", "@guide", "hello"]])
def test_a_recording_that_cannot_be_written_is_told_before_anything_starts(
    home: Home, command: list[str]
) -> None:
    done = home.run("--record", "missing/events.jsonl", *command)
    assert done.returncode == 2
    assert done.stderr == "sidekicks: missing/events.jsonl cannot be written: No such file or directory\n"
    assert not list(home.path.rglob("data.mdb"))


def test_a_bug_is_one_line_and_its_traceback_is_in_the_program_log(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(home.path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)

    def broken() -> None:
        raise ZeroDivisionError("by \x1b[31m nothing")

    monkeypatch.setattr(command_line, "build_parser", broken)
    assert command_line.run([]) == 1
    told = capsys.readouterr().err
    (line,) = told.splitlines()
    assert "ZeroDivisionError" in line
    assert "\x1b" not in line
    log = home.path / ".config" / "sidekicks" / "logs" / "sidekicks.log"
    assert str(log) in line
    assert "Traceback" in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_reader_that_has_enough_is_no_error(home: Home) -> None:
    process = home.start("config", "schema")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.wait()


def test_an_encoding_without_a_sign_is_no_bug(home: Home) -> None:
    home.write_config("agents:\n  - {name: a, command: [sh], description: Überall}\n")
    home.env["PYTHONIOENCODING"] = "ascii"
    done = home.run("agents")
    assert (done.returncode, done.stderr) == (0, "")
    assert "?berall" in done.stdout


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_stream_that_is_closed_is_no_bug(home: Home, closed: str) -> None:
    home.write_config("agents:\n  - {name: a, command: [sh]}\n")
    command = f'exec "$0" -m sidekicks_tui channels --json {closed}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        capture_output=True, check=False, env=home.environment,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_name_of_the_program_is_its_command() -> None:
    command = Path(sys.executable).with_name("sidekicks")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    assert done.stdout == f"sidekicks {__version__}\n"
