from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from sidekicks_tui.config import check
from sidekicks_tui.config.default import default_text
from sidekicks_tui.config.edit import add_agent, add_channel, remove_agent, set_value
from sidekicks_tui.model.errors import ConfigError

AGENT: dict[str, object] = {
    "name": "gemini",
    "command": ["gemini", "--acp"],
    "runtime": {"type": "container", "name": "box"},
}
DEFAULT = default_text(Path("/home/me/src"), {"HOME": "/home/me", "PATH": ""})


def changes(before: str, after: str) -> list[str]:
    lines = ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line.startswith(("+", "-"))]


def data(text: str) -> Any:
    return YAML(typ="safe").load(text) or {}


def test_an_agent_is_added_behind_the_last_one() -> None:
    after = add_agent(DEFAULT, AGENT)
    assert changes(DEFAULT, after) == [
        "+   - name: gemini",
        "+     command: [gemini, --acp]",
        "+     runtime:",
        "+       type: container",
        "+       name: box",
    ]
    # It stands between the built-in agent, comments inside of it included, and the examples.
    assert (
        after.index("OPENAI_API_KEY")
        < after.index("- name: gemini\n    command")
        < after.index("# An agent on")
    )
    read, _ = check(after, Path("/config.yaml"), {"HOME": "/home/me"})
    assert read is not None and [agent.name for agent in read.agents] == ["guide", "gemini"]


def test_what_was_added_can_be_removed() -> None:
    assert remove_agent(add_agent(DEFAULT, AGENT), "gemini") == DEFAULT


def test_an_agent_goes_with_the_comments_inside_of_it() -> None:
    before = """\
# top
agents:   # all
  # the first
  - name: a  # a's name
    command: x
    # about a
  # the second
  - name: b
    command: y
channels: []
"""
    assert (
        remove_agent(before, "a")
        == """\
# top
agents:   # all
  # the first
  # the second
  - name: b
    command: y
channels: []
"""
    )
    assert (
        remove_agent(remove_agent(before, "a"), "b")
        == """\
# top
agents: []   # all
  # the first
  # the second
channels: []
"""
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "agents:\n  - name: g\n    command: x\n"),
        ("# only\n", "# only\nagents:\n  - name: g\n    command: x\n"),
        ("theme: a", "theme: a\nagents:\n  - name: g\n    command: x\n"),
        ("agents:\nkeys: {}\n", "agents:\n  - name: g\n    command: x\nkeys: {}\n"),
        ("agents: []  # none\n", "agents:  # none\n  - name: g\n    command: x\n"),
        ("agents: [{name: a}]\n", "agents: [{name: a}, {name: g, command: x}]\n"),
        ("agents:\n- name: a\n\nkeys:\n", "agents:\n- name: a\n- name: g\n  command: x\n\nkeys:\n"),
        ("agents:\n    -   name: a\n", "agents:\n    -   name: a\n    - name: g\n      command: x\n"),
        ("{}\n", "{agents: [{name: g, command: x}]}\n"),
        ("{theme: a}\n", "{theme: a, agents: [{name: g, command: x}]}\n"),
    ],
)
def test_wherever_the_list_is(before: str, after: str) -> None:
    assert add_agent(before, {"name": "g", "command": "x"}) == after


def test_a_channel_is_added() -> None:
    after = add_channel(DEFAULT, {"name": "two: words", "members": ["guide"]})
    assert changes(DEFAULT, after) == ['+   - name: "two: words"', "+     members: [guide]"]


@pytest.mark.parametrize(
    ("before", "path", "value", "after"),
    [
        ("theme: a  # why\n", ("theme",), "nord", "theme: nord  # why\n"),
        ("theme:\nkeys: {}\n", ("theme",), "nord", "theme: nord\nkeys: {}\n"),
        ('theme: "a"\n', ("theme",), "yes: no", 'theme: "yes: no"\n'),
        (
            "limits: {maxRunningAgents: 4}\n",
            ("limits", "maxRunningAgents"),
            8,
            "limits: {maxRunningAgents: 8}\n",
        ),
        ("keys: {}\n", ("keys", "app.search"), "ctrl+f", "keys: {app.search: ctrl+f}\n"),
        ("keys:\n  a: b\n# end\n", ("keys", "c"), "d", "keys:\n  a: b\n  c: d\n# end\n"),
        ("keys:\ntheme: x\n", ("keys", "c"), "d", "keys:\n  c: d\ntheme: x\n"),
        ("", ("notifications", "bell"), False, "notifications:\n  bell: false\n"),
        ("theme: |-\n  a\nlanguage: fr\n", ("theme",), "b", "theme: b\nlanguage: fr\n"),
    ],
)
def test_a_value_is_set(before: str, path: tuple[str, ...], value: str | int | bool, after: str) -> None:
    assert set_value(before, path, value) == after


def test_what_cannot_be_changed_stays() -> None:
    with pytest.raises(ConfigError, match='there is no agent "nobody" in the configuration'):
        remove_agent(DEFAULT, "nobody")
    with pytest.raises(ConfigError, match="cannot be changed before its mistakes are mended"):
        add_agent("agents: [", AGENT)
    with pytest.raises(ConfigError, match="the configuration has no keys"):
        add_agent("- a", AGENT)


words = st.text(st.sampled_from("ab :#-'\"{}[]é\n\\"), min_size=1, max_size=8)
declared = st.fixed_dictionaries(
    {"name": st.from_regex("[a-z]{1,5}", fullmatch=True), "command": st.lists(words, min_size=1, max_size=3)},
    optional={"title": words, "env": st.dictionaries(st.sampled_from(["A", "B"]), words)},
)


@settings(max_examples=50)
@given(st.lists(declared, max_size=2), declared, st.booleans())
def test_nothing_else_changes(agents: list[dict[str, object]], added: dict[str, object], flow: bool) -> None:
    before = "# top\nagents: []\n# end\ntheme: x\n"
    for agent in agents:
        before = add_agent(before, agent)
    if flow:
        before = "agents: [{name: first, command: [x]}]\ntheme: x\n"
    after = add_agent(before, added)
    assert data(after) == {**data(before), "agents": [*data(before)["agents"], added]}
    comments = [line for line in before.splitlines() if line.startswith("#")]
    assert [line for line in after.splitlines() if line.startswith("#")] == comments
