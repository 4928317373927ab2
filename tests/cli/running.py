"""The command line in a process of its own, in a home folder of its own."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

SPY = """
import sys
from sidekicks_tui.cli.main import run
try:
    status = run(sys.argv[1:])
except SystemExit as end:
    status = end.code
heavy = {"textual", "rich", "acp", "pydantic", "lmdb", "psutil", "ruamel"} & set(sys.modules)
print("imported:", *sorted(heavy), file=sys.stderr)
sys.exit(status)
"""


@dataclass
class Home:
    """A person's home folder, and what they run in it."""

    path: Path
    env: dict[str, str] = field(default_factory=dict)
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def write_config(self, text: str) -> Path:
        path = self.path / "config.yaml"
        path.write_text(text)
        self.env["SIDEKICKS_CONFIG"] = str(path)
        return path

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "XDG_"))}
        return {**kept, "HOME": str(self.path), "LANG": "C.UTF-8", **self.env}

    def run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run `sidekicks` to its end, without a terminal."""
        return self._run([sys.executable, "-m", "sidekicks_tui", *arguments], stdin)

    def run_script(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a Python script in the home."""
        return self._run([sys.executable, "-c", script, *arguments], "")

    def imported(self, *arguments: str) -> set[str]:
        """The heavy packages that the command imports."""
        spied = self.run_script(SPY, *arguments)
        return set(spied.stderr.splitlines()[-1].removeprefix("imported:").split())

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start `sidekicks`, with pipes; it is ended with the test."""
        process = subprocess.Popen(
            [sys.executable, "-m", "sidekicks_tui", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.path,
            env=self.environment,
            start_new_session=True,
        )
        self.started.append(process)
        return process

    def end(self) -> None:
        """End what still runs, as a closed terminal would."""
        for process in self.started:
            process.terminate()
            process.communicate()

    def _run(self, command: Sequence[str], stdin: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.path,
            env=self.environment,
            start_new_session=True,  # no terminal to ask on
        )
