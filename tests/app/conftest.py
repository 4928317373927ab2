"""The screen in a terminal of its own, as a program of its own."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

PROGRAM = "tests/support/screen_program.py"
ROOT = Path(__file__).parents[2]

Open = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def open_screen(tmp_path: Path) -> Iterator[Open]:
    """Start the program on a terminal of its own, and wait until the engine is there."""
    children = []

    def start(
        *words: str, before: str = "", until: str = "claude answers", **env: str
    ) -> "pexpect.spawn[str]":
        command = f'{before}exec "$0" "$@"'
        kept = {key: value for key, value in os.environ.items() if key not in ("TMUX", "NO_COLOR", "LC_ALL")}
        child = pexpect.spawn(
            "/bin/sh",
            ["-c", command, sys.executable, PROGRAM, str(tmp_path), *words],
            cwd=str(ROOT),
            dimensions=(30, 100),
            encoding="utf-8",
            timeout=30,
            env={**kept, "LANG": "C.UTF-8", "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), **env},
        )
        children.append(child)
        child.expect(until)
        return child

    yield start
    for child in children:
        if not child.closed:
            child.close(force=True)


def end_of(child: "pexpect.spawn[str]") -> str:
    """What it wrote until it ended."""
    child.expect(pexpect.EOF)
    child.wait()
    assert child.before is not None
    return child.before
