"""What README.md says of keys, commands, files and pictures is what there is."""

import argparse
import re
from pathlib import Path

import pytest

from sidekicks_tui.cli.parser import build_parser
from sidekicks_tui.config import check
from sidekicks_tui.widgets.actions import ACTIONS
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def rows(heading: str) -> list[tuple[str, str]]:
    """The rows of the first table below `heading`."""
    section = README.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    return [row for row in found if not row[0].startswith("---")][1:]


def test_keys_are_those_of_the_table() -> None:
    known = {(DEFAULT_KEYMAP.shown(action), action.help) for action in ACTIONS}
    assert rows("Keys")
    assert [row for row in rows("Keys") if row not in known] == []


def test_commands_are_those_of_the_parser() -> None:
    [commands] = (
        action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    told = [command.strip("`") for command, _does in rows("Command line")]
    assert told == ["sidekicks", *(f"sidekicks {name}" for name in commands.choices)]


def test_the_example_is_a_configuration(tmp_path: Path) -> None:
    [example] = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    settings, _warnings = check(example, tmp_path / "config.yaml", {"HOME": str(tmp_path), "PATH": ""})
    assert settings is not None
    assert [agent.name for agent in settings.agents] == ["claude", "codex", "gemini", "opencode"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    local = [link.partition("#")[0] for link in links if "://" not in link and not link.startswith("#")]
    assert [link for link in local if not (page.parent / link).exists()] == []
