"""One line of the screen: something at its beginning, something at its end."""

from textual.content import Content
from textual.widget import Widget

from sidekicks_tui.widgets.content import row

EMPTY = Content("")


class Line(Widget):
    DEFAULT_CSS = """
    Line { height: 1; padding: 0 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._left = self._right = EMPTY

    def put(self, left: Content, right: Content = EMPTY) -> None:
        """Show `left` and, as far as there is room for both, `right`. Paints only what is new."""
        if not (left.is_same(self._left) and right.is_same(self._right)):
            self._left, self._right = left, right
            self.refresh()

    def render(self) -> Content:
        return row(self._left, self._right, self.size.width)
