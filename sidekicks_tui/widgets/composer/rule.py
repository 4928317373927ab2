"""The line above the composer; it says who will answer what is being written."""

from textual.content import Content
from textual.widget import Widget

from sidekicks_tui.widgets.content import foreign


class Rule(Widget):
    DEFAULT_CSS = """
    Rule { height: 1; color: $foreground-muted; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._hint = ""

    def say(self, hint: str) -> None:
        if hint != self._hint:
            self._hint = hint
            self.refresh()

    def render(self) -> Content:
        width = self.size.width
        if not self._hint:
            return Content.styled("─" * width, "$foreground 25%")
        hint = foreign(f" {self._hint}", "$text-muted").truncate(max(0, width - 4), ellipsis=True)
        return Content.assemble(("─" * (width - hint.cell_length), "$foreground 25%"), hint)
