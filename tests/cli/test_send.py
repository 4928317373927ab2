import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import psutil
import pytest

from tests.cli.running import Home
from tests.support.fake_agent import agent_command


@pytest.fixture
def team(home: Home) -> Home:
    """A home with two agents, one of which cannot start, and a channel."""
    command, dying = json.dumps(agent_command()), json.dumps(agent_command("--die=no key"))
    home.write_config(
        f"agents:\n"
        f"  - {{name: a, command: {command}}}\n"
        f"  - {{name: dying, command: {dying}, workspace: other}}\n"
        f"channels:\n  - {{name: team, members: [a]}}\n"
    )
    (home.path / "other").mkdir()
    return home


def events_until(process: subprocess.Popen[str], kind: str, **fields: Any) -> dict[str, Any]:
    """Read what `send --json` prints as far as such an event."""
    assert process.stdout is not None
    for line in process.stdout:
        event: dict[str, Any] = json.loads(line)
        if event["event"] == kind and fields.items() <= event.items():
            return event
    raise AssertionError(f"no {kind} was printed: {process.stderr and process.stderr.read()}")


def processes_in(folder: Path) -> list[psutil.Process]:
    """The agents that run in `folder`."""
    found = []
    for process in psutil.process_iter(["cwd", "cmdline"]):
        if process.info["cwd"] == str(folder) and "agent.py" in " ".join(process.info["cmdline"] or ()):
            found.append(process)
    return found


def test_an_answer_is_printed_and_nothing_is_left(team: Home) -> None:
    done = team.run("send", "@a", "hello")
    assert (done.returncode, done.stdout, done.stderr) == (0, "You said: hello\n", "")
    assert processes_in(team.path) == []


def test_a_channel_says_who_answers_and_tools_are_lines(team: Home) -> None:
    done = team.run("send", "team", "!tool")
    assert done.returncode == 0
    assert done.stdout == "a:\n✓ Read\nRead it.\n"


def test_the_text_may_come_from_standard_input(team: Home) -> None:
    assert team.run("send", "@a", "-", stdin="from a pipe").stdout == "You said: from a pipe\n"


def test_bytes_that_are_no_text_are_sent_as_signs(team: Home) -> None:
    command = [sys.executable, "-m", "sidekicks_tui", "send", "@a", "-"]
    env = {**team.environment, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, input=b"caf\xe9", capture_output=True, check=False, env=env)
    assert done.stdout.decode() == "You said: caf\ufffd\n"


def test_programs_get_one_event_a_line(team: Home) -> None:
    done = team.run("send", "#team", "hello", "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [event["event"] for event in events]
    assert done.returncode == 0
    assert kinds[-1] == "turn:changed"
    states = [event["state"] for event in events if event["event"] == "agent:state"]
    assert states[:3] == ["starting", "ready", "busy"]
    text = "".join(event["text"] for event in events if event["event"] == "message:delta")
    assert text == "You said: hello"
    finished = [event["message"] for event in events if event["event"] == "message:updated"][-1]
    assert finished["done"]
    assert finished["stopReason"] == "end_turn"


def test_a_channel_that_does_not_exist_is_told(team: Home) -> None:
    done = team.run("send", "nowhere", "hello")
    assert done.returncode == 2
    assert done.stderr == "sidekicks: there is no channel nowhere (channels: #team)\n"
    assert "there is no channel @ " in team.run("send", "@", "hello").stderr
    done = team.run("send", "@nobody", "hello")
    assert done.returncode == 2
    assert "nobody" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("@dying", "hello"), "no key"),
        (("@a", "!crash"), "ended"),
        (("@a", "!reason refusal"), "refused"),
    ],
)
def test_a_failure_is_status_1_and_a_sentence(team: Home, arguments: tuple[str, str], words: str) -> None:
    done = team.run("send", *arguments)
    assert done.returncode == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_an_empty_message_is_wrong_use(team: Home) -> None:
    assert team.run("send", "@a", " ").returncode == 2


@pytest.mark.parametrize(("permit", "option"), [("allow", "allow"), ("deny", "reject"), ("ask", "reject")])
def test_permission_is_answered_as_the_person_said(team: Home, permit: str, option: str) -> None:
    done = team.run("send", "@a", "!permission rm -rf build/", "--permit", permit)
    assert f"You chose {option}" in done.stdout
    assert ("no terminal to ask on" in done.stderr) == (permit == "ask")


def on_a_terminal(team: Home, *arguments: str) -> "pexpect.spawn[str]":
    command = ["-m", "sidekicks_tui", "send", *arguments]
    return pexpect.spawn(
        sys.executable, command, cwd=str(team.path), env=team.environment, encoding="utf-8", timeout=20
    )


def test_the_person_is_asked_on_the_terminal(team: Home) -> None:
    terminal = on_a_terminal(team, "@a", "!permission rm -rf build/")
    terminal.expect_exact("a asks for permission: rm -rf build/")
    terminal.expect_exact("Number: ")
    terminal.sendline("1")
    terminal.expect_exact("You chose allow")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_a_form_is_filled_in_on_the_terminal(team: Home) -> None:
    terminal = on_a_terminal(team, "@a", "!form")
    answers = [("Name", "Ada"), ("colour", "2"), ("size", "1"), ("toppings", "1 3"), ("count", "")]
    for field, line in [*answers, ("sure", "yes")]:
        terminal.expect_exact(field)
        terminal.expect_exact(": ")
        terminal.sendline(line)
    terminal.expect(r'\{"action".*\}\}')
    assert json.loads(str(terminal.after))["content"] == {
        "name": "Ada", "colour": "green", "size": "s", "toppings": ["a", "c"], "count": 3, "sure": True,
    }  # fmt: skip
    terminal.expect(pexpect.EOF)


