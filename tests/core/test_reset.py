"""The Danger zone: what is put away where, and that nothing is lost on the way."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest

from sidekicks_tui.config import load
from sidekicks_tui.core import reset
from sidekicks_tui.core.config_choice import recent_files, remember
from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.model.settings import ResetChoice
from sidekicks_tui.system.folders import config_folder, data_folder, log_folder
from sidekicks_tui.system.lock import FileLock

NOW = datetime(2026, 1, 2, 10, 42, 7)
OTHER = Path("/other/config.yaml")


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration with everything that Sidekicks keeps, and the history of another one."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    path = tmp_path / "work" / "config.yaml"
    path.parent.mkdir()
    path.write_text("theme: nord  # mine\n")
    remember(path)
    for each in (path, OTHER):
        data_folder(each).mkdir(parents=True)
        (data_folder(each) / "data.mdb").write_text(f"history of {each}")
    log_folder(path).mkdir(parents=True)
    (log_folder(path) / "claude.log").write_text("log")
    (config_folder() / "trusted-hooks.json").write_text("{}")
    return path


def carry_out(choice: ResetChoice, config: Path) -> tuple[Path, ...]:
    return reset.carry_out(reset.plan(choice, config, NOW), config.parent)


def everything(root: Path) -> list[str]:
    """The content of every file below `root`, locks aside."""
    return sorted(
        path.read_text() for path in root.rglob("*") if path.is_file() and path.name != "sidekicks.lock"
    )


def test_settings_become_the_default_ones_and_the_old_ones_are_kept(config: Path) -> None:
    copies = carry_out(ResetChoice.SETTINGS, config)
    kept = config_folder() / "copies" / "2026-01-02-104207"
    assert copies == (kept / "config.yaml", kept / "recent.json")
    assert copies[0].read_text() == "theme: nord  # mine\n"
    loaded = load(config)
    assert loaded.settings is not None and loaded.settings.agents[0].workspace == config.parent
    assert recent_files() == ()
    assert (data_folder(config) / "data.mdb").exists()


def test_one_history(config: Path) -> None:
    copies = carry_out(ResetChoice.HISTORY, config)
    assert [(copy / "data.mdb").read_text() for copy in copies] == [f"history of {config}"]
    assert not data_folder(config).exists()
    assert data_folder(OTHER).exists()
    assert config.read_text() == "theme: nord  # mine\n"


def test_all_histories(config: Path) -> None:
    copies = carry_out(ResetChoice.ALL_HISTORY, config)
    assert {copy.name for copy in copies} == {data_folder(config).name, data_folder(OTHER).name}
    assert not data_folder(config).exists() and not data_folder(OTHER).exists()
    assert recent_files() == (config,)


def test_everything(config: Path) -> None:
    before = [*everything(config_folder()), config.read_text()]
    copies = carry_out(ResetChoice.EVERYTHING, config)
    assert everything(copies[0].parent) == sorted(before)
    assert not log_folder(config).exists()
    assert recent_files() == ()


def test_a_second_reset_in_the_same_second_has_a_folder_of_its_own(config: Path) -> None:
    (first, *_) = carry_out(ResetChoice.SETTINGS, config)
    (second,) = carry_out(ResetChoice.SETTINGS, config)
    assert first.parent != second.parent
    assert first.read_text() == "theme: nord  # mine\n"


def test_what_is_not_there_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    config = tmp_path / "none" / "config.yaml"
    assert carry_out(ResetChoice.EVERYTHING, config) == ()
    assert config.exists()
    assert not (config_folder() / "copies").exists()


def test_histories_that_another_one_uses_stay_and_so_does_the_rest(config: Path) -> None:
    lock = FileLock.acquire(data_folder(OTHER) / "sidekicks.lock")
    assert lock is not None
    try:
        with pytest.raises(ConfigError, match=r"another Sidekicks uses the history in .*: quit it first"):
            carry_out(ResetChoice.EVERYTHING, config)
    finally:
        lock.release()
    assert data_folder(config).exists() and config.read_text() == "theme: nord  # mine\n"
    assert not (config_folder() / "copies").exists()


@pytest.mark.parametrize("steps", range(14))
def test_an_end_at_any_step_loses_nothing(config: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """The process dies at the n-th change on the disk."""
    before = {*everything(config_folder()), config.read_text()}
    left = [steps]

    class Died(BaseException):
        pass

    def counted(name: str) -> None:
        real = getattr(os, name)

        def dying(*arguments: object, **more: object) -> object:
            if left[0] == 0:
                raise Died
            left[0] -= 1
            return real(*arguments, **more)

        monkeypatch.setattr(os, name, dying)

    plan = reset.plan(ResetChoice.EVERYTHING, config, NOW)
    for name in ("rename", "replace", "unlink"):
        counted(name)
    with suppress(Died):
        reset.carry_out(plan, config.parent)
    monkeypatch.undo()
    left_over = {path.read_text() for path in config.parent.parent.rglob("*") if path.is_file()}
    assert before <= left_over


def test_a_disk_that_refuses_is_told_with_the_place_of_what_was_put_away(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(ConfigError, match=r"no space left on device\); what was is in .*copies/2026"):
        carry_out(ResetChoice.EVERYTHING, config)
    assert data_folder(config).exists() and config.read_text() == "theme: nord  # mine\n"
