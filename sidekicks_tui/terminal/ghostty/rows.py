"""Rows of cells, read as runs of one style.

Each frame tells which rows changed. A cell is a number in which the library packs its character and the
number of its style within the row's page: what such a number means is asked once and kept.
"""

import re
from array import array
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sidekicks_tui.terminal.emulator import PLAIN, Colour, Rgb, Row, Run, Style, Underline
from sidekicks_tui.terminal.ghostty.library import (
    Terminal,
    ffi,
    grid_ref,
    init_sized,
    lib,
    new_object,
    release,
)
from sidekicks_tui.terminal.ghostty.text import safe

_CELLS_KEPT: Final = 50_000
_GRAPHEME_LENGTH: Final = 64
"""Code points; the rest of a longer one is not drawn."""
_LINK_SIZE: Final = 2048
_LINK: Final = re.compile(rb"[a-zA-Z][a-zA-Z0-9+.-]*:[\x21-\x7e]+")


class _Cell(NamedTuple):
    style_key: int | Rgb
    """Equal within a row where the style is: the library's number for it; -1 - n or an RGB value where there
    is only a background."""
    text: str
    cells: int
    is_grapheme: bool
    is_linked: bool


class RowReader:
    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._state = new_object("GhosttyRenderState", lib.ghostty_render_state_new)
        self._rows = new_object("GhosttyRenderStateRowIterator", lib.ghostty_render_state_row_iterator_new)
        self._cells = new_object("GhosttyRenderStateRowCells", lib.ghostty_render_state_row_cells_new)
        self._view = ffi.new("GhosttyCellsView*")
        self._style = init_sized("GhosttyStyle")
        self._style_bytes = ffi.buffer(self._style)
        self._selection = init_sized("GhosttyRenderStateRowSelection")
        self._cursor = init_sized("GhosttyRenderStateCursor")
        self._int, self._u16, self._u32 = ffi.new("int*"), ffi.new("uint16_t*"), ffi.new("uint32_t*")
        self._rgb, self._bool = ffi.new("GhosttyColorRgb*"), ffi.new("bool*")
        self._codepoints = ffi.new("uint32_t[]", _GRAPHEME_LENGTH)
        self._uri = ffi.new("uint8_t[]", _LINK_SIZE)
        self._known_cells: dict[int, _Cell] = {}
        self._known_styles: dict[bytes, Style] = {}

    def changes(self) -> Iterator[tuple[int, Row]]:
        """Take over what the terminal shows; each row that changed since the last time."""
        state = self._state[0]
        lib.ghostty_render_state_update(state, self._terminal._t[0])
        lib.ghostty_render_state_get(state, lib.GHOSTTY_RENDER_STATE_DATA_DIRTY, self._int)
        dirty = self._int[0]
        if dirty == lib.GHOSTTY_RENDER_STATE_DIRTY_FALSE:
            return
        lib.ghostty_render_state_get(state, lib.GHOSTTY_RENDER_STATE_DATA_ROW_ITERATOR, self._rows)
        rows = self._rows[0]
        if dirty == lib.GHOSTTY_RENDER_STATE_DIRTY_FULL:
            place = 0
            while lib.ghostty_render_state_row_iterator_next(rows):
                yield place, self._row(place)
                place += 1
        else:
            while lib.ghostty_render_state_row_iterator_next_dirty(rows, self._u16):
                place = self._u16[0]
                yield place, self._row(place)
        lib.ghostty_render_state_clean(state)

    def cursor(self) -> Any | None:
        """The library's cursor, as of the last changes; None when it is hidden or out of sight."""
        lib.ghostty_render_state_get(self._state[0], lib.GHOSTTY_RENDER_STATE_DATA_CURSOR, self._cursor)
        return self._cursor if self._cursor.visible and self._cursor.viewport_has_value else None

    def close(self) -> None:
        release(self._cells, lib.ghostty_render_state_row_cells_free)
        release(self._rows, lib.ghostty_render_state_row_iterator_free)
        release(self._state, lib.ghostty_render_state_free)

    def _row(self, place: int) -> Row:
        row, view = self._rows[0], self._view
        lib.ghostty_render_state_row_get(row, lib.GHOSTTY_RENDER_STATE_ROW_DATA_CELLS_RAW, view)
        values = array("Q", bytes(ffi.buffer(view.ptr, view.len * 8)))
        lib.ghostty_render_state_row_get(row, lib.GHOSTTY_RENDER_STATE_ROW_DATA_CELLS, self._cells)
        runs = tuple(self._runs(place, values))
        selected = lib.ghostty_render_state_row_get(
            row, lib.GHOSTTY_RENDER_STATE_ROW_DATA_SELECTION, self._selection
        )
        if selected == 0:
            return Row(runs, (self._selection.start_x, self._selection.end_x))
        return Row(runs)

    def _runs(self, place: int, values: "array[int]") -> Iterator[Run]:
        known = self._known_cells
        texts: list[str] = []
        key: object = None
        style, link = PLAIN, ""
        for column, value in enumerate(values):
            cell = known.get(value) or self._learn(value)
            if not cell.cells:
                continue
            cell_link = self._link(column, place) if cell.is_linked else ""
            is_alone = cell.is_grapheme or cell.cells > 1
            if texts and (is_alone or cell.style_key != key or cell_link != link):
                yield Run("".join(texts), len(texts), style, link)
                texts = []
            if cell.style_key != key or cell_link != link:
                key, link = cell.style_key, cell_link
                style = self._style_of(column, cell.style_key)
            if is_alone:
                text = self._grapheme(column) if cell.is_grapheme else cell.text
                yield Run(text, cell.cells, style, link)
            else:
                texts.append(cell.text)
        if texts:
            yield Run("".join(texts), len(texts), style, link)

    def _learn(self, value: int) -> _Cell:
        if len(self._known_cells) >= _CELLS_KEPT:
            self._known_cells.clear()
        tag = self._int_of(value, lib.GHOSTTY_CELL_DATA_CONTENT_TAG)
        wide = self._int_of(value, lib.GHOSTTY_CELL_DATA_WIDE)
        lib.ghostty_cell_get(value, lib.GHOSTTY_CELL_DATA_STYLE_ID, self._u16)
        key: int | Rgb = self._u16[0]
        text = " "
        if tag in (lib.GHOSTTY_CELL_CONTENT_CODEPOINT, lib.GHOSTTY_CELL_CONTENT_CODEPOINT_GRAPHEME):
            lib.ghostty_cell_get(value, lib.GHOSTTY_CELL_DATA_CODEPOINT, self._u32)
            text = safe(chr(self._u32[0])) if self._u32[0] else " "
        elif tag == lib.GHOSTTY_CELL_CONTENT_BG_COLOR_PALETTE:
            lib.ghostty_cell_get(value, lib.GHOSTTY_CELL_DATA_COLOR_PALETTE, self._rgb)
            key = -1 - self._rgb.r
        else:
            lib.ghostty_cell_get(value, lib.GHOSTTY_CELL_DATA_COLOR_RGB, self._rgb)
            key = (self._rgb.r, self._rgb.g, self._rgb.b)
        cells = 2 if wide == lib.GHOSTTY_CELL_WIDE_WIDE else 1
        if wide == lib.GHOSTTY_CELL_WIDE_SPACER_TAIL:
            text, cells = "", 0
        lib.ghostty_cell_get(value, lib.GHOSTTY_CELL_DATA_HAS_HYPERLINK, self._bool)
        is_grapheme = tag == lib.GHOSTTY_CELL_CONTENT_CODEPOINT_GRAPHEME
        cell = self._known_cells[value] = _Cell(key, text, cells, is_grapheme, bool(self._bool[0]))
        return cell

    def _int_of(self, value: int, data: int) -> int:
        lib.ghostty_cell_get(value, data, self._int)
        return int(self._int[0])

    def _style_of(self, column: int, key: int | Rgb) -> Style:
        if key == 0:
            return PLAIN
        if isinstance(key, tuple):
            return Style(background=key)
        if key < 0:
            return Style(background=-1 - key)
        cells = self._cells[0]
        lib.ghostty_render_state_row_cells_select(cells, column)
        lib.ghostty_render_state_row_cells_get(
            cells, lib.GHOSTTY_RENDER_STATE_ROW_CELLS_DATA_STYLE, self._style
        )
        packed = bytes(self._style_bytes)
        style = self._known_styles.get(packed)
        if style is None:
            if len(self._known_styles) >= _CELLS_KEPT:
                self._known_styles.clear()
            style = self._known_styles[packed] = _style(self._style)
        return style

    def _grapheme(self, column: int) -> str:
        cells = self._cells[0]
        lib.ghostty_render_state_row_cells_select(cells, column)
        lib.ghostty_render_state_row_cells_get(
            cells, lib.GHOSTTY_RENDER_STATE_ROW_CELLS_DATA_GRAPHEMES_LEN, self._u32
        )
        length = self._u32[0]
        codepoints = self._codepoints
        if length > _GRAPHEME_LENGTH:  # a heap of combining marks
            codepoints = ffi.new("uint32_t[]", length)
        lib.ghostty_render_state_row_cells_get(
            cells, lib.GHOSTTY_RENDER_STATE_ROW_CELLS_DATA_GRAPHEMES_BUF, codepoints
        )
        return safe("".join(map(chr, codepoints[0 : min(length, _GRAPHEME_LENGTH)])))

    def _link(self, column: int, place: int) -> str:
        cell = grid_ref(self._terminal, column, place)
        length = ffi.new("size_t*")
        if cell is None or lib.ghostty_grid_ref_hyperlink_uri(cell, self._uri, _LINK_SIZE, length):
            return ""
        address = bytes(ffi.buffer(self._uri, length[0]))
        return address.decode("ascii") if _LINK.fullmatch(address) else ""


def _style(style: Any) -> Style:
    return Style(
        foreground=_colour(style.fg_color),
        background=_colour(style.bg_color),
        bold=bool(style.bold),
        faint=bool(style.faint),
        italic=bool(style.italic),
        underline=Underline(style.underline),
        blink=bool(style.blink),
        inverse=bool(style.inverse),
        invisible=bool(style.invisible),
        strikethrough=bool(style.strikethrough),
        overline=bool(style.overline),
    )


def _colour(colour: Any) -> Colour:
    if colour.tag == lib.GHOSTTY_STYLE_COLOR_PALETTE:
        return int(colour.value.palette)
    if colour.tag == lib.GHOSTTY_STYLE_COLOR_RGB:
        rgb = colour.value.rgb
        return (rgb.r, rgb.g, rgb.b)
    return None
