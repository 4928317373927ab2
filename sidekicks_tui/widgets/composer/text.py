"""The text being written: Textual's text area with a caret that stands between visible characters."""

from dataclasses import replace
from typing import Final

from rich.style import StyleType
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.document._document import Location
from textual.widgets import TextArea

from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.actions import ACTIONS
from sidekicks_tui.widgets.composer import graphemes
from sidekicks_tui.widgets.composer.pastes import Pastes

_OURS: Final = frozenset(
    key
    for action in ACTIONS
    if action.place in (Place.APP, Place.COMPOSER) and action.rebindable
    for key in action.keys.split(",")
)


def _editing_keys() -> list[BindingType]:
    """Textual's keys for editing, without those that mean something else here."""
    kept: list[BindingType] = []
    for binding in TextArea.BINDINGS:
        assert isinstance(binding, Binding)
        if keys := [key for key in binding.key.split(",") if key not in _OURS]:
            kept.append(replace(binding, key=",".join(keys)))
    return kept


class WritingArea(TextArea, inherit_bindings=False):
    BINDINGS = _editing_keys()

    def __init__(self, placeholder: str = "") -> None:
        super().__init__(compact=True, highlight_cursor_line=False, placeholder=placeholder)
        self.cursor_blink = False
        self.match_cursor_bracket = False
        self.pastes = Pastes()

    @property
    def before_cursor(self) -> str:
        return self.document.get_text_range((0, 0), self.cursor_location)

    def get_line(self, line_index: int) -> Text:
        line = self.document.get_line(line_index)
        kind = Text if line.isascii() else _WholeCharacters
        return kind(line, end="", no_wrap=True)

    def get_cursor_left_location(self) -> Location:
        row, column = self.cursor_location
        if column == 0:
            return super().get_cursor_left_location()
        line = self.document.get_line(row)
        sign = self.pastes.sign_before(line, column)
        return row, sign if sign < column else graphemes.before(line, column)

    def get_cursor_right_location(self) -> Location:
        row, column = self.cursor_location
        line = self.document.get_line(row)
        if column >= len(line):
            return super().get_cursor_right_location()
        sign = self.pastes.sign_after(line, column)
        return row, sign if sign > column else graphemes.after(line, column)


class _WholeCharacters(Text):
    """A line whose styles never begin or end inside of a visible character: the caret covers all of it."""

    def stylize(self, style: StyleType, start: int = 0, end: int | None = None) -> None:
        if start > 0:
            start = graphemes.before(self.plain, start + 1)
        if end is not None and 0 < end < len(self.plain):
            end = graphemes.after(self.plain, end - 1)
        super().stylize(style, start, end)
