"""Words looked for in all that is kept."""

from time import perf_counter
from typing import Final

from sidekicks_tui.terminal.ghostty.library import Terminal, ffi, init_sized, lib, new_object, release

_PIECE: Final = 0.003
"""Seconds that a piece of the work may take."""


class GhosttySearch:
    def __init__(self, terminal: Terminal, words: str) -> None:
        self._terminal = terminal
        self._search = new_object("GhosttySearch", lib.ghostty_search_new, terminal._t[0])
        self._status = ffi.new("GhosttySearchStatus*")
        self._number = ffi.new("size_t*")
        data = words.encode("utf-8", "replace")
        kept = ffi.from_buffer(data)
        needle = ffi.new("GhosttyString*", {"ptr": ffi.cast("uint8_t*", kept), "len": len(data)})
        lib.ghostty_search_set(self._search[0], lib.GHOSTTY_SEARCH_OPT_NEEDLE, needle)

    @property
    def found(self) -> int:
        return self._get(lib.GHOSTTY_SEARCH_DATA_TOTAL_MATCHES) or 0

    @property
    def at(self) -> int | None:
        return self._get(lib.GHOSTTY_SEARCH_DATA_SELECTED_INDEX)

    def work(self) -> bool:
        end = perf_counter() + _PIECE
        while perf_counter() < end:
            if lib.ghostty_search_tick(self._search[0], self._status):
                return False
            if self._status[0] == lib.GHOSTTY_SEARCH_STATUS_COMPLETE:
                return False
            if self._status[0] == lib.GHOSTTY_SEARCH_STATUS_FEED_REQUIRED:
                lib.ghostty_search_feed(self._search[0])
        return True

    def step(self, older: bool) -> None:
        option = lib.GHOSTTY_SEARCH_OPT_SELECT_NEXT if older else lib.GHOSTTY_SEARCH_OPT_SELECT_PREV
        lib.ghostty_search_set(self._search[0], option, ffi.NULL)
        match = init_sized("GhosttySelection")
        if lib.ghostty_search_get(self._search[0], lib.GHOSTTY_SEARCH_DATA_SELECTED_MATCH, match) == 0:
            lib.ghostty_terminal_set(self._terminal._t[0], lib.GHOSTTY_TERMINAL_OPT_SELECTION, match)

    def close(self) -> None:
        release(self._search, lib.ghostty_search_free)

    def _get(self, data: int) -> int | None:
        if lib.ghostty_search_get(self._search[0], data, self._number):
            return None
        return int(self._number[0])
