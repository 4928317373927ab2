"""Why a program could not be started, in one sentence that says what to do."""

import errno
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path


def explain(error: Exception, command: Sequence[str], cwd: Path, env: Mapping[str, str]) -> str:
    """The sentence for `error`, which spawning `command` in `cwd` raised. Looks at the file system."""
    if not command or not command[0]:
        return "there is no command to start: name one in the configuration"
    name = command[0]
    if isinstance(error, ValueError):
        return f"{name} cannot be started: a word of its command or its environment holds a NUL character"
    problem = _folder_problem(cwd)
    if problem:
        return problem
    match error.errno if isinstance(error, OSError) else 0:
        case errno.ENOENT | errno.ENOTDIR:
            return _not_found(name, cwd, env)
        case errno.EACCES | errno.EPERM:
            return f"{name} may not be executed: make it executable (chmod +x), or name another command"
        case errno.ENOEXEC:
            return f"{name} is no program for this machine: a script must begin with #! and its interpreter"
        case errno.E2BIG:
            return f"{name} cannot be started: its arguments and environment are too long; shorten them"
        case errno.EMFILE | errno.ENFILE:
            return f"{name} cannot be started: too many files are open; stop an agent or raise `ulimit -n`"
        case errno.EAGAIN | errno.ENOMEM:
            return f"{name} cannot be started: too many processes or too little memory; stop something first"
        case _:
            return f"{name} cannot be started: {error}"


def _folder_problem(cwd: Path) -> str:
    if not cwd.exists():
        return f"the folder {cwd} does not exist: make it, or name another workspace"
    if not cwd.is_dir():
        return f"{cwd} is no folder: name another workspace"
    if not os.access(cwd, os.X_OK):
        return f"the folder {cwd} may not be entered: change its rights, or name another workspace"
    return ""


def _not_found(name: str, cwd: Path, env: Mapping[str, str]) -> str:
    found = str(cwd / name) if "/" in name else shutil.which(name, path=env.get("PATH", os.defpath))
    if found is None:
        return f"{name} was not found on PATH: install it, or name its whole path"
    if not Path(found).exists():
        return f"{name} does not exist: install it, or name another command"
    interpreter = _interpreter(Path(found))
    if interpreter:
        return f"{name} needs {interpreter}, which does not exist: install it, or change its first line"
    return f"{name} cannot be started: what it needs to run on this machine is missing; install it again"


def _interpreter(script: Path) -> str:
    try:
        with script.open("rb") as file:
            first = file.readline(256)
    except OSError:
        return ""
    words = first.removeprefix(b"#!").split()
    return os.fsdecode(words[0]) if first.startswith(b"#!") and words else ""
