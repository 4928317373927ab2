"""What is selected. The library keeps it in its place while the terminal goes on."""

from collections.abc import Callable
from typing import Any

from sidekicks_tui.terminal.ghostty.library import Terminal, ffi, grid_ref, init_sized, lib


class Selection:
    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    def begin(self, column: int, row: int) -> None:
        cell = grid_ref(self._terminal, column, row)
        if cell is not None:
            selection = init_sized("GhosttySelection")
            selection.start = selection.end = cell[0]
            self._put(selection)

    def extend(self, column: int, row: int) -> None:
        selection, cell = self._current(), grid_ref(self._terminal, column, row)
        if selection is not None and cell is not None:
            selection.end = cell[0]
            self._put(selection)

    def word(self, column: int, row: int) -> None:
        self._find("GhosttyTerminalSelectWordOptions", lib.ghostty_terminal_select_word, column, row)

    def line(self, column: int, row: int) -> None:
        self._find("GhosttyTerminalSelectLineOptions", lib.ghostty_terminal_select_line, column, row)

    def clear(self) -> None:
        self._put(ffi.NULL)

    def text(self) -> str:
        selection = self._current()
        return self._terminal._format_sel(selection, unwrap=True) if selection is not None else ""

    def _find(self, options: str, find: Callable[..., int], column: int, row: int) -> None:
        cell = grid_ref(self._terminal, column, row)
        if cell is None:
            return
        wanted, selection = init_sized(options), init_sized("GhosttySelection")
        wanted.ref = cell[0]
        if find(self._terminal._t[0], wanted, selection) == 0:
            self._put(selection)

    def _current(self) -> Any | None:
        selection = init_sized("GhosttySelection")
        found = lib.ghostty_terminal_get(self._terminal._t[0], lib.GHOSTTY_TERMINAL_DATA_SELECTION, selection)
        return selection if found == 0 else None

    def _put(self, selection: Any) -> None:
        lib.ghostty_terminal_set(self._terminal._t[0], lib.GHOSTTY_TERMINAL_OPT_SELECTION, selection)
