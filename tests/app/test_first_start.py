"""The whole of it: the program as it is installed, the built-in agent in its own process, a real terminal."""

import os
import sys
from pathlib import Path

import pexpect


def start(home: Path, folder: Path) -> "pexpect.spawn[str]":
    env = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "SIDEKICKS_"))}
    return pexpect.spawn(
        sys.executable,
        ["-m", "sidekicks_tui"],
        cwd=str(folder),
        dimensions=(30, 100),
        encoding="utf-8",
        timeout=30,
        env={**env, "HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"},
    )


def leave(child: "pexpect.spawn[str]") -> None:
    child.send("\x03")
    child.expect("again quits")
    child.send("\x03")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def answer(child: "pexpect.spawn[str]", key: str, until: str) -> None:
    """Press `key` until it counts: right after a request has come, no key does."""
    child.send("\x1ba")
    child.expect("back to writing")
    for _ in range(20):
        child.send(key)
        if child.expect([until, pexpect.TIMEOUT], timeout=0.5) == 0:
            return
    raise AssertionError(f"{key} never counted")


def test_a_first_conversation_that_is_there_again_after_a_restart(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "folder"
    home.mkdir()
    folder.mkdir()
    child = start(home, folder)
    child.expect("Your configuration is")
    child.send("/run echo one-$((1 + 1))\r")
    child.expect("wants to run")
    answer(child, "1", until="one-2")
    leave(child)
    assert (home / ".config/sidekicks/config.yaml").exists()

    child = start(home, folder)
    child.expect("one-2")
    leave(child)
