"""The emulator on libghostty-vt."""

from collections.abc import Sequence
from typing import Any, Final

from sidekicks_tui.model.limits import TERMINAL_SCROLLBACK_LINES
from sidekicks_tui.terminal.emulator import (
    Cursor,
    CursorShape,
    Mode,
    MouseAction,
    MouseButton,
    Position,
    Rgb,
    Row,
    Search,
)
from sidekicks_tui.terminal.ghostty.input import KeyEncoder, MouseEncoder, encode_focus, encode_paste
from sidekicks_tui.terminal.ghostty.library import Terminal, ffi, lib, scroll_viewport
from sidekicks_tui.terminal.ghostty.rows import RowReader
from sidekicks_tui.terminal.ghostty.search import GhosttySearch
from sidekicks_tui.terminal.ghostty.selection import Selection
from sidekicks_tui.terminal.keys import Key, Modifier

_BYTES_PER_CELL: Final = 10
"""That the scrollback takes, a little more than it does for text of few styles."""
_NO_LIMIT: Final = 1 << 60
_LARGEST: Final = 1000
"""Columns or rows; more are no screen but a mistake."""
_CELL_PIXELS: Final = (8, 16)
"""Width and height of a cell, for programs that ask."""
_EMPTY: Final = Row(())
_SHAPES: Final = {
    lib.GHOSTTY_RENDER_STATE_CURSOR_VISUAL_STYLE_BAR: CursorShape.BAR,
    lib.GHOSTTY_RENDER_STATE_CURSOR_VISUAL_STYLE_UNDERLINE: CursorShape.UNDERLINE,
}


