"""The last lines of an agent's log; it follows the end unless the person scrolled away from it."""

from collections import deque
from collections.abc import Iterable

from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sidekicks_tui.model.limits import LOG_LINES
from sidekicks_tui.widgets.content import foreign
from sidekicks_tui.widgets.scrolling import CALM_BAR


class LogView(ScrollView, can_focus=True):
    FOCUS_ON_CLICK = False
    DEFAULT_CSS = f"LogView {{ height: 1fr; padding: 0 1; color: $text-muted; {CALM_BAR} }}"

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=LOG_LINES)

    def show(self, lines: Iterable[str]) -> None:
        self._lines = deque(lines, maxlen=LOG_LINES)
        self._grown(follow=True)

    def append(self, line: str) -> None:
        follow = self.scroll_offset.y >= self.max_scroll_y
        self._lines.append(line)
        self._grown(follow=follow)

    def render_line(self, y: int) -> Strip:
        place, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if place >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        content = foreign(self._lines[place].replace("\t", "    ")).truncate(width, ellipsis=True)
        strip = Strip(content.render_segments(self.visual_style))
        return strip.adjust_cell_length(width, self.rich_style)

    def _grown(self, *, follow: bool) -> None:
        self.virtual_size = Size(0, len(self._lines))
        if follow:
            self.scroll_end(animate=False, immediate=True)
        self.refresh()
