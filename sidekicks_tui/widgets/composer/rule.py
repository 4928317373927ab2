"""The line above the composer: who answers now, and who will answer what is being written."""

from textual.content import Content
from textual.widget import Widget

from sidekicks_tui.widgets.content import ACCENT, FAINT, MUTED, foreign


class Rule(Widget):
    DEFAULT_CSS = """
    Rule { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._now = self._next = ""

    def say(self, now: str, next: str) -> None:
        if (now, next) != (self._now, self._next):
            self._now, self._next = now, next
            self.refresh()

    def render(self) -> Content:
        width = self.size.width
        next = foreign(f" {self._next}" if self._next else "", MUTED).truncate(width // 2, ellipsis=True)
        room = max(0, width - next.cell_length - 4)
        now = foreign(f"● {self._now} " if self._now else "", ACCENT).truncate(room, ellipsis=True)
        line = "─" * (width - now.cell_length - next.cell_length)
        return Content.assemble(now, (line, FAINT), next)
