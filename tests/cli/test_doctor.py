import asyncio
import json
import os
import sys
from os import terminal_size
from pathlib import Path

import pytest

from sidekicks_tui.cli.doctor import tmux
from sidekicks_tui.cli.doctor.agents import look_at_agent
from sidekicks_tui.cli.doctor.asking import ask
from sidekicks_tui.cli.doctor.findings import Finding, Grade, shown, summary
from sidekicks_tui.cli.doctor.history import look_at_history
from sidekicks_tui.cli.doctor.programs import look_at_programs
from sidekicks_tui.cli.doctor.secrets import without_secrets
from sidekicks_tui.cli.doctor.terminal import look_at_terminal
from sidekicks_tui.core.agents.processes import Processes
from sidekicks_tui.model.settings import AgentSettings, RuntimeSettings, RuntimeType
from sidekicks_tui.system.folders import data_folder
from tests.cli.running import Home
from tests.support.fake_agent import agent_command

GOOD = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_US.UTF-8", "TERM_PROGRAM": "WezTerm"}


NOBODY = """
import pwd, sys
pwd.getpwuid = lambda _: {}[0]
from sidekicks_tui.cli.main import run
sys.exit(run(sys.argv[1:]))
"""
"""Somebody whom the system does not know: a container's user."""


def grades(env: dict[str, str], size: tuple[int, int] = (120, 40)) -> dict[str, Grade]:
    return {found.name: found.grade for found in look_at_terminal(env, terminal_size(size))}


def test_a_good_terminal_is_fine() -> None:
    assert set(grades(GOOD).values()) == {Grade.OK}


@pytest.mark.parametrize(
    ("change", "name", "grade"),
    [
        ({"TERM": "dumb"}, "type", Grade.FAILED),
        ({"TERM": ""}, "type", Grade.FAILED),
        ({"TERM": "linux", "COLORTERM": ""}, "colours", Grade.NOTE),
        ({"NO_COLOR": "1"}, "colours", Grade.OK),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "unicode", Grade.NOTE),
        ({"LANG": "C", "LC_ALL": "C.utf8"}, "unicode", Grade.OK),
        ({"TERM_PROGRAM": "Apple_Terminal"}, "clipboard", Grade.NOTE),
        ({"TERM_PROGRAM": "", "STY": "1.pts"}, "clipboard", Grade.NOTE),
        ({"TERM_PROGRAM": ""}, "clipboard", Grade.NOTE),
        ({"TERM_PROGRAM": "", "TERM": "xterm-kitty"}, "clipboard", Grade.OK),
    ],
)
def test_what_the_environment_says_of_a_terminal(change: dict[str, str], name: str, grade: Grade) -> None:
    assert grades({**GOOD, **change})[name] is grade


def test_a_small_terminal_is_told() -> None:
    assert grades(GOOD, (40, 20))["size"] is Grade.OK
    assert grades(GOOD, (39, 24))["size"] is Grade.NOTE


def test_where_there_is_no_terminal_nothing_is_wrong() -> None:
    (found,) = look_at_terminal({}, None)
    assert found.grade is Grade.NOTE


def test_the_options_of_tmux_are_judged() -> None:
    bad = tmux.judge('escape-time 500\nset-clipboard external\nfocus-events off\ncommand-alias[0] "x y"\n')
    assert [found.grade for found in bad] == [Grade.NOTE] * 3
    assert "set -s escape-time 10" in bad[1].advice
    good = tmux.judge("escape-time 10\nset-clipboard on\nfocus-events on\n")
    assert [(found.grade, found.advice) for found in good] == [(Grade.OK, "")] * 3
    assert tmux.judge("buffer-limit 50\n") == []


async def test_a_tmux_that_does_not_answer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "tmux", "echo no server >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    (found,) = await tmux.look_at_tmux({"TMUX": "/tmp/tmux,1,0"})
    assert (found.grade, "no server" in found.told) == (Grade.NOTE, True)
    assert await tmux.look_at_tmux({}) == []


def test_a_finding_is_a_line_of_text() -> None:
    finding = Finding(about="agents", name="a", grade=Grade.FAILED, told="x\x1b[2J\ny", advice="do it")
    first, second = shown(finding).split("\n")
    assert first.startswith("  ✗ a ")
    assert "\x1b" not in first
    assert second.endswith("→ do it")
    assert "agents a" in summary([finding])
    assert shown(finding, "latin-1").startswith("  X a ")


