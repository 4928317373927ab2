"""What every shape needs while the file is read: where the file is, the environment, and the problem list."""

import os
from bisect import bisect_right
from collections.abc import Mapping as Environment
from enum import Enum
from pathlib import Path
from typing import Final

from sidekicks_tui.config.nodes import Fault, Mapping, Node
from sidekicks_tui.model.settings import Problem


class Invalid(Enum):
    INVALID = "invalid"


INVALID: Final = Invalid.INVALID
"""What a shape makes of a value that it has told a problem of."""


class Reading:
    """One pass over one file."""

    def __init__(self, text: str, folder: Path, env: Environment[str, str]) -> None:
        self.folder = folder
        self.env = env
        self.made: list[tuple[Mapping, object]] = []
        """Every value that was made of keys, in the order of the file."""
        self._found: list[tuple[int, str, bool]] = []
        self._lines = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]

    def error(self, node: Node, sentence: str) -> Invalid:
        """Note a problem; returns what the shape then answers."""
        self._found.append((node.start, sentence, False))
        return INVALID

    def warn(self, node: Node, sentence: str) -> None:
        self._found.append((node.start, sentence, True))

    def fault(self, fault: Fault) -> None:
        self._found.append((fault.at, fault.sentence, False))

    def line(self, node: Node) -> int:
        return bisect_right(self._lines, node.start)

    def problems(self) -> tuple[Problem, ...]:
        """Everything found, in the order of the file."""
        return tuple(self._problem(*found) for found in sorted(self._found, key=lambda found: found[0]))

    def path(self, text: str) -> Path:
        """`text` as an absolute path: `~` is the home folder, relative ones start at the file's folder."""
        if text == "~" or text.startswith("~/"):
            text = self.env.get("HOME", "~") + text[1:]
        # Path.expanduser would raise for a user that does not exist.
        return Path(os.path.normpath(self.folder / os.path.expanduser(text)))  # noqa: PTH111

    def _problem(self, at: int, sentence: str, warning: bool) -> Problem:
        line = bisect_right(self._lines, at)
        return Problem(line=line, column=at - self._lines[line - 1] + 1, message=sentence, warning=warning)
