"""Two have written a file: both texts, and what shall become of them."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from sidekicks_tui.locale import _
from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.block_view import BlockView
from sidekicks_tui.widgets.content import ACCENT, foreign
from sidekicks_tui.widgets.timeline.blocks import Block

Choice = Literal["mine", "theirs"]


class Conflict(Box[Choice | None]):
    """Gives back whose text stays; None where the person goes on writing, to merge them by hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "choose('mine')", show=False),
        Binding("t", "choose('theirs')", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]
    DEFAULT_CSS = """
    Conflict > .box { width: 120; }
    """

    def __init__(self, sentence: str, blocks: Sequence[Block]) -> None:
        """`blocks` show what the person made of the other's text."""
        super().__init__()
        self._sentence = sentence
        self._blocks = blocks
        self._view = BlockView()

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(foreign(self._sentence))
            yield self._view
            yield Static(
                Content.assemble(
                    ("m", ACCENT), _(" keep mine   "),
                    ("t", ACCENT), _(" take theirs   "),
                    ("Esc", ACCENT), _(" go on writing: saving again asks again"),
                )
            )  # fmt: skip

    def on_mount(self, _event: events.Mount) -> None:
        self._view.show(self._blocks)

    def action_choose(self, choice: Choice) -> None:
        self.dismiss(choice)

    def action_scroll(self, rows: int) -> None:
        self._view.scroll_rows(rows)
