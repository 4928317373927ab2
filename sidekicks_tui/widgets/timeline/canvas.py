"""The rows in sight on Textual's screen: painting, the scroll bar, the wheel, selecting with the mouse.

The viewport says which rows are in sight; here they become strips. Only those that are not the very strips of
the last time are painted again, so that whatever changes, the widget never has to know what did.
"""

from typing import ClassVar, Final

from textual import events
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from sidekicks_tui.widgets.scrolling import CALM_BAR
from sidekicks_tui.widgets.timeline import contents
from sidekicks_tui.widgets.timeline.document import Document, Sight
from sidekicks_tui.widgets.timeline.ink import BLANK, Ink
from sidekicks_tui.widgets.timeline.painting import GUTTER, MARGIN, Painter
from sidekicks_tui.widgets.timeline.palette import PREFIX, ROLES, css
from sidekicks_tui.widgets.timeline.scrollbar import ThinBar
from sidekicks_tui.widgets.timeline.viewport import Viewport

_WIDEST: Final = 120
"""Cells of text in a row; beyond, the eye does not find the next one."""
_WHEEL_ROWS: Final = 3


class Canvas(ScrollView, inherit_bindings=False):
    """A document, drawn row by row. Nothing of it is animated."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {PREFIX + role for role in ROLES}
    DEFAULT_CSS = (
        "Canvas { background: $background; color: $foreground; overflow-x: hidden; overflow-y: scroll; "
        + CALM_BAR
        + " }\n"
        + css("Canvas")
    )

    def __init__(self, document: Document, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.document = document
        self.viewport = Viewport(document)
        self._painter: Painter | None = None
        self._window: list[Strip] = []
        self._moving = False
        self._fitted = Size()

    # What a conversation adds

    def bar_of(self, sight: Sight) -> str:
        """The bar in the gutter beside a row: none, `person` or `cursor`."""
        return ""

    def is_match(self, sight: Sight) -> bool:
        """Whether a row is the one that a search went to."""
        return False

    def words(self) -> tuple[str, ...]:
        """The words that are marked wherever they stand."""
        return ()

    def label(self) -> str:
        """What is said over the last row; empty for nothing."""
        return ""

    def moved(self) -> None:
        """What is in sight may have changed."""

    # Painting

    def lay_out(self) -> None:
        """Draw what is in sight, and repaint what came out different."""
        if not self.is_mounted or not self.document.width:
            return
        self.viewport.look()
        self.moved()
        self._move_scroll_bar()
        old, self._window = self._window, self._paint()
        if len(old) != len(self._window):
            self.refresh()
            return
        changed = [row for row, strip in enumerate(self._window) if strip is not old[row]]
        if changed:
            self.refresh(Region(0, changed[0], self.size.width, changed[-1] - changed[0] + 1))

    def repaint_all(self) -> None:
        """The look changed: paint everything anew."""
        self._painter = None
        self.lay_out()

    def _paint(self) -> list[Strip]:
        painter = self._painter = self._painter or self._new_painter()
        strips = [
            painter.strip(sight.row, self.bar_of(sight), self.is_match(sight))
            for sight in self.viewport.sights
        ]
        strips += [painter.strip(BLANK)] * (self.viewport.height - len(strips))
        if strips and (label := self.label()):
            strips[-1] = painter.over(strips[-1], label, Ink("more"))
        return strips

    def _new_painter(self) -> Painter:
        return Painter.of(self, self.document.width + GUTTER + MARGIN, self.words())

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._painter = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips go to the compositor as they are: there is no border and no padding to draw."""
        if self._painter is None and self.document.width:
            self._window = self._paint()
        selection = self.text_selection
        strips: list[Strip] = []
        for row in range(crop.y, crop.bottom):
            if row >= len(self._window):
                strips.append(Strip.blank(crop.width, self.rich_style))
                continue
            strip = self._window[row] if selection is None else self._selected(row, selection)
            strips.append(strip.crop_extend(crop.x, crop.right, self.rich_style))
        return strips

    # Moving

    def scroll_rows(self, rows: int) -> None:
        """Down by `rows`, up where it is negative."""
        self.viewport.scroll(rows)
        self.lay_out()

    def on_mount(self) -> None:
        self.vertical_scrollbar.renderer = ThinBar  # type: ignore[misc]  # Textual documents this for one bar
        # Textual tells a widget of its new size only if nobody asked for a size since the change began.
        self.screen.screen_layout_refresh_signal.subscribe(self, self._fit)

    def _fit(self, _screen: Screen[object]) -> None:
        """Take the room that the screen has for us, when it is another."""
        size = self.scrollable_content_region.size
        if size == self._fitted:
            return
        self._fitted = size
        width = min(_WIDEST, size.width - GUTTER - MARGIN)
        self.viewport.resize(size.height)
        if width > 0 and width != self.document.width:
            self.document.resize(width)
            self._painter = None
        self.lay_out()

    def _move_scroll_bar(self) -> None:
        """Tell Textual where we are. It must not lay the screen out again because a message grew."""
        size = self.scrollable_content_region.size
        self._moving = True
        virtual = Size(size.width, max(self.document.height, size.height))
        if virtual != self.virtual_size:
            self.set_reactive(Canvas.virtual_size, virtual)
            self.vertical_scrollbar.window_virtual_size = virtual.height
            self.vertical_scrollbar.window_size = size.height
        self.scroll_y = self.scroll_target_y = float(self.viewport.top)
        self._moving = False

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        self.vertical_scrollbar.position = new_value
        if self._moving or round(old_value) == round(new_value):
            return
        row = round(new_value)
        if row >= self.max_scroll_y:
            self.viewport.follow()
        else:
            self.viewport.go_to(self.document.place_at(row))
        self.lay_out()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, _WHEEL_ROWS)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -_WHEEL_ROWS)

    def _wheel(self, event: events.MouseEvent, rows: int) -> None:
        event.stop()
        event.prevent_default()
        self.scroll_rows(rows)

    # Selecting text with the mouse

    def render_line(self, y: int) -> Strip:
        """A row with the places of its characters, which Textual asks for where the mouse is."""
        if not 0 <= y < len(self.viewport.sights):
            return Strip.blank(self.size.width, self.rich_style)
        strip = self._window[y]
        end = strip.cell_length - MARGIN
        content = strip.crop(GUTTER, end).apply_offsets(0, self.viewport.top + y)
        return Strip([*strip.crop(0, GUTTER), *content, *strip.crop(end)], strip.cell_length)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return contents.selected(self.document, selection), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()

    def _selected(self, row: int, selection: Selection) -> Strip:
        span = selection.get_span(self.viewport.top + row)
        if span is None or self._painter is None:
            return self._window[row]
        style = self.screen.get_component_rich_style("screen--selection")
        return self._painter.selected(self._window[row], *span, style)
