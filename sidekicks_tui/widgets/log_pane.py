"""The log of one agent, below the conversation."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from sidekicks_tui.locale import _
from sidekicks_tui.widgets.content import MUTED, foreign
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.log_view import LogView


class LogPane(Vertical):
    DEFAULT_CSS = """
    LogPane { height: 30%; min-height: 4; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.agent = ""
        """Whose log is shown; empty while the pane is closed."""
        self._title = Line()
        self._view = LogView()

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._view

    def open(self, agent: str, lines: Iterable[str]) -> None:
        self.agent = agent
        self.display = True
        self._title.put(Content.assemble((_("Log of "), MUTED), foreign(agent, "bold")))
        self._view.show(lines)

    def close(self) -> bool:
        """Whether it was open."""
        was_open, self.agent = bool(self.agent), ""
        self.display = False
        return was_open

    def append(self, agent: str, line: str) -> None:
        if agent == self.agent:
            self._view.append(line)
