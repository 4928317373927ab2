"""A list of things to choose from, filtered by what is typed elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sidekicks_tui.core.fuzzy import best
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign, marked, row
from sidekicks_tui.widgets.scrolling import CALM_BAR

_LIMIT = 200


@dataclass(frozen=True)
class Choice:
    key: str
    """What the one who asked knows it by."""
    name: str
    detail: str = ""
    hint: str = ""
    """At the end of the line: its key, its state."""
    positions: tuple[int, ...] = ()
    """Characters of `name` that were typed."""


def matching(query: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices whose name holds the letters of `query`, best first."""
    found = best(query, choices, lambda choice: choice.name, _LIMIT)
    return [
        Choice(match.item.key, match.item.name, match.item.detail, match.item.hint, match.positions)
        for match in found
    ]


class ChoiceList(ScrollView, can_focus=False):
    DEFAULT_CSS = f"ChoiceList {{ height: auto; max-height: 16; {CALM_BAR} }}"

    class Clicked(Message):
        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self) -> None:
        super().__init__()
        self._choices: Sequence[Choice] = ()
        self._at = 0

    @property
    def chosen(self) -> Choice | None:
        return self._choices[self._at] if self._choices else None

    def show(self, choices: Sequence[Choice]) -> None:
        self._choices, self._at = choices, 0
        self.virtual_size = Size(0, len(choices))
        self.scroll_home(animate=False, immediate=True)
        self.refresh(layout=True)

    def update(self, choices: Sequence[Choice]) -> None:
        """Show `choices` in the place of what they were; the one that was chosen stays chosen."""
        key = self.chosen.key if self.chosen else ""
        self._choices = choices
        self._at = next((place for place, choice in enumerate(choices) if choice.key == key), 0)
        self.virtual_size = Size(0, len(choices))
        self.refresh(layout=True)

    def move(self, step: int) -> None:
        """Up and down by one go around the end; by more, they stop there."""
        if not self._choices:
            return
        count = len(self._choices)
        self._at = (self._at + step) % count if abs(step) == 1 else min(max(0, self._at + step), count - 1)
        self.scroll_to_region(Region(0, self._at, 1, 1), animate=False, immediate=True)
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._choices)

    def render_line(self, y: int) -> Strip:
        place, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if place >= len(self._choices):
            return Strip.blank(width, self.rich_style)
        content = self._line(self._choices[place], max(0, width - 1), chosen=place == self._at)
        return Strip(Content.assemble(content, " ").render_segments(self.visual_style), width)

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y
        if place < len(self._choices):
            self.post_message(self.Clicked(self._choices[place]))

    def _line(self, choice: Choice, width: int, *, chosen: bool) -> Content:
        name = marked(choice.name, choice.positions, "bold" if chosen else "", ACCENT)
        sign = Content.styled("› " if chosen else "  ", ACCENT)
        detail = foreign(f"   {choice.detail}", MUTED) if choice.detail else Content("")
        return row(Content.assemble(sign, name, detail), foreign(choice.hint, MUTED), width)
