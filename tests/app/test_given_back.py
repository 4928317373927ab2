"""Every mode that the screen sets is set back, byte for byte, whatever ends or stops it."""

import re
import signal
import sys
from pathlib import Path

import pexpect
import psutil
import pytest

from tests.app.conftest import PROGRAM, ROOT, Open, end_of
from tests.support.terminal_modes import changed_modes

ANSWERS = "\x1b[?2026;2$y\x1b[?2048;2$y"
"""A terminal that has synchronised output and tells its size itself."""
TAKEN = {
    "1049",
    "1000",
    "1003",
    "1006",
    "1015",
    "1004",
    "2004",
    "2048",
    "1016",
    "7",
    "25",
    "keyboard",
    "title",
}


def until(child: "pexpect.spawn[str]", words: str) -> str:
    """What is written until and with `words`."""
    child.expect_exact(words)
    return f"{child.before}{child.after}"


def test_the_reader_of_modes_sees_what_was_not_given_back() -> None:
    assert changed_modes("\x1b[?25l\x1b[?1000;1006h\x1b[>25u\x1b[22;0t\x1b[31m") == {
        "25", "1000", "1006", "keyboard", "title", "pen",
    }  # fmt: skip
    assert (
        changed_modes("\x1b[?25l\x1b[?25h\x1b[22;0t\x1b[23;0t\x1b[>1u\x1b[<u\x1b[31m\x1b[m\x1b[?7h") == set()
    )


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT], ids=lambda number: number.name
)
def test_a_signal_gives_everything_back(open_screen: Open, number: int) -> None:
    child = open_screen()
    written = child.before + child.after
    child.send(ANSWERS)
    written += until(child, "\x1b[?1016h")
    assert changed_modes(written) >= TAKEN
    child.kill(number)
    assert changed_modes(written + end_of(child)) == set()


def test_a_bug_gives_everything_back(open_screen: Open) -> None:
    child = open_screen("broken", until="Sidekicks")
    written = child.before + child.after
    assert changed_modes(written) != set()
    assert changed_modes(written + end_of(child)) == set()


def test_the_title_says_what_is_in_sight_and_holds_no_foreign_sequence(open_screen: Open) -> None:
    child = open_screen("hostile", until=re.escape("\x1b]0;Sidekicks — #evil"))
    assert child.before is not None
    assert child.before.index("\x1b[22;0t") < child.before.index("\x1b]0;Sidekicks")
    child.kill(signal.SIGTERM)
    rest = end_of(child)
    title = rest[: rest.index("\x1b\\")]
    assert title.startswith("␛]0;mine␇")
    assert rest.count("\x1b[23;0t") == 1


@pytest.fixture
def shell(tmp_path: Path) -> "pexpect.spawn[str]":
    """A shell with job control, in which the screen runs as job 1."""
    child = pexpect.spawn(
        "/bin/bash",
        ["--norc", "--noprofile", "--noediting", "-i"],
        cwd=str(ROOT),
        dimensions=(30, 100),
        encoding="utf-8",
        timeout=30,
        env={"PS1": "ready$ ", "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
             "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
    )  # fmt: skip
    child.expect_exact("ready$ ")
    return child


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP], ids=lambda number: number.name)
def test_a_stopped_screen_comes_back_to_the_foreground(
    shell: "pexpect.spawn[str]", tmp_path: Path, number: int
) -> None:
    shell.sendline(f"{sys.executable} {PROGRAM} {tmp_path}")
    written = until(shell, "claude answers")
    taken = changed_modes(written)
    [screen] = psutil.Process(shell.pid).children()
    screen.send_signal(number)
    written += until(shell, "ready$ ")
    assert changed_modes(written) == (set() if number == signal.SIGTSTP else taken)
    shell.sendline("fg")
    written += until(shell, "claude answers")
    assert changed_modes(written) == taken
    shell.send("typed")
    written += until(shell, "d")
    screen.send_signal(signal.SIGTERM)
    written += until(shell, "ready$ ")
    assert changed_modes(written) == set()
    shell.close(force=True)


def test_a_key_leads_to_the_shell(shell: "pexpect.spawn[str]", tmp_path: Path) -> None:
    shell.sendline(f"{sys.executable} {PROGRAM} {tmp_path}")
    written = until(shell, "claude answers")
    shell.send("\x1bz")
    written += until(shell, "ready$ ")
    assert changed_modes(written) == set()
    shell.close(force=True)


def test_a_screen_that_is_sent_to_the_background_leaves_the_terminal_alone(
    shell: "pexpect.spawn[str]", tmp_path: Path
) -> None:
    shell.sendline(f"{sys.executable} {PROGRAM} {tmp_path}")
    written = until(shell, "claude answers")
    [screen] = psutil.Process(shell.pid).children()
    screen.send_signal(signal.SIGTSTP)
    written += until(shell, "ready$ ")
    shell.sendline("bg; wait")
    written += until(shell, "Stopped") + until(shell, "ready$ ")
    assert changed_modes(written) == set()
    shell.sendline("fg")
    written += until(shell, "claude answers")
    screen.send_signal(signal.SIGTERM)
    written += until(shell, "ready$ ")
    assert changed_modes(written) == set()
    shell.close(force=True)
