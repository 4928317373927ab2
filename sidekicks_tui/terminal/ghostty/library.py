"""The library, and how its calls are made. A call that is refused answers with a number other than 0."""

from typing import Any, Final

from pyghostty import Terminal, ffi, lib
from pyghostty._ffi import union_fn
from pyghostty.core import init_sized

__all__ = [
    "OUT_OF_SPACE",
    "Terminal",
    "encoded",
    "ffi",
    "grid_ref",
    "init_sized",
    "lib",
    "new_object",
    "release",
    "scroll_viewport",
]

OUT_OF_SPACE: Final = lib.GHOSTTY_OUT_OF_SPACE
_ENCODED_SIZE: Final = 128

# The union that scrolls is passed by value, which cffi cannot do: a structure of the same layout can.
ffi.cdef(
    "typedef struct { GhosttyTerminalScrollViewportTag tag; struct { int64_t delta; uint64_t _pad; } value; }"
    " SidekicksScroll;"
)
_scroll: Final = union_fn("ghostty_terminal_scroll_viewport", "void(*)(GhosttyTerminal, SidekicksScroll)")


def new_object(kind: str, create: Any, *more: Any) -> Any:
    """The pointer to an object of `kind` that `create` makes. Raises `MemoryError`."""
    pointer = ffi.new(f"{kind}*")
    if create(ffi.NULL, pointer, *more):
        raise MemoryError(f"no {kind} could be made")
    return pointer


def release(pointer: Any, free: Any) -> None:
    """Free what `new_object` made; what is done with it later is refused."""
    free(pointer[0])
    pointer[0] = ffi.NULL


def encoded(encode: Any, *arguments: Any) -> bytes:
    """The bytes that `encode` writes for `arguments`; empty when it has none."""
    size = _ENCODED_SIZE
    length = ffi.new("size_t*")
    while True:
        buffer = ffi.new("char[]", size)
        result = encode(*arguments, buffer, size, length)
        if result == 0:
            return bytes(ffi.buffer(buffer, length[0]))
        if result != OUT_OF_SPACE or length[0] <= size:
            return b""
        size = length[0]


def scroll_viewport(terminal: Any, tag: int, rows: int = 0) -> None:
    scroll = ffi.new("SidekicksScroll*")
    scroll.tag = tag
    scroll.value.delta = rows
    _scroll(terminal, scroll[0])


def grid_ref(terminal: Terminal, column: int, row: int) -> Any | None:
    """The cell in sight; None outside of the screen. Good until the terminal changes."""
    columns, rows = terminal.size
    if not (0 <= column < columns and 0 <= row < rows):
        return None
    return terminal.ref(column, row, "viewport")
