"""The same troubles without a screen."""

import subprocess
import sys
from pathlib import Path

from tests.e2e.program import configure, environment
from tests.support.fake_agent import agent_command


def test_agents_that_cannot_be_used_are_a_sentence_each(home: Path, folder: Path) -> None:
    agents = {
        "missing": ["no-such-agent"],
        "newer": agent_command("--protocol=2"),
        "dying": agent_command("--die=no key"),
        "fine": agent_command(),
    }
    command = ["--config", configure(folder, agents), "send", "team", "@missing @newer @dying @fine hello"]
    done = subprocess.run(
        [sys.executable, "-m", "sidekicks_tui", *command],
        capture_output=True, text=True, check=False, cwd=folder, env=environment(home),
    )  # fmt: skip
    assert done.returncode == 1
    assert "You said: @missing" in done.stdout
    for start, words in (("missing", "not found"), ("newer", "protocol 2"), ("dying", "status 3")):
        (line,) = [line for line in done.stderr.splitlines() if line.startswith(f"{start} cannot answer: ")]
        assert words in line
    assert "Traceback" not in done.stderr
