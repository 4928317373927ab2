"""Some short texts: side by side where they fit, otherwise one below the other."""

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

_BETWEEN = Content("   ")


class SideBySide(Widget):
    DEFAULT_CSS = """
    SideBySide { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._texts: Sequence[Content] = ()

    def show(self, texts: Sequence[Content]) -> None:
        self._texts = texts
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._rows(width))

    def render(self) -> Content:
        return Content("\n").join(self._rows(self.size.width))

    def _rows(self, width: int) -> list[Content]:
        together = _BETWEEN.join(self._texts)
        if together.cell_length <= width:
            return [together]
        return [row for text in self._texts for row in text.wrap(max(1, width))]