def test_an_address_is_shown_on_the_terminal(team: Home) -> None:
    terminal = on_a_terminal(team, "@a", "!url")
    terminal.expect_exact("https://example.invalid/login?code=1")
    terminal.expect_exact("yes or no: ")
    terminal.sendline("yes")
    terminal.expect_exact('{"action": "accept"}')
    terminal.expect(pexpect.EOF)


@pytest.mark.parametrize(("question", "permit"), [("!form", "ask"), ("!form", "allow"), ("!url", "deny")])
def test_a_question_that_nobody_can_answer_is_declined(team: Home, question: str, permit: str) -> None:
    done = team.run("send", "@a", question, "--permit", permit)
    assert done.returncode == 0
    assert done.stdout.endswith('{"action": "decline"}\n')
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("sidekicks: ")]
    assert "was declined" in line


def test_ctrl_c_while_the_person_is_asked_stops_the_answer(team: Home) -> None:
    terminal = on_a_terminal(team, "@a", "!form")
    terminal.expect_exact("Text: ")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130


def test_a_login_that_is_wanted_says_how(team: Home) -> None:
    command = json.dumps(agent_command("--auth"))
    team.write_config(f"agents:\n  - {{name: a, command: {command}}}\n")
    done = team.run("send", "@a", "hello")
    assert done.returncode == 1
    assert "FAKE_KEY" in done.stderr


def test_ctrl_c_stops_the_answer_and_then_leaves(team: Home) -> None:
    process = team.start("send", "@a", "!wait", "--json")
    events_until(process, "turn:changed", answering="a")
    events_until(process, "agent:state", state="busy")
    process.send_signal(signal.SIGINT)
    stopped = events_until(process, "turn:changed", busy=False)
    assert stopped["queued"] == 0
    assert process.wait() == 130
    assert processes_in(team.path) == []


def test_a_second_ctrl_c_leaves_an_agent_that_does_not_stop(team: Home) -> None:
    process = team.start("send", "@a", "!stubborn 1000", "--json")
    for _ in range(2):
        # Once an event has come the signal handlers stand, and each signal is seen before the next.
        events_until(process, "message:delta")
        events_until(process, "message:delta")
        process.send_signal(signal.SIGINT)
    assert (process.communicate()[1], process.returncode) == ("", 130)
    assert processes_in(team.path) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_agents_as_well(team: Home, number: signal.Signals) -> None:
    process = team.start("send", "@a", "!wait", "--json")
    events_until(process, "agent:state", state="busy")
    process.send_signal(number)
    assert (process.communicate()[1], process.returncode) == ("", 128 + number)
    assert processes_in(team.path) == []


def test_the_next_start_ends_what_a_killed_one_has_left(team: Home) -> None:
    wrapper = ["sh", "-c", 'exec 3<&0; "$@" <&3 & wait', "sh", *agent_command("--ignore-eof")]
    config = Path(team.env["SIDEKICKS_CONFIG"])
    team.write_config(
        f"agents:\n  - {{name: stubborn, command: {json.dumps(wrapper)}}}\n{config.read_text()[8:]}"
    )
    process = team.start("send", "@stubborn", "!wait", "--json")
    events_until(process, "agent:state", state="busy")
    process.kill()
    process.wait()
    assert processes_in(team.path)
    assert team.run("send", "@a", "hello").returncode == 0
    assert processes_in(team.path) == []
    assert list((team.path / ".config" / "sidekicks" / "run").iterdir()) == []


def test_beside_a_running_one_others_read_and_a_second_writer_is_refused(team: Home) -> None:
    process = team.start("send", "team", "!wait", "--json")
    events_until(process, "agent:state", state="busy")
    second = team.run("send", "@a", "hello")
    assert second.returncode == 1
    assert len(second.stderr.splitlines()) == 1
    assert second.stderr.startswith("sidekicks: nothing was done: another Sidekicks ")
    assert f"(process {process.pid})" in second.stderr or sys.platform != "linux"
    (agent, _) = json.loads(team.run("agents", "--json").stdout)
    assert (agent["name"], agent["state"]) == ("a", "busy")
    (channel,) = json.loads(team.run("channels", "--json").stdout)
    assert (channel["name"], channel["members"]) == ("team", ["a"])
    (message,) = json.loads(team.run("history", "team", "--format", "json").stdout)
    assert message["parts"] == [{"kind": "text", "text": "!wait"}]
    process.send_signal(signal.SIGTERM)
    process.wait()
    assert [agent["state"] for agent in json.loads(team.run("agents", "--json").stdout)] == ["stopped"] * 2


def test_a_broken_configuration_is_one_sentence(team: Home) -> None:
    team.write_config("agents: 3\n")
    for command in (["send", "@a", "hello"], ["agents"]):
        done = team.run(*command)
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
        assert "config.yaml:1:" in done.stderr


def test_everything_can_be_recorded(team: Home) -> None:
    team.run("send", "@a", "hello", "--record", "events.jsonl")
    events = [json.loads(line) for line in (team.path / "events.jsonl").read_text().splitlines()]
    assert events[-1]["event"] == "agent:state"
