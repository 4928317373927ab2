"""Where the lines of a long text are wrapped, without asking each line again for each row that is drawn.

Textual's own counts the rows of the whole text whenever it draws one, and measures every line even where it
is plain and short: a file of a megabyte took two seconds to open, and a tenth of one for each key.
"""

from textual._wrap import compute_wrap_offsets
from textual.document._wrapped_document import WrappedDocument
from textual.expand_tabs import get_tab_widths


class LongWrappedDocument(WrappedDocument):
    @property
    def height(self) -> int:
        return len(self._offset_to_line_info)

    def wrap(self, width: int, tab_width: int | None = None) -> None:
        tab_width = tab_width or self._tab_width
        if self._offset_to_line_info and (width, tab_width) == (self._width, self._tab_width):
            return  # edits keep it up to date
        self._width, self._tab_width = width, tab_width
        wraps: list[list[int]] = []
        tabs: list[list[int]] = []
        rows: list[tuple[int, int]] = []
        rows_of_line: list[list[int]] = []
        for number, line in enumerate(self.document.lines):
            offsets, line_tabs = self._measure(line)
            wraps.append(offsets)
            tabs.append(line_tabs)
            rows_of_line.append([len(rows)])
            rows.append((number, 0))
            for section in range(1, len(offsets) + 1):
                rows_of_line[-1].append(len(rows))
                rows.append((number, section))
        self._wrap_offsets, self._tab_width_cache = wraps, tabs
        self._offset_to_line_info, self._line_index_to_offsets = rows, rows_of_line

    def _measure(self, line: str) -> tuple[list[int], list[int]]:
        """Where `line` is wrapped, and how wide its tabs are."""
        if line.isascii() and "\t" not in line and (not self._width or len(line) <= self._width):
            return [], [0] if line else []
        sections = get_tab_widths(line, self._tab_width)
        offsets = (
            compute_wrap_offsets(line, self._width, self._tab_width, precomputed_tab_sections=sections)
            if self._width
            else []
        )
        return offsets, [tab for _text, tab in sections]
