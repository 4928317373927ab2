"""Lines beside the conversation, of which some can be changed: the cursor moves over those."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.actions import SkipAction
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.content import ACCENT, row
from sidekicks_tui.widgets.keys import bindings
from sidekicks_tui.widgets.line import EMPTY
from sidekicks_tui.widgets.scrolling import CALM_BAR

WIDTH: Final = 30
"""Cells of a line; a longer one is wrapped, unless something stands at its end."""
_CURSOR: Final = 2

Key = tuple[str, ...]
"""What the one who shows a line knows it by; empty where nothing can be changed."""


@dataclass(frozen=True)
class PanelLine:
    left: Content
    right: Content = EMPTY
    key: Key = ()


class SidePanel(ScrollView, can_focus=True):
    BINDINGS = bindings(Place.PANEL)
    FOCUS_ON_CLICK = False
    DEFAULT_CSS = f"""
    SidePanel {{
        width: {WIDTH + _CURSOR + 2};
        padding: 0 1 0 0;
        overflow-x: hidden;
        display: none;
        {CALM_BAR}
    }}
    """

    class Chosen(Message):
        """The person wants to change what the line with `key` shows; to drop it when `drop` is set."""

        def __init__(self, key: Key, *, drop: bool = False) -> None:
            super().__init__()
            self.key = key
            self.drop = drop

    def __init__(self) -> None:
        super().__init__()
        self._lines: Sequence[PanelLine] = ()
        self._rows: list[PanelLine] = []
        """The lines as they are wrapped."""
        self._at: Key = ()

    def show(self, lines: Sequence[PanelLine]) -> None:
        if list(lines) == list(self._lines):
            return
        self._lines = lines
        self._rows = [row for line in lines for row in _wrapped(line)]
        keys = self._keys
        if self._at not in keys:
            self._at = keys[0] if keys else ()
        self.virtual_size = Size(0, len(self._rows))
        self.refresh()

    def action_do(self, action_id: str) -> None:
        match action_id:
            case "panel.up":
                self._move(-1)
            case "panel.down":
                self._move(1)
            case "panel.change" if self._at:
                self.post_message(self.Chosen(self._at))
            case "panel.drop" if self._at:
                self.post_message(self.Chosen(self._at, drop=True))
            case _:
                raise SkipAction

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y
        if place < len(self._rows) and (key := self._rows[place].key):
            self._at = key
            self.post_message(self.Chosen(key))

    def render_line(self, y: int) -> Strip:
        place, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if place >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        line = self._rows[place]
        here = self.has_focus and bool(line.key) and line.key == self._at
        sign = Content.styled("› " if here else "  ", ACCENT)
        content = Content.assemble(sign, row(line.left, line.right, width - _CURSOR))
        return Strip(content.render_segments(self.visual_style), width)

    @property
    def _keys(self) -> list[Key]:
        return list(dict.fromkeys(line.key for line in self._rows if line.key))

    def _move(self, step: int) -> None:
        keys = self._keys
        if keys:
            at = keys.index(self._at) + step if self._at in keys else 0
            self._at = keys[min(max(0, at), len(keys) - 1)]
            place = next(n for n, line in enumerate(self._rows) if line.key == self._at)
            self.scroll_to_region(Region(0, place, 1, 1), animate=False, immediate=True)
            self.refresh()


def _wrapped(line: PanelLine) -> list[PanelLine]:
    if line.right or line.left.cell_length <= WIDTH:
        return [line]
    return [PanelLine(part, key=line.key) for part in line.left.wrap(WIDTH)]
