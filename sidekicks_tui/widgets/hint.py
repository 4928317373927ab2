"""Some lines in the place of a conversation in which nothing was said."""

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget


class Hint(Widget):
    DEFAULT_CSS = """
    Hint { height: auto; margin: 1 1 0 2; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: Sequence[Content] = ()

    def show(self, lines: Sequence[Content]) -> None:
        """Hidden while there are no `lines`."""
        if list(lines) != list(self._lines):
            self._lines = lines
            self.display = bool(lines)
            self.refresh(layout=True)

    def render(self) -> Content:
        return Content("\n").join(self._lines)
