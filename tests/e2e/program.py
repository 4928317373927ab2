"""The real program on a terminal of its own, and what stands on it."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Final

import pexpect
import psutil
import pyte

_COLUMNS: Final = 110
_ROWS: Final = 40
_PATIENCE: Final = 30.0
"""Seconds for anything to appear: no pass mark, only the end of a test that failed."""


def environment(home: Path) -> dict[str, str]:
    """That of a person whose home is `home`."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "SIDEKICKS_", "LC_"))
    }
    return {**kept, "HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}


class Program:
    """`python -m sidekicks_tui ARGUMENTS` in `folder`."""

    def __init__(self, home: Path, folder: Path, *arguments: str) -> None:
        self.written = b""
        """All that came to the terminal."""
        self._screen = pyte.Screen(_COLUMNS, _ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "sidekicks_tui", *arguments],
            cwd=str(folder),
            dimensions=(_ROWS, _COLUMNS),
            env=environment(home),
        )
        self.pid: int = self._child.pid

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    def says(self, words: str) -> bool:
        """Whether `words` stand on the screen, wherever lines were broken."""
        return "".join(words.split()) in "".join(self.shown.split())

    def until(self, words: str, gone: bool = False) -> None:
        """Read until `words` stand on the screen, or, with `gone`, do not any more."""
        end = time.monotonic() + _PATIENCE
        while (words in self.shown) == gone:
            assert time.monotonic() < end, f"“{words}” never came:\n{self.shown}"
            assert self._read(), f"the program ended before “{words}” came:\n{self.shown}"

    def type(self, text: str) -> None:
        self._child.send(text)

    def permit(self, key: str) -> None:
        """Go to the request that waits, and press `key` until it counts: right after it came, none does."""
        self.type("\x1ba")
        self.until("back to writing")
        end = time.monotonic() + _PATIENCE
        while "back to writing" in self.shown:
            assert time.monotonic() < end, self.shown
            self.type(key)
            again = time.monotonic() + 1
            while "back to writing" in self.shown and time.monotonic() < again:
                self._read(timeout=0.1)

    def signal(self, number: int) -> None:
        self._child.kill(number)

    def leave(self) -> int:
        """Ctrl+C twice, once nobody answers; the exit status."""
        self.until("Ctrl+C stop", gone=True)
        self.type("\x03")
        self.until("again quits")
        self.type("\x03")
        return self.end()

    def end(self) -> int:
        """Read to the end; the exit status, negative for a signal."""
        while self._read():
            pass
        self._child.wait()
        status: int = -self._child.signalstatus if self._child.signalstatus else self._child.exitstatus
        return status

    def close(self) -> None:
        self._child.close(force=True)

    def _read(self, timeout: float = 1.0) -> bool:
        """Take in what comes; False at the end."""
        try:
            data = self._child.read_nonblocking(65536, timeout)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += data
        self._stream.feed(data)
        return True


def agents_in(folder: Path) -> list[psutil.Process]:
    """The processes of agents that work in `folder`."""
    found = []
    for process in psutil.process_iter(["cwd", "cmdline"]):
        words = " ".join(process.info["cmdline"] or ())
        if process.info["cwd"] == str(folder) and ("agent.py" in words or "sidekicks_tui guide" in words):
            found.append(process)
    return found


def configure(folder: Path, agents: dict[str, list[str]]) -> str:
    """A configuration with a channel of all `agents`; its path."""
    path = folder / "config.yaml"
    entries = []
    for name, command in agents.items():
        (folder / name).mkdir(exist_ok=True)
        entries.append(f"  - {{name: {name}, command: {json.dumps(command)}, workspace: {name}}}\n")
    members = ", ".join(agents)
    path.write_text(f"agents:\n{''.join(entries)}channels:\n  - {{name: team, members: [{members}]}}\n")
    return str(path)
