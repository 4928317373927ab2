"""Whether a command can be found, and which program the word `sidekicks` stands for."""

import shutil
import sys
from pathlib import Path
from typing import Final

_OURSELVES: Final = "sidekicks"


def resolve(command: tuple[str, ...]) -> tuple[str, ...]:
    """`command` as it is run on this machine.

    `sidekicks` that is not on `PATH` (it runs from an environment that was not activated) becomes the
    interpreter that runs now. `-P` keeps what lies in the agent's folder from being imported in its place.
    """
    if command[:1] == (_OURSELVES,) and shutil.which(_OURSELVES) is None:
        return sys.executable, "-P", "-m", "sidekicks_tui", *command[1:]
    return command


def is_found(command: tuple[str, ...], workspace: Path, path: str | None) -> bool:
    """Whether the program is on `path` (as `PATH` has it; None: the usual places) or at its own path.

    A relative path starts at the workspace, where the agent is started.
    """
    program = command[0]
    if program == _OURSELVES:
        return True
    if "/" in program:
        program = str(workspace / program)
    return shutil.which(program, path=path) is not None


def is_guide(command: tuple[str, ...]) -> bool:
    """Whether the command starts the built-in agent."""
    return "guide" in command[1:] and any(
        Path(word).name in (_OURSELVES, "sidekicks_tui") for word in command[: command.index("guide", 1)]
    )
