"""The keys, all of them, from the table of actions; and other long texts to read."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.actions import Place, of_place
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign
from sidekicks_tui.widgets.keys import Keymap

_KEYS = 24
"""Columns of the keys."""


class Reader(Box[None]):
    """A text to read, scrolled with the arrows and pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter,f1,question_mark", "cancel", show=False),
    ]

    DEFAULT_CSS = """
    Reader VerticalScroll { height: auto; max-height: 80vh; scrollbar-size-vertical: 1; }
    Reader VerticalScroll > Static { height: auto; }
    """

    def __init__(self, title: str, text: Content) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(foreign(self._title, "bold"))
            with VerticalScroll():
                yield Static(self._text)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


def key_help(keymap: Keymap, places: Sequence[Place]) -> Content:
    """Every key that acts in `places`, one a line."""
    lines = []
    for place in places:
        lines += [Content(""), Content.styled(place.heading, MUTED)]
        for action in of_place(place):
            keys = keymap.shown(action)
            if keys and action.help:
                pad = " " * max(1, _KEYS - len(keys))
                lines.append(Content.assemble((keys, ACCENT), pad, action.help))
    return Content("\n").join(lines[1:])
