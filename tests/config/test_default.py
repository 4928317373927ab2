import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from sidekicks_tui.config import check, schema
from sidekicks_tui.config.default import default_text
from sidekicks_tui.model.settings import LimitSettings, RuntimeType, Settings

HERE = Path("/config.yaml")


def uncommented(text: str) -> str:
    """Every entry that stands in comments, taken out of them; prose stays in."""
    lines = []
    inside = -1
    for line in text.splitlines():
        found = re.match(r"( *)# ( *)(.*)", line)
        begins = found is not None and re.match(r"- name: |[a-z]+:$", found[3])
        if found is None or (not begins and inside < 0) or not found[3]:
            inside = -1
            lines.append(line)
            continue
        if begins and not found[2]:
            inside = len(found[1])
        lines.append(found[1] + found[2] + found[3])
    return "\n".join(lines) + "\n"


def test_it_is_valid_and_says_the_defaults(tmp_path: Path) -> None:
    settings, problems = check(default_text(tmp_path), HERE)
    assert problems == ()
    assert settings is not None
    standard = Settings(path=HERE)
    assert (settings.theme, settings.language) == (standard.theme, standard.language)
    assert settings.limits == LimitSettings()
    (guide,) = settings.agents
    assert (guide.name, guide.command, guide.workspace) == ("guide", ("sidekicks", "guide"), tmp_path)
    assert [channel.name for channel in settings.channels] == ["general"]
    assert settings.channels[0].members == ("guide",)


def test_it_fits_its_own_schema(tmp_path: Path) -> None:
    Draft202012Validator(schema()).validate(YAML(typ="safe").load(default_text(tmp_path)))


def test_its_examples_are_valid_and_show_every_runtime(tmp_path: Path) -> None:
    text = uncommented(default_text(tmp_path, {"HOME": "/home/me", "PATH": ""}))
    settings, problems = check(text, HERE, {"HOME": "/home/me", "MY_KEY": "x"})
    assert [problem for problem in problems if not problem.warning] == []
    assert settings is not None
    assert {agent.runtime.type for agent in settings.agents} == set(RuntimeType)
    assert settings.agents[0].model.name == "qwen3"
    assert settings.agents[1].mcp_servers[0].name == "files"
    assert settings.keys and settings.notifications.bell


def test_agents_on_path_are_proposed_and_not_added(tmp_path: Path) -> None:
    for program in ("gemini", "vibe-acp"):
        (tmp_path / program).touch(0o755)
    (tmp_path / "goose").touch(0o644)
    text = default_text(tmp_path, {"PATH": str(tmp_path)})
    settings, _ = check(text, HERE)
    assert settings is not None and len(settings.agents) == 1
    proposed = text[text.index("# Found on this machine") : text.index("# An agent on this machine")]
    assert re.findall(r"# - name: (\w+)", proposed) == ["gemini", "vibe"]
    added, _ = check("agents:\n" + uncommented(proposed.split("\n", 1)[1]), HERE, {})
    assert added is not None
    assert [agent.command for agent in added.agents] == [("gemini", "--acp"), ("vibe-acp",)]
    assert {agent.workspace for agent in added.agents} == {tmp_path}


def test_nothing_is_proposed_where_nothing_is(tmp_path: Path) -> None:
    assert "Found on this machine" not in default_text(tmp_path, {"PATH": str(tmp_path)})


@pytest.mark.parametrize(
    ("folder", "written"),
    [
        ("/home/me", '"~"'),
        ("/home/me/src/a b", '"~/src/a b"'),
        ("/home/melanie", '"/home/melanie"'),
        ('/srv/"x" #\n: é', r'"/srv/\"x\" #\n: é"'),
        ("/srv/\udcff", '"~"'),
    ],
)
def test_how_the_folder_is_written(folder: str, written: str) -> None:
    env = {"HOME": "/home/me", "PATH": ""}
    text = default_text(Path(folder), env)
    assert f"    workspace: {written}\n" in text
    settings, _ = check(text, HERE, env)
    assert settings is not None
    assert "\udcff" in folder or settings.agents[0].workspace == Path(folder)
