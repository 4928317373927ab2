"""What every runtime can do."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sidekicks_tui.model.settings import AgentSettings

if TYPE_CHECKING:
    from sidekicks_tui.system.process import ChildProcess
    from sidekicks_tui.system.pty import TerminalProcess


class Location(NamedTuple):
    """Where an agent's folder is (`local · /path`), or why it cannot be shown ("" when it can)."""

    location: str
    problem: str


class Runtime(Protocol):
    async def launch(
        self, settings: AgentSettings, on_stderr: Callable[[str], None], *, tag: str = ""
    ) -> "ChildProcess":
        """Start the agent; `on_stderr` takes each line of its standard error. Raises `StartError`.

        `tag` is recorded before, so that the process is found again should we be killed.
        """
        ...

    async def open_terminal(
        self, settings: AgentSettings, cols: int, rows: int, *, tag: str = ""
    ) -> "TerminalProcess":
        """Start the person's shell in the agent's folder. Raises `StartError`."""
        ...

    def info(self, settings: AgentSettings) -> Location:
        """Where its folder is. Looks at the file system."""
        ...

    def to_agent(self, path: Path) -> str:
        """A path of this machine, as the agent sees it."""
        ...

    def from_agent(self, path: str) -> Path:
        """A path that the agent named, on this machine."""
        ...
