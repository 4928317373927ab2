"""A scroll bar that is a thin line of whole cells.

Textual's bar ends in eighths of a cell, drawn in reverse: each row by which a conversation grows costs some
70 bytes for it alone. Whole cells are calmer, seldom change, and are seen without colours too.
"""

from math import ceil
from typing import Any, Final

from rich.color import Color
from rich.segment import Segment, Segments
from rich.style import Style
from textual.scrollbar import ScrollBarRender

_THUMB: Final = "┃"


class ThinBar(ScrollBarRender):
    @classmethod
    def render_bar(
        cls,
        size: int = 25,
        virtual_size: float = 50,
        window_size: float = 20,
        position: float = 0,
        thickness: int = 1,
        vertical: bool = True,
        back_color: Color = Color.parse("#555555"),  # noqa: B008  as the method that it overrides has it
        bar_color: Color = Color.parse("bright_magenta"),  # noqa: B008
    ) -> Segments:
        """`size` cells, of which those in the place of the window are the thumb."""
        back = Segment(" " * thickness, Style(bgcolor=back_color, meta=_page("scroll_up")))
        below = Segment(" " * thickness, Style(bgcolor=back_color, meta=_page("scroll_down")))
        if not (window_size and size and virtual_size > window_size):
            return Segments([Segment(" " * thickness, Style(bgcolor=back_color))] * size, new_lines=True)
        length = max(1, ceil(size * window_size / virtual_size))
        start = min(size - length, round((size - length) * position / (virtual_size - window_size)))
        thumb = Segment(
            _THUMB * thickness, Style(color=bar_color, bgcolor=back_color, meta={"@mouse.down": "grab"})
        )
        return Segments([back] * start + [thumb] * length + [below] * (size - length - start), new_lines=True)


def _page(action: str) -> dict[str, Any]:
    return {"@mouse.down": action}
