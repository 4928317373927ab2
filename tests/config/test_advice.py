from collections.abc import Callable
from pathlib import Path

import pytest

from sidekicks_tui.model.settings import Settings

Checked = Callable[[str], tuple[Settings | None, list[str]]]


def agents(*declarations: str) -> str:
    return f"agents: [{', '.join(f'{{{declaration}}}' for declaration in declarations)}]"


def test_warnings_do_not_refuse_the_file(checked: Checked) -> None:
    settings, problems = checked(agents("name: a, command: no-such-thing"))
    assert settings is not None
    assert problems == [
        '~1:29: the program "no-such-thing" is not on PATH: install it, or write its whole path'
    ]


def test_a_program_is_looked_for_where_the_agent_would_find_it(checked: Checked, tmp_path: Path) -> None:
    (tmp_path / "run").touch(0o755)
    (tmp_path / "plain").touch(0o644)
    (tmp_path / "work").mkdir()
    found = ["agent", "./run", str(tmp_path / "run"), "sidekicks"]
    missing = ["plain", "./plain", "./nothing", "sidekick"]
    for command in found:
        assert checked(agents(f"name: a, command: [{command}]"))[1] == []
    for command in missing:
        (problem,) = checked(agents(f"name: a, command: [{command}]"))[1]
        assert problem.startswith("~1:30: the program")
    assert len(checked(agents("name: a, command: [./run], workspace: work"))[1]) == 1
    assert checked(agents(f"name: a, command: [run], env: {{PATH: '{tmp_path}'}}"))[1] == []


@pytest.mark.parametrize(
    "runtime",
    ["{type: container, name: box}", "{type: sbx, name: box}", "{type: ssh, host: far}"],
)
def test_a_program_elsewhere_is_not_looked_for(checked: Checked, runtime: str) -> None:
    assert checked(agents(f"name: a, command: no-such-thing, runtime: {runtime}"))[1] == []


def test_a_workspace_that_is_missing(checked: Checked, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    _, problems = checked(agents("name: a, command: agent, workspace: gone"))
    assert problems == [f'~1:47: the workspace "{tmp_path}/gone" does not exist: make the folder']
    _, problems = checked(agents("name: a, command: agent, workspace: file"))
    assert problems == [f'~1:47: the workspace "{tmp_path}/file" is a file: make the folder']
    _, problems = checked(agents("name: a, command: agent, workspace: gone, runtime: {type: ssh, host: far}"))
    assert problems == []


@pytest.mark.parametrize(
    "workspace", ["/x" * 3000, "x" * 300, "~no-such-user/x", "/proc/1/root/x", "/dev/null/x"]
)
def test_no_workspace_is_too_odd(checked: Checked, workspace: str) -> None:
    settings, problems = checked(agents(f"name: a, command: agent, workspace: {workspace}"))
    assert settings is not None
    assert len(problems) == 1 and "does not exist" in problems[0]


class TestSharedWorkspaces:
    def test_two_agents_in_one_folder(self, checked: Checked, tmp_path: Path) -> None:
        (tmp_path / "work").mkdir()
        (tmp_path / "link").symlink_to("work")
        _, problems = checked(
            agents("name: a, command: agent, workspace: work", "name: b, command: agent, workspace: link")
        )
        assert problems == ['~1:91: "b" works in the same folder as "a", and both may write']

    def test_the_default_folder_counts(self, checked: Checked) -> None:
        _, problems = checked(agents("name: a, command: agent", "name: b, command: agent"))
        assert [problem.split(" ")[0] for problem in problems] == ["~1:37:"]

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("mode: plan", "mode: code"),
            ("runtime: {type: ssh, host: far}", "mode: code"),
            (
                "runtime: {type: container, name: a, workspacePath: /srv}",
                "runtime: {type: container, name: b, workspacePath: /srv}",
            ),
        ],
    )
    def test_agents_that_do_not_meet(self, checked: Checked, one: str, other: str) -> None:
        _, problems = checked(agents(f"name: a, command: agent, {one}", f"name: b, command: agent, {other}"))
        assert problems == []


def test_a_name_that_a_mention_could_not_carry(checked: Checked) -> None:
    _, problems = checked(agents("name: --, command: agent, mode: plan", "name: a-, command: agent"))
    assert problems == ['~1:17: a mention could not carry the name "--": use letters or digits']


def test_a_model_is_for_the_built_in_agent(checked: Checked) -> None:
    _, problems = checked(agents("name: a, command: agent, model: {baseUrl: 'http://h', name: m}"))
    assert problems == [
        '~1:43: "model" is for the built-in agent (sidekicks guide): this one does not read it'
    ]


def test_references(checked: Checked) -> None:
    settings, problems = checked("""\
        agents: [{name: guide, command: agent}, {name: broken}]
        channels:
          - {name: a, members: [guide, guido, broken]}
        hooks:
          - {vendor: claude, file: x.json, agents: [Guide]}
        rules:
          - {vendor: codex, source: x, agents: [nobody]}
        """)
    assert settings is None
    assert problems == [
        '1:41: an agent needs "command": the program that speaks ACP: a list, or one text',
        '~3:32: there is no agent "guido": did you mean "guide"?',
        '~5:45: there is no agent "Guide": did you mean "guide"?',
        '~7:41: there is no agent "nobody": declare it under agents',
    ]
