from pathlib import Path

import pytest

from sidekicks_tui.config.sandbox_env import read_sandbox_env
from sidekicks_tui.model.errors import ConfigError


def write(folder: Path, text: str) -> Path:
    path = folder / "sbxenv.yaml"
    path.write_text(text)
    return path


@pytest.mark.parametrize("workspace", ["../api", "{path: ../api, clone: true}"])
def test_the_sandbox_of_a_folder(tmp_path: Path, workspace: str) -> None:
    (tmp_path / "env").mkdir()
    path = write(tmp_path / "env", f'schemaVersion: "1"\nagent: claude\nworkspace: {workspace}\n')
    env = read_sandbox_env(path)
    assert (env.name, env.workspace, env.sandbox_folder) == (
        "claude-api",
        tmp_path / "api",
        f"{tmp_path}/api",
    )
    assert env.create_command == f"sbx env create --auto-approve {path}"
    assert env.stop_command == "sbx stop claude-api"
    assert env.remove_command == f"sbx env rm --force {path}"


def test_a_name_and_no_folder(tmp_path: Path) -> None:
    env = read_sandbox_env(write(tmp_path, "schemaVersion: 1\nagent: codex\nname: mine\n"))
    assert (env.name, env.workspace) == ("mine", tmp_path)


@pytest.mark.parametrize(
    "text", ["kind: kit\nname: x\n", 'schemaVersion: "2"\nagent: a\n', 'schemaVersion: "1"\n']
)
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="is not an sbx environment file: it needs"):
        read_sandbox_env(write(tmp_path, text))
