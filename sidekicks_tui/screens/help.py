"""The keys, all of them, from the table of actions; and other long texts to read."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.actions import of_place
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign
from sidekicks_tui.widgets.keys import Keymap
from sidekicks_tui.widgets.scrolling import CALM_BAR

_KEYS = 24
"""Columns of the keys."""


class Reader(Box[None]):
    """A text to read, scrolled with the arrows and pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter,f1,question_mark", "cancel", show=False),
    ]

    DEFAULT_CSS = f"""
    Reader VerticalScroll {{ height: auto; max-height: 80vh; {CALM_BAR} }}
    Reader VerticalScroll > Static {{ height: auto; }}
    """

    def __init__(self, title: str, text: Widget) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(foreign(self._title, "bold"))
            with VerticalScroll():
                yield self._text

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class KeyHelp(Widget):
    """Every key that acts in `places`, and what it does: beside it, or below where it is narrow."""

    DEFAULT_CSS = """
    KeyHelp { height: auto; }
    """

    def __init__(self, keymap: Keymap, places: Sequence[Place]) -> None:
        super().__init__()
        self._keymap = keymap
        self._places = places

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def _lines(self, width: int) -> list[Content]:
        lines: list[Content] = []
        for place in self._places:
            lines += [Content(""), Content.styled(place.heading, MUTED)]
            for action in of_place(place):
                keys = self._keymap.shown(action)
                if keys and action.help:
                    lines += _entry(Content.styled(keys, ACCENT), Content(action.help), width)
        return lines[1:]


def _entry(keys: Content, words: Content, width: int) -> list[Content]:
    beside = width >= 2 * _KEYS
    indent = _KEYS if beside else 2
    rows = words.wrap(max(10, width - indent))
    if beside and keys.cell_length < _KEYS:
        return [
            keys.pad_right(_KEYS - keys.cell_length) + rows[0],
            *(row.pad_left(indent) for row in rows[1:]),
        ]
    return [keys, *(row.pad_left(indent) for row in rows)]
