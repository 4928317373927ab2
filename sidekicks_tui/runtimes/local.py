"""Agents that run on this machine, as the person who runs Sidekicks."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sidekicks_tui.config.commands import resolve
from sidekicks_tui.model.settings import AgentSettings
from sidekicks_tui.runtimes.base import Location
from sidekicks_tui.runtimes.shells import login_shell, terminal_environment

if TYPE_CHECKING:
    from sidekicks_tui.system.process import ChildProcess
    from sidekicks_tui.system.pty import TerminalProcess


class LocalRuntime:
    """The agent's process is a child of ours, and its paths are ours."""

    async def launch(
        self, settings: AgentSettings, on_stderr: Callable[[str], None], *, tag: str = ""
    ) -> "ChildProcess":
        # Late: no screen waits for psutil before the first agent is used.
        from sidekicks_tui.system.process import ChildProcess

        return await ChildProcess.spawn(
            resolve(settings.command),
            cwd=settings.workspace,
            env={**os.environ, **settings.env},
            on_stderr=on_stderr,
            tag=tag,
        )

    async def open_terminal(
        self, settings: AgentSettings, cols: int, rows: int, *, tag: str = ""
    ) -> "TerminalProcess":
        from sidekicks_tui.system.pty import TerminalProcess

        env = terminal_environment({**os.environ, **settings.env})
        return await TerminalProcess.spawn(
            login_shell(env), cwd=settings.workspace, env=env, cols=cols, rows=rows, tag=tag
        )

    def info(self, settings: AgentSettings) -> Location:
        folder = settings.workspace
        problem = ""
        if not folder.exists():
            problem = f"the folder {folder} does not exist: make it, or name another workspace"
        elif not folder.is_dir():
            problem = f"{folder} is no folder: name another workspace"
        elif not os.access(folder, os.R_OK | os.X_OK):
            problem = f"the folder {folder} may not be read: change its rights, or name another workspace"
        return Location(f"local · {folder}", problem)

    def to_agent(self, path: Path) -> str:
        return str(path)

    def from_agent(self, path: str) -> Path:
        return Path(path)
