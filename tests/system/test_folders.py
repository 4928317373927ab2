import pwd
import sys
from pathlib import Path

import pytest

from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.system import folders


@pytest.fixture(autouse=True)
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)


def test_linux_follows_xdg(monkeypatch: pytest.MonkeyPatch) -> None:
    assert folders.config_folder() == Path("/home/ada/.config/sidekicks")

    monkeypatch.setenv("XDG_CONFIG_HOME", "/etc/ada")
    assert folders.config_folder() == Path("/etc/ada/sidekicks")

    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    assert folders.config_folder() == Path("/home/ada/.config/sidekicks")


def test_macos_has_a_place_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")

    assert folders.config_folder() == Path("/home/ada/Library/Application Support/sidekicks")


def test_each_configuration_has_its_own_history_and_logs() -> None:
    one, other = Path("/src/config.yaml"), Path("/other/config.yaml")

    # The beginning of `printf /src/config.yaml | sha256sum`.
    assert folders.data_folder(one) == folders.config_folder() / "data" / "15030ec0ffe57607"
    assert folders.log_folder(one) == folders.config_folder() / "logs" / "15030ec0ffe57607"
    assert folders.agent_log(one, "guide") == folders.log_folder(one) / "guide.log"
    assert folders.data_folder(one) != folders.data_folder(other)
    assert folders.log_folder(one) != folders.log_folder(other)


def test_a_relative_path_is_the_same_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)

    assert folders.data_folder(Path("config.yaml")) == folders.data_folder(tmp_path / "config.yaml")


def test_without_home_the_account_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME")

    assert folders.config_folder().parent.name == ".config"


def test_without_any_home_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_: int) -> None:
        raise KeyError

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", unknown)

    with pytest.raises(ConfigError, match="set HOME"):
        folders.config_folder()