def test_secrets_are_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "hunter2hunter2")
    text = without_secrets(
        "bad key sk-abc123 or hunter2hunter2 or passphrase, at /srv", {"DB_PASSWORD": "passphrase"}
    )
    assert text == "bad key …(hidden) or …(hidden) or …(hidden), at /srv"


def program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


async def test_a_program_that_hangs_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "hangs", "exec sleep 1000")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    answer = await ask(["hangs"], limit=0.1)
    assert answer.status is None
    assert "did not answer" in answer.said


async def test_programs_are_needed_by_the_agents_that_use_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "docker", "echo no daemon >&2; exit 1")
    program(tmp_path, "sbx", """echo starting; echo '{"sandboxes": [{}, {}]}'""")
    program(tmp_path, "git", "echo git version 9")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    found = {each.name: each for each in await look_at_programs([])}
    assert (found["git"].told, found["sbx"].told) == ("git version 9", "sandboxes: 2")
    assert (found["docker"].grade, "no daemon" in found["docker"].told) == (Grade.ABSENT, True)
    runtime = RuntimeSettings(type=RuntimeType.CONTAINER, engine="docker")
    agent = AgentSettings(name="a", command=("a",), workspace=tmp_path, runtime=runtime)
    found = {each.name: each for each in await look_at_programs([agent])}
    assert found["docker"].grade is Grade.FAILED


@pytest.mark.parametrize(
    ("command", "grade", "words"),
    [
        (agent_command(), Grade.OK, "Fake 1.0"),
        (agent_command("--protocol=2"), Grade.FAILED, "protocol 2"),
        (agent_command("--die=one|no key sk-abc123"), Grade.FAILED, "its last words: no key …(hidden)"),
        (["sh", "-c", "cat >/dev/null"], Grade.FAILED, "did not start within"),
        (["no-such-program"], Grade.FAILED, "not found"),
    ],
)
async def test_agents_are_started_and_ended(
    tmp_path: Path, command: list[str], grade: Grade, words: str
) -> None:
    settings = AgentSettings(name="a", command=tuple(command), workspace=tmp_path)
    limit = 0.5 if command[0] == "sh" else 30
    found = await look_at_agent(settings, Processes(tmp_path / "run"), limit)
    assert (found.grade, words in found.told) == (grade, True), found
    assert (found.advice != "") == (grade is Grade.FAILED and "not found" not in words)


async def test_a_damaged_history_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    config = tmp_path / "config.yaml"
    assert [found.grade for found in await look_at_history(config)] == [Grade.OK] * 2
    (data_folder(config) / "data.mdb").write_bytes(b"x" * 10_000)
    *_, last = await look_at_history(config)
    assert (last.grade, "damaged" in last.told) == (Grade.FAILED, True)


def test_the_history_is_looked_at_beside_its_writer(home: Home) -> None:
    home.write_config(f"agents:\n  - {{name: a, command: {json.dumps(agent_command())}}}\n")
    writer = home.start("send", "@a", "!wait", "--json")
    assert writer.stdout is not None
    assert writer.stdout.readline()  # it has the history by now
    found = {each["name"]: each for each in json.loads(home.run("doctor", "--json").stdout)}
    assert found["opens"]["grade"] == "ok"
    assert str(writer.pid) in found["writer"]["told"] or sys.platform != "linux"


def test_all_of_it_is_an_array_for_programs(home: Home) -> None:
    command = json.dumps(agent_command())
    home.write_config(f"agents:\n  - {{name: a, command: {command}, env: {{KEY: hunter2hunter2}}}}\n")
    done = home.run("doctor", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = {(each["about"], each["name"]): each["grade"] for each in json.loads(done.stdout)}
    assert found["agents", "a"] == found["history", "opens"] == found["configuration", "file"] == "ok"
    assert "hunter2" not in done.stdout


def test_what_is_needed_and_does_not_work_is_status_1(home: Home) -> None:
    home.write_config("agents: 3\n")
    done = home.run("doctor")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "What is needed and does not work: configuration problems."


def test_without_a_home_the_doctor_still_answers(home: Home) -> None:
    home.env["HOME"] = ""
    done = home.run_script(NOBODY, "doctor")
    assert done.returncode == 1
    assert "set HOME" in done.stdout
    assert done.stderr == ""


async def test_the_doctor_leaves_nothing_behind(tmp_path: Path) -> None:
    command = tuple(agent_command("--ignore-eof", "--ignore-term", "--wrapped"))
    settings = AgentSettings(name="a", command=command, workspace=tmp_path)
    before = asyncio.all_tasks()
    found = await look_at_agent(settings, Processes(tmp_path / "run"))
    assert found.grade is Grade.OK
    assert asyncio.all_tasks() == before
