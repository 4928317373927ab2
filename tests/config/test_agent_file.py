from pathlib import Path

import pytest

from sidekicks_tui.config.agent_file import read_agent_config
from sidekicks_tui.model.errors import ConfigError


def write(folder: Path, text: str, name: str = "My Team.yaml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_the_agent_that_is_spoken_to(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "agents:\n  helper: {model: m}\n  root:\n    description: |\n      Leads\n      the team\n",
    )
    agent = read_agent_config(path)
    assert (agent.name, agent.description) == ("my-team", "Leads the team")
    assert agent.command == f"docker agent serve acp '{path}'"


def test_without_a_root_the_first_one(tmp_path: Path) -> None:
    agent = read_agent_config(write(tmp_path, "agents: {Writer: {}, other: {}}", "a.yaml"))
    assert (agent.name, agent.description) == ("writer", "")


def test_a_name_that_nothing_is_left_of(tmp_path: Path) -> None:
    assert read_agent_config(write(tmp_path, "agents: {root: {}}", "日本.yaml")).name == "agent"


@pytest.mark.parametrize("text", ["agents: {}", "agents: [a]", "services: {a: {}}"])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="declares no agents"):
        read_agent_config(write(tmp_path, text))
