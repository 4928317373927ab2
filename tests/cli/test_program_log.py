import logging
import warnings
from pathlib import Path

import pytest

from sidekicks_tui.cli import program_log
from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.model.limits import LOG_FILE_SIZE


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "logs" / "sidekicks.log"
    monkeypatch.setattr(program_log, "program_log", lambda: path)
    return path


def test_everything_that_is_logged_goes_there_and_nowhere_else(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program_log.open_log() == path
    assert not path.exists()
    logging.getLogger("somebody").warning("careful \udc80")
    warnings.warn("old", DeprecationWarning, stacklevel=1)
    assert "careful" in path.read_text()
    assert "old" in path.read_text()
    assert capsys.readouterr() == ("", "")


def test_a_log_that_has_grown_makes_room(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("x" * (LOG_FILE_SIZE + 1))
    program_log.open_log()
    logging.getLogger().error("new")
    assert path.read_text().endswith("new\n")
    assert len(path.read_text()) < 100
    assert path.with_name("sidekicks.log.1").stat().st_size == LOG_FILE_SIZE + 1


def test_a_log_that_cannot_be_written_is_lost_in_silence(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.parent.write_text("a file where the folder should be")
    program_log.open_log()
    logging.getLogger().error("lost")
    assert capsys.readouterr() == ("", "")


def test_without_a_home_folder_there_is_no_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere() -> Path:
        raise ConfigError("no home")

    monkeypatch.setattr(program_log, "program_log", nowhere)
    assert program_log.open_log() is None
    logging.getLogger().error("lost")
    assert capsys.readouterr() == ("", "")
