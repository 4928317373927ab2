"""Rows of ink into strips of the terminal: gutter, text, ground, margin, what is looked for."""

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip
from textual.widget import Widget

from sidekicks_tui.widgets.timeline.ink import Ink, Row, Runs
from sidekicks_tui.widgets.timeline.palette import Colors, Palette

GUTTER: Final = 2
MARGIN: Final = 1
_BARS: Final = {"person": ("▎", Ink("person-bar")), "cursor": ("▌", Ink("cursor"))}


class Painter:
    """Paints rows for one look: a palette, a width in cells, words that are looked for."""

    def __init__(
        self,
        palette: Palette,
        width: int,
        filters: Sequence[LineFilter],
        background: Color,
        words: Sequence[str],
    ) -> None:
        self._palette = palette
        self.width = width
        self._filters = filters
        self._background = background
        self._words = re.compile("|".join(map(re.escape, words)), re.IGNORECASE) if words else None

    @classmethod
    def of(cls, widget: Widget, width: int, words: Sequence[str] = ()) -> "Painter":
        """For `widget` as it looks now, whose component classes are those of `palette.css`."""

        def component(name: str) -> Colors:
            styles = widget.get_component_styles(name)
            return (
                styles.color if styles.has_rule("color") else None,
                styles.background if styles.has_rule("background") else None,
            )

        background = widget.background_colors[1]
        palette = Palette(widget.styles.color, background, component)
        return cls(palette, width, widget.get_line_filters(), background, words)

    def strip(self, row: Row, bar: str = "", here: bool = False) -> Strip:
        """`row` behind its gutter; `bar` is empty, person or cursor, `here` marks the match in question.

        What was painted once is kept with the row, as long as this painter is in use.
        """
        kept = row.strips.get((bar, here))
        if kept is not None and row.painter is self:
            return kept
        if row.painter is not self:
            row.strips.clear()
            row.painter = self
        strip = row.strips[bar, here] = self._paint(row, bar, here)
        return strip

    def over(self, strip: Strip, text: str, ink: Ink) -> Strip:
        """`strip` with `text` at its right end."""
        label = Segment(text, self._palette.style(ink))
        room = self.width - cell_len(text) - MARGIN
        if room < GUTTER:
            return strip
        margin = Segment(" " * MARGIN, self._palette.ground())
        return self._filtered(Strip([*strip.crop(0, room), label, margin], self.width))

    def selected(self, strip: Strip, start: int, end: int, style: Style) -> Strip:
        """`strip` with the cells from `start` to `end` of its content (-1: all of it) selected."""
        last = self.width - MARGIN if end < 0 else min(GUTTER + end, self.width - MARGIN)
        first = min(GUTTER + start, last)
        return Strip(
            [
                *strip.crop(0, first),
                *strip.crop(first, last).apply_style(style),
                *strip.crop(last, self.width),
            ],
            self.width,
        )

    def _paint(self, row: Row, bar: str, here: bool) -> Strip:
        style = self._palette.style
        blank = self._palette.ground()
        if bar:
            sign, ink = _BARS[bar]
            segments = [Segment(sign.ljust(GUTTER), style(ink))]
        else:
            segments = [Segment(" " * GUTTER, blank)]
        used = GUTTER
        for text, ink in self._with_matches(list(row.runs), here) if self._words else row.runs:
            segments.append(Segment(text, style(ink)))
            used += cell_len(text)
        end = self.width - MARGIN
        if used < end:
            segments.append(Segment(" " * (end - used), self._palette.ground(row.ground)))
        segments.append(Segment(" " * MARGIN, blank))
        strip = Strip(segments, max(used, end) + MARGIN)
        return self._filtered(strip.adjust_cell_length(self.width, blank))

    def _filtered(self, strip: Strip) -> Strip:
        for line_filter in self._filters:
            strip = strip.apply_filter(line_filter, self._background)
        return strip

    def _with_matches(self, runs: Runs, here: bool) -> Runs:
        if self._words is None:
            return runs
        spans = [found.span() for found in self._words.finditer("".join(text for text, _ in runs))]
        if not spans:
            return runs
        role = "match-here" if here else "match"
        marked: Runs = []
        offset = 0
        for text, ink in runs:
            start = 0
            for begin, end in spans:
                begin, end = min(max(begin - offset, start), len(text)), min(end - offset, len(text))
                if end > begin:
                    marked += [(text[start:begin], ink), (text[begin:end], ink._replace(role=role))]
                    start = end
            marked.append((text[start:], ink))
            offset += len(text)
        return [run for run in marked if run[0]]
