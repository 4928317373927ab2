"""`NO_COLOR`: no colour reaches the terminal, and what stood out by its ground is shown in reverse."""

from functools import lru_cache
from typing import Final

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_STANDS_OUT: Final = 0.2
"""A ground whose brightness (0 to 1) differs so much: what is chosen, found or under the caret, no tint."""
_COLORLESS: Final = Style(color="default", bgcolor="default", reverse=False)
_REVERSED: Final = Style(color="default", bgcolor="default", reverse=True)


class NoColor(LineFilter):
    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, _without_color(style, background) if style else style, control)
            for text, style, control in segments
        ]


@lru_cache(maxsize=4096)
def _without_color(style: Style, background: Color) -> Style:
    ground = style.color if style.reverse else style.bgcolor
    if ground is None or ground.is_default:
        return style + (_REVERSED if style.reverse else _COLORLESS)
    difference = abs(_brightness(ground) - background.brightness)
    return style + (_REVERSED if difference > _STANDS_OUT else _COLORLESS)


def _brightness(color: RichColor) -> float:
    return Color.from_rich_color(color).brightness
