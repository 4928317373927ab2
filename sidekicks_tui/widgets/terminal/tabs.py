"""The terminals on one line, the one in sight among them."""

from collections.abc import Mapping, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from sidekicks_tui.model.terminals import TerminalStatus
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign, row

_GAP = 3
_LONGEST_TITLE = 24
BELL = "♪"
ENDED = "×"


class Tabs(Widget, can_focus=True):
    """Has the focus while none of the terminals has it. Shows as many as fit around the one in sight."""

    FOCUS_ON_CLICK = False
    DEFAULT_CSS = """
    Tabs { height: 1; padding: 0 1; }
    """

    class Chosen(Message):
        def __init__(self, identifier: str) -> None:
            super().__init__()
            self.identifier = identifier

    def __init__(self) -> None:
        super().__init__()
        self._tabs: Sequence[tuple[str, Content]] = ()
        self._at = 0
        self._state = Content("")

    def show(
        self, terminals: Sequence[TerminalStatus], current: str, rang: Mapping[str, int], state: Content
    ) -> None:
        """`rang`: how often each terminal had rung when it was last in sight; `state` stands at the end."""
        self._tabs = [
            (each.id, _tab(place, each, each.id == current, rang.get(each.id, 0) < each.bells))
            for place, each in enumerate(terminals, 1)
        ]
        self._at = next((place for place, each in enumerate(terminals) if each.id == current), 0)
        self._state = state
        self.refresh()

    def render(self) -> Content:
        return row(
            Content(" " * _GAP).join(tab for _id, tab in self._visible()), self._state, self.size.width
        )

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        at = event.x - 1
        for identifier, tab in self._visible():
            if 0 <= at < tab.cell_length:
                self.post_message(self.Chosen(identifier))
            at -= tab.cell_length + _GAP

    def _visible(self) -> Sequence[tuple[str, Content]]:
        """From the first tab with which the one in sight still fits."""
        space = self.size.width - self._state.cell_length - _GAP
        first = self._at
        if self._tabs:
            space -= self._tabs[first][1].cell_length
        while first > 0 and (space := space - self._tabs[first - 1][1].cell_length - _GAP) >= 0:
            first -= 1
        return self._tabs[first:]


def _tab(place: int, terminal: TerminalStatus, is_current: bool, rings: bool) -> Content:
    title = terminal.title.strip()
    if len(title) > _LONGEST_TITLE:
        title = f"{title[: _LONGEST_TITLE - 1]}…"
    name = f"{terminal.agent}: {title}" if title else terminal.agent
    sign = f" {ENDED}" if terminal.exit_status is not None else ""
    return Content.assemble(
        (f"{place} ", MUTED),
        foreign(name, "bold" if is_current else MUTED),
        (sign, MUTED),
        (f" {BELL}" if rings else "", ACCENT),
    )
