"""How the commands of agents are spawned: recorded, so that none outlives a Sidekicks that was killed."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.limits import TERMINAL_CLOSE_GRACE
from sidekicks_tui.system.tags import new_tag

if TYPE_CHECKING:  # psutil comes with them, and no screen waits for it
    from sidekicks_tui.system.process import ChildProcess
    from sidekicks_tui.system.reaper import Leftovers


class RecordedSpawn:
    """Spawns commands and keeps the record of those that run."""

    def __init__(self, leftovers: "Leftovers", supervisor: Supervisor) -> None:
        self._leftovers = leftovers
        self._supervisor = supervisor

    async def __call__(self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> "ChildProcess":
        """Start `command`. Raises `StartError`."""
        from sidekicks_tui.system.process import ChildProcess

        tag = new_tag()
        await asyncio.to_thread(self._leftovers.remember, tag)
        try:
            process = await ChildProcess.spawn(command, cwd=cwd, env=env, on_stderr=_ignore, tag=tag)
        except BaseException:
            await asyncio.to_thread(self._leftovers.forget, tag)
            raise
        self._supervisor.spawn(self._forget(process), f"Waiting for {command[-1]}")
        return process

    async def _forget(self, process: "ChildProcess") -> None:
        await process.wait()
        await process.stop(0, TERMINAL_CLOSE_GRACE)
        await asyncio.to_thread(self._leftovers.forget, process.tag)


def _ignore(line: str) -> None:
    """The command's standard error is its standard output."""
