"""Asking git: bounded in time and size, without a prompt, without touching the repository."""

import asyncio
import os
from pathlib import Path
from typing import Final

from sidekicks_tui.model.errors import StartError
from sidekicks_tui.model.limits import MB

_TIME: Final = 10.0
_MOST: Final = 16 * MB
_ELSEWHERE: Final = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""Of a git that started Sidekicks (a hook, an alias): they would lead away from the folder."""
_OPTIONS: Final = ("--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false")
"""Looking locks nothing, and runs no program that a repository's own configuration names."""


async def git(folder: Path, *arguments: str) -> bytes | None:
    """The standard output of git in `folder`; None when it fails, is not there, or takes too long."""
    # Late: no screen waits for psutil before git is asked.
    from sidekicks_tui.system.process import ChildProcess

    env = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    env |= {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8"}
    try:
        child = await ChildProcess.spawn(
            ["git", *_OPTIONS, *arguments], cwd=folder, env=env, on_stderr=lambda _line: None
        )
    except StartError:
        return None
    try:
        async with asyncio.timeout(_TIME):
            output = bytearray()
            while data := await child.read():
                output += data
                if len(output) > _MOST:
                    return None
            return bytes(output) if await child.wait() == 0 else None
    except TimeoutError:
        return None
    finally:
        await child.stop(0, 0)
