"""Blocks of the timeline outside of a conversation: a command, changes, as they are drawn there."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from sidekicks_tui.locale import _
from sidekicks_tui.widgets.timeline.blocks import Block
from sidekicks_tui.widgets.timeline.ink import BLANK, Ink
from sidekicks_tui.widgets.timeline.painting import GUTTER, MARGIN, Painter
from sidekicks_tui.widgets.timeline.palette import PREFIX, ROLES, css

_WHEEL_ROWS: Final = 3


class BlockView(Widget):
    """As tall as its blocks, up to half of the screen; the rest is scrolled to and drawn once in sight.

    Blocks that were never in sight have a height that is guessed, and known better once they were.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {PREFIX + role for role in ROLES}
    DEFAULT_CSS = "BlockView { height: auto; }\n" + css("BlockView")

    def __init__(self) -> None:
        super().__init__()
        self._blocks: Sequence[Block] = ()
        self._top = 0
        """Rows above what is in sight."""
        self._painter: Painter | None = None

    def show(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        self._top = 0
        self.refresh(layout=True)

    def scroll_rows(self, rows: int) -> None:
        """Down by `rows`, up where it is negative."""
        below = self._height(_text_width(self.size.width)) - self.size.height
        self._top = min(max(0, self._top + rows), max(0, below))
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        most = max(1, viewport.height // 2)
        text_width = _text_width(width)
        height = 0
        for block in self._blocks:
            if height >= most:
                return most
            block.rows(text_width)
            height += block.height(text_width)
        return min(height, most)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._painter = None

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if self._painter is None or self._painter.width != width:
            self._painter = Painter.of(self, width)
        text_width = _text_width(width)
        strip = self._strip(self._painter, self._top + y, text_width)
        hidden = self._height(text_width) - self._top - height
        if y == height - 1 and hidden > 0:
            words = _("{count} more").format(count=hidden)
            return self._painter.over(strip, f" {words} ↓ ", Ink("more"))
        return strip

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(_WHEEL_ROWS)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-_WHEEL_ROWS)

    def _strip(self, painter: Painter, row: int, width: int) -> Strip:
        for block in self._blocks:
            if row < block.height(width):
                # Drawn, it may be shorter than it was guessed to be.
                rows = [*[BLANK] * block.gap, *block.rows(width)]
                if row < len(rows):
                    return painter.strip(rows[row])
            row -= block.height(width)
        return painter.strip(BLANK)

    def _height(self, width: int) -> int:
        return sum(block.height(width) for block in self._blocks)


def _text_width(width: int) -> int:
    return max(1, width - GUTTER - MARGIN)