class GhosttyEmulator:
    def __init__(self, columns: int, rows: int) -> None:
        self.title = ""
        self.bells = 0
        self._size = _size(columns, rows)
        # A limit in lines costs four fifths of the throughput: the limit in bytes is to be met first.
        self._terminal = Terminal(*self._size, scrollback=_NO_LIMIT)
        self._replies: list[bytes] = []
        self._terminal.on_reply(self._replies.append)
        self._callbacks = self._listen()
        self._limit_scrollback()
        self._set(
            lib.GHOSTTY_TERMINAL_OPT_MODE_DEFAULT,
            ffi.new("GhosttyTerminalModeConfig*", {"mode": int(Mode.GRAPHEMES), "value": True}),
        )
        self._set(
            lib.GHOSTTY_TERMINAL_OPT_MODE,
            ffi.new("GhosttyTerminalModeConfig*", {"mode": int(Mode.GRAPHEMES), "value": True}),
        )
        self._reader = RowReader(self._terminal)
        self._rows: list[Row] = []
        self._keys = KeyEncoder(self._terminal)
        self._mouse = MouseEncoder(self._terminal)
        self._selection = Selection(self._terminal)
        self._search: GhosttySearch | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    def feed(self, data: bytes) -> None:
        lib.ghostty_terminal_vt_write(self._handle, data, len(data))

    def take_replies(self) -> bytes:
        replies = b"".join(self._replies)
        self._replies.clear()
        return replies

    def resize(self, columns: int, rows: int) -> None:
        self._size = _size(columns, rows)
        self._limit_scrollback()
        self._terminal.resize(*self._size)

    def reset(self) -> None:
        lib.ghostty_terminal_reset(self._handle)
        self.title = ""
        self._replies.clear()

    def use_colours(self, foreground: Rgb, background: Rgb) -> None:
        for option, rgb in (
            (lib.GHOSTTY_TERMINAL_OPT_COLOR_FOREGROUND, foreground),
            (lib.GHOSTTY_TERMINAL_OPT_COLOR_BACKGROUND, background),
        ):
            self._set(option, ffi.new("GhosttyColorRgb*", rgb))

    def update(self) -> Sequence[int]:
        count = self._size[1]
        if len(self._rows) != count:
            self._rows = [_EMPTY] * count
        changed = []
        for place, row in self._reader.changes():
            # A scroll makes all rows dirty: only those that look different are told.
            if place < count and row != self._rows[place]:
                self._rows[place] = row
                changed.append(place)
        return changed

    def row(self, place: int) -> Row:
        return self._rows[place] if place < len(self._rows) else _EMPTY

    @property
    def cursor(self) -> Cursor | None:
        cursor = self._reader.cursor()
        if cursor is None:
            return None
        shape = _SHAPES.get(cursor.visual_style, CursorShape.BLOCK)
        return Cursor(cursor.viewport_x, cursor.viewport_y, shape)

    def mode(self, mode: Mode) -> bool:
        return bool(self._terminal.mode(int(mode)))

    @property
    def on_alternate_screen(self) -> bool:
        return bool(self._terminal.get("active_screen", "int") == lib.GHOSTTY_TERMINAL_SCREEN_ALTERNATE)

    @property
    def takes_mouse(self) -> bool:
        return bool(self._terminal.get("mouse_tracking", "bool"))

    @property
    def position(self) -> Position:
        bar = self._terminal.get("scrollbar", "GhosttyTerminalScrollbar")
        return Position(int(bar.offset), int(bar.len), int(bar.total))

    def scroll(self, rows: int) -> None:
        scroll_viewport(self._handle, lib.GHOSTTY_SCROLL_VIEWPORT_DELTA, rows)

    def scroll_to_end(self) -> None:
        scroll_viewport(self._handle, lib.GHOSTTY_SCROLL_VIEWPORT_BOTTOM)

    def select(self, column: int, row: int) -> None:
        self._selection.begin(column, row)

    def select_to(self, column: int, row: int) -> None:
        self._selection.extend(column, row)

    def select_word(self, column: int, row: int) -> None:
        self._selection.word(column, row)

    def select_line(self, column: int, row: int) -> None:
        self._selection.line(column, row)

    def unselect(self) -> None:
        self._selection.clear()

    def selected_text(self) -> str:
        return self._selection.text()

    def search(self, words: str) -> Search:
        if self._search is not None:
            self._search.close()
        self._search = GhosttySearch(self._terminal, words)
        return self._search

    def encode_key(self, key: Key) -> bytes:
        return self._keys.encode(key)

    def encode_mouse(
        self, action: MouseAction, button: MouseButton, column: int, row: int, modifiers: Modifier
    ) -> bytes:
        return self._mouse.encode(action, button, column, row, modifiers)

    def encode_paste(self, text: str) -> bytes:
        return encode_paste(text, self.mode(Mode.BRACKETED_PASTE))

    def encode_focus(self, gained: bool) -> bytes:
        return encode_focus(gained) if self.mode(Mode.FOCUS_EVENTS) else b""

    def close(self) -> None:
        if self._search is not None:
            self._search.close()
        self._keys.close()
        self._mouse.close()
        self._reader.close()
        self._terminal.close()

    @property
    def _handle(self) -> Any:
        return self._terminal._t[0]

    def _set(self, option: int, value: Any) -> None:
        lib.ghostty_terminal_set(self._handle, option, value)

    def _limit_scrollback(self) -> None:
        size = TERMINAL_SCROLLBACK_LINES * self._size[0] * _BYTES_PER_CELL
        self._set(lib.GHOSTTY_TERMINAL_OPT_SCROLLBACK_MAX_BYTES, ffi.new("size_t*", size))

    def _listen(self) -> tuple[Any, ...]:
        """What the library calls while it is fed; to be kept as long as the terminal is."""
        callbacks = (
            (lib.GHOSTTY_TERMINAL_OPT_BELL, "GhosttyTerminalBellFn", self._on_bell),
            (lib.GHOSTTY_TERMINAL_OPT_TITLE_CHANGED, "GhosttyTerminalTitleChangedFn", self._on_title),
            (lib.GHOSTTY_TERMINAL_OPT_SIZE, "GhosttyTerminalSizeFn", self._on_size),
        )
        kept = []
        for option, kind, function in callbacks:
            callback = ffi.callback(kind, function)
            self._set(option, callback)
            kept.append(callback)
        return tuple(kept)

    def _on_bell(self, _terminal: Any, _data: Any) -> None:
        self.bells += 1

    def _on_title(self, _terminal: Any, _data: Any) -> None:
        text = self._terminal.get("title", "GhosttyString")
        self.title = bytes(ffi.buffer(text.ptr, text.len)).decode("utf-8", "replace") if text.len else ""

    def _on_size(self, _terminal: Any, _data: Any, size: Any) -> bool:
        size.columns, size.rows = self._size
        size.cell_width, size.cell_height = _CELL_PIXELS
        return True


def _size(columns: int, rows: int) -> tuple[int, int]:
    return min(max(1, columns), _LARGEST), min(max(1, rows), _LARGEST)
