"""The completions of what is being written, above it; the keys go to the composer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign, marked

if TYPE_CHECKING:
    from sidekicks_tui.widgets.composer.asked import Candidate

ROWS = 8


class CompletionPopup(Widget):
    """Shows `ROWS` candidates around the one that is chosen; hidden while there are none."""

    DEFAULT_CSS = """
    CompletionPopup {
        overlay: screen;
        constrain: inside inside;
        width: 100%;
        height: auto;
        padding: 0 1;
        background: $surface;
        display: none;
    }
    """

    class Clicked(Message):
        def __init__(self, candidate: "Candidate") -> None:
            super().__init__()
            self.candidate = candidate

    def __init__(self) -> None:
        super().__init__()
        self._candidates: tuple[Candidate, ...] = ()
        self._chosen = 0
        self.moved = False
        """The person moved the choice: Enter then means it."""

    @property
    def chosen(self) -> "Candidate | None":
        return self._candidates[self._chosen] if self._candidates else None

    def show_candidates(self, candidates: Sequence["Candidate"]) -> None:
        if not candidates and not self._candidates:
            return
        self._candidates = tuple(candidates)
        self._chosen = 0
        self.moved = False
        self.display = bool(candidates)
        # An overlay stands where it would begin; it ends there instead.
        self.styles.offset = (0, -min(ROWS, len(candidates)))
        self.refresh(layout=True)

    def move(self, step: int) -> None:
        self._chosen = (self._chosen + step) % len(self._candidates)
        self.moved = True
        self.refresh()

    def render(self) -> Content:
        first = self._first
        shown = self._candidates[first : first + ROWS]
        width = max((len(candidate.name) for candidate in shown), default=0)
        return Content("\n").join(
            self._line(candidate, width, chosen=first + index == self._chosen)
            for index, candidate in enumerate(shown)
        )

    def on_click(self, event: events.Click) -> None:
        event.stop()
        place = self._first + event.y
        if place < len(self._candidates):
            self.post_message(self.Clicked(self._candidates[place]))

    @property
    def _first(self) -> int:
        return max(0, min(self._chosen - ROWS + 1, len(self._candidates) - ROWS))

    def _line(self, candidate: "Candidate", width: int, *, chosen: bool) -> Content:
        name = marked(candidate.name, candidate.positions, "bold" if chosen else "", ACCENT)
        line = Content.assemble("› " if chosen else "  ", name)
        if candidate.detail:
            pad = " " * (width - len(candidate.name) + 3)
            line = Content.assemble(line, pad, foreign(candidate.detail, MUTED))
        return line.truncate(self.content_size.width, ellipsis=True)
