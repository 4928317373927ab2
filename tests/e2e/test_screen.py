"""Whole stories on the screen: the real program, the built-in agent, scripted agents, a real terminal."""

import signal
from pathlib import Path

import pytest

from tests.e2e.conftest import Start
from tests.e2e.program import agents_in, configure
from tests.support.fake_agent import agent_command
from tests.support.terminal_modes import changed_modes


def test_a_first_day_with_the_guide(start: Start, home: Path, folder: Path) -> None:
    (folder / "notes.txt").write_text("one\ntwo\n")
    config = home / ".config" / "sidekicks" / "config.yaml"
    program = start()
    program.until("Your configuration is")
    assert program.says(f"Your configuration is {config}")
    assert config.exists()
    program.type("how do I quit?\r")
    program.until("From the page Getting started")
    program.type("/edit notes.txt two => three\r")
    program.until("guide wants to")
    assert (folder / "notes.txt").read_text() == "one\ntwo\n"
    program.permit("1")
    program.until("I changed notes.txt")
    assert (folder / "notes.txt").read_text() == "one\nthree\n"
    assert program.leave() == 0
    assert agents_in(folder) == []

    again = start()
    again.until("✓ Edit")
    again.type("\x1b[1;3H")
    again.until("how do I quit?")
    again.type("/read notes.txt\r")
    again.until("✓ Read")
    assert again.leave() == 0


def test_killed_in_the_middle_of_an_answer(start: Start, folder: Path) -> None:
    config = configure(folder, {"a": agent_command("--wrapped", "--ignore-eof")})
    program = start("--config", config)
    program.until("running")
    program.type("the first\r")
    program.until("You said: the first")
    program.type("!slow 100000 0.01\r")
    program.until("slow20")
    program.signal(signal.SIGKILL)
    assert program.end() == -signal.SIGKILL

    configure(folder, {"a": agent_command("--wrapped")})
    again = start("--config", config)
    again.until("You said: the first")
    again.type("!tool\r")
    again.until("Read it.")
    assert again.shown.count("You said: the first") == 1
    assert again.shown.count("!slow 100000") == 1
    assert "slow20" not in again.shown
    assert len(agents_in(folder / "a")) == 2, "the new one with its wrapper; those of the killed one are gone"
    assert again.leave() == 0
    assert agents_in(folder / "a") == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_an_answer_streams(start: Start, folder: Path, number: signal.Signals) -> None:
    config = configure(folder, {"a": agent_command("--wrapped")})
    program = start("--config", config)
    program.until("running")
    program.type("!slow 100000 0.01\r")
    program.until("slow20")
    program.signal(number)
    assert program.end() == 128 + number
    assert changed_modes(program.written.decode()) == set()
    assert agents_in(folder / "a") == []


def test_a_broken_configuration_is_told_and_the_screen_goes_on(start: Start, folder: Path) -> None:
    path = folder / "config.yaml"
    path.write_text("agents:\n  - {name: a, comand: [sh]}\n")
    program = start("--config", str(path))
    program.until("config.yaml:2:5: an agent needs")
    assert "Traceback" not in program.shown
    assert program.leave() == 0


def test_agents_that_cannot_be_used_are_a_sentence_each(start: Start, folder: Path) -> None:
    agents = {
        "missing": ["no-such-agent"],
        "newer": agent_command("--protocol=2"),
        "dying": agent_command("--die=no key"),
        "fine": agent_command(),
    }
    program = start("--config", configure(folder, agents))
    program.until("running")
    program.type("@missing @newer @dying @fine hello\r")
    program.until("You said: @missing")
    for words in ("no-such-agent was not found", "speaks ACP protocol 2", "no key"):
        assert program.says(words), program.shown
    assert program.leave() == 0
