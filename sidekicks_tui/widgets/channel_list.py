"""Channels and direct conversations: as a column, and folded to one line of names where columns are few."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from sidekicks_tui.locale import _
from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.widgets.content import ACCENT, ERROR, MUTED, foreign, row


@dataclass(frozen=True)
class Row:
    """One conversation as the list shows it."""

    key: str
    """What is opened when it is chosen."""
    name: str
    direct: bool = False
    unread: int = 0
    answering: bool = False
    asks: bool = False
    """A permission waits in it."""
    mentioned: bool = False
    """An agent mentioned the person in it, who has not read it."""
    state: AgentState | None = None
    """Of a direct conversation's agent."""


class RowChosen(Message):
    """A conversation was clicked."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


def state_word(state: AgentState) -> str:
    """An agent's state as the person reads it."""
    words = {
        AgentState.STOPPED: _("stopped"),
        AgentState.STARTING: _("starting…"),
        AgentState.READY: _("ready"),
        AgentState.BUSY: _("busy"),
        AgentState.ERROR: _("error"),
    }
    return words[state]


def _marks(entry: Row) -> Content:
    """What is new in a conversation: that it asks, answers, how much is unread; else its agent's state."""
    marks = []
    if entry.unread:
        marks.append(_unread(entry))
    if entry.asks:
        marks.append(Content.styled(_("asks"), ACCENT))
    elif entry.answering:
        marks.append(Content.styled("●", ACCENT))
    if entry.state is not None and not entry.asks:
        style = ERROR if entry.state is AgentState.ERROR else MUTED
        marks.append(Content.styled(state_word(entry.state), style))
    return Content(" ").join(marks)


def _unread(entry: Row) -> Content:
    return Content.styled(f"@{entry.unread}" if entry.mentioned else str(entry.unread), ACCENT)


def _name(entry: Row, *, current: bool) -> Content:
    sign = "@" if entry.direct else "#"
    style = "bold" if current or entry.unread or entry.asks else ""
    return Content.assemble((f"{sign} ", ACCENT if current else MUTED), foreign(entry.name, style))


class ChannelList(ScrollView, can_focus=False):
    """The column: headings, one conversation a line."""

    DEFAULT_CSS = """
    ChannelList { width: 24; scrollbar-size-vertical: 0; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Row | str] = []
        """Conversations, headings, and empty lines between."""
        self._current = ""

    def show(self, rows: Sequence[Row], current: str) -> None:
        channels = [entry for entry in rows if not entry.direct]
        directs = [entry for entry in rows if entry.direct]
        lines: list[Row | str] = [_("CHANNELS"), *channels]
        if directs:
            lines += ["", _("DIRECT"), *directs]
        if lines == self._lines and current == self._current:
            return
        moved = current != self._current
        self._lines, self._current = lines, current
        self.virtual_size = Size(0, len(lines))
        place = next(
            (y for y, line in enumerate(lines) if isinstance(line, Row) and line.key == current), None
        )
        if moved and place is not None:
            self.scroll_to_region(Region(0, place, 1, 1), animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        place = y + self.scroll_offset.y
        width = self.size.width
        if place >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        content = self._content(self._lines[place], width - 2)
        return Strip(Content.assemble(" ", content, " ").render_segments(self.visual_style), width)

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y
        if place < len(self._lines) and isinstance(line := self._lines[place], Row):
            self.post_message(RowChosen(line.key))

    def _content(self, line: Row | str, width: int) -> Content:
        if isinstance(line, str):
            return row(Content.styled(line, MUTED), Content(""), width)
        return row(_name(line, current=line.key == self._current), _marks(line), width)


class ChannelStrip(Widget, can_focus=False):
    """The line: names side by side, the current one always in sight."""

    DEFAULT_CSS = """
    ChannelStrip { height: 1; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Row] = ()
        self._current = ""
        self._places: list[tuple[int, int, str]] = []

    def show(self, rows: Sequence[Row], current: str) -> None:
        if (tuple(rows), current) != (self._rows, self._current):
            self._rows, self._current = tuple(rows), current
            self.refresh()

    def render(self) -> Content:
        cells = [self._cell(entry) for entry in self._rows]
        at = next((index for index, entry in enumerate(self._rows) if entry.key == self._current), 0)
        first = _window(cells, at, self.size.width)
        self._places, x = [], 0
        for entry, cell in zip(self._rows[first:], cells[first:], strict=True):
            self._places.append((x, x + cell.cell_length, entry.key))
            x += cell.cell_length + 2
        return Content("  ").join(cells[first:]).truncate(self.size.width, ellipsis=True)

    def on_click(self, event: events.Click) -> None:
        x = event.x - self.gutter.left
        for start, end, key in self._places:
            if start <= x < end:
                self.post_message(RowChosen(key))

    def _cell(self, entry: Row) -> Content:
        current = entry.key == self._current
        style = "bold $text-accent" if current else ("" if entry.unread or entry.asks else MUTED)
        marks = [foreign(("@" if entry.direct else "#") + entry.name, style)]
        if entry.unread:
            marks.append(_unread(entry))
        if entry.asks:
            marks.append(Content.styled(_("asks"), ACCENT))
        elif entry.answering:
            marks.append(Content.styled("●", ACCENT))
        return Content(" ").join(marks)


def _window(cells: Sequence[Content], at: int, width: int) -> int:
    """The first cell to show, so that the one at `at` fits as well."""
    first, used = at, cells[at].cell_length if cells else 0
    while first > 0 and used + 2 + cells[first - 1].cell_length <= width:
        first -= 1
        used += 2 + cells[first].cell_length
    return first
