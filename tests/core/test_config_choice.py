import stat
from pathlib import Path

import pytest

from sidekicks_tui.config import load
from sidekicks_tui.core.config_choice import choose, recent_files, remember
from sidekicks_tui.model import limits
from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.model.settings import ConfigSource
from sidekicks_tui.system.folders import config_folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("SIDEKICKS_CONFIG", raising=False)
    return tmp_path


def test_the_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = home / "opened.yaml"
    opened.touch()
    default = choose(None, home)
    assert (default.path, default.source) == (config_folder() / "config.yaml", ConfigSource.DEFAULT)
    remember(opened)
    recent = choose(None, home)
    assert (recent.path, recent.source) == (opened, ConfigSource.RECENT)
    monkeypatch.setenv("SIDEKICKS_CONFIG", "~/named.yaml")
    named = choose(None, home)
    assert (named.path, named.source) == (home / "named.yaml", ConfigSource.ENVIRONMENT)
    monkeypatch.chdir(home)
    flag = choose("flag.yaml", home)
    assert (flag.path, flag.source) == (home / "flag.yaml", ConfigSource.FLAG)
    assert not (named.created or flag.created or recent.created)
    assert not flag.path.exists()


def test_a_link_keeps_its_name(home: Path) -> None:
    (home / "link.yaml").symlink_to("elsewhere.yaml")
    assert choose(str(home / "link.yaml"), home).path == home / "link.yaml"


def test_the_default_file_is_written_once(home: Path) -> None:
    work = home / "work"
    work.mkdir()
    first = choose(None, work)
    assert first.created
    assert stat.S_IMODE(first.path.stat().st_mode) == 0o600
    loaded = load(first.path)
    assert loaded.settings is not None and loaded.problems == loaded.warnings == ()
    assert loaded.settings.agents[0].workspace == work
    first.path.write_text("theme: nord\n")
    second = choose(None, home)
    assert not second.created
    assert second.path.read_text() == "theme: nord\n"


def test_a_home_that_cannot_be_written_is_told(home: Path) -> None:
    (home / "file").touch()
    (home / ".config").symlink_to("file")
    with pytest.raises(
        ConfigError, match=r"config.yaml cannot be written \(.*\): name another with --config"
    ):
        choose(None, home)


def test_a_file_opened_last_that_is_gone_is_passed_over(home: Path) -> None:
    remember(home / "gone.yaml")
    assert choose(None, home).source is ConfigSource.DEFAULT


def test_recent_files_are_kept_in_order_and_bounded(home: Path) -> None:
    files = [home / f"{number}.yaml" for number in range(limits.RECENT_FILES + 2)]
    for file in files:
        remember(file)
    assert recent_files() == tuple(reversed(files[-limits.RECENT_FILES :]))
    remember(files[5])
    assert recent_files()[:2] == (files[5], files[-1])
    assert len(recent_files()) == limits.RECENT_FILES


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff"])
def test_a_broken_list_of_recent_files_is_an_empty_one(home: Path, content: bytes) -> None:
    remember(home / "a.yaml")
    (config_folder() / "recent.json").write_bytes(content)
    assert recent_files() == ()
    remember(home / "b.yaml")
    assert recent_files() == (home / "b.yaml",)
