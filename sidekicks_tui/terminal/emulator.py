"""What a terminal without a screen can do: bytes in, rows of styled text out, keys to bytes.

One thread at a time. Columns and rows count from 0; a row in sight is told by its place on the screen,
whatever is scrolled back to.
"""

from collections.abc import Sequence
from enum import Enum, IntEnum
from typing import NamedTuple, Protocol, TypeAlias

from sidekicks_tui.terminal.keys import Key, Modifier

Rgb: TypeAlias = tuple[int, int, int]
Colour: TypeAlias = int | Rgb | None
"""A place in the palette of 256, or red, green and blue from 0 to 255; None is the terminal's own."""


class Underline(IntEnum):
    NONE = 0
    SINGLE = 1
    DOUBLE = 2
    CURLY = 3
    DOTTED = 4
    DASHED = 5


class Style(NamedTuple):
    foreground: Colour = None
    background: Colour = None
    bold: bool = False
    faint: bool = False
    italic: bool = False
    underline: Underline = Underline.NONE
    blink: bool = False
    inverse: bool = False
    invisible: bool = False
    strikethrough: bool = False
    overline: bool = False


PLAIN = Style()


class Run(NamedTuple):
    """Neighbouring cells of one style: narrow characters, or a single one that is wide or made of several."""

    text: str
    """Safe to write on another terminal: no controls, nothing that reorders or hides text."""
    cells: int
    style: Style
    link: str = ""
    """The address that it leads to (OSC 8)."""


class Row(NamedTuple):
    runs: tuple[Run, ...]
    selected: tuple[int, int] | None = None
    """First and last column that are selected."""

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


class CursorShape(Enum):
    BAR = "bar"
    BLOCK = "block"
    UNDERLINE = "underline"


class Cursor(NamedTuple):
    column: int
    row: int
    shape: CursorShape


class Position(NamedTuple):
    """Which rows of all that are kept are in sight."""

    first: int
    """The uppermost row in sight, from the oldest."""
    rows: int
    total: int

    @property
    def below(self) -> int:
        """Rows below the sight: 0 at the end."""
        return max(0, self.total - self.first - self.rows)


class MouseAction(Enum):
    PRESS = "press"
    RELEASE = "release"
    MOVE = "move"


class MouseButton(Enum):
    NONE = "none"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    WHEEL_UP = "wheel up"
    WHEEL_DOWN = "wheel down"


class Mode(IntEnum):
    """DEC private modes that matter to who shows the terminal."""

    APPLICATION_CURSOR = 1
    ORIGIN = 6
    WRAP = 7
    FOCUS_EVENTS = 1004
    WHEEL_AS_ARROWS = 1007
    BRACKETED_PASTE = 2004
    SYNCHRONIZED = 2026
    """What is drawn is to be shown when this ends."""
    GRAPHEMES = 2027


class Search(Protocol):
    """Words looked for in all that is kept; what is found stays right while the terminal goes on."""

    @property
    def found(self) -> int:
        """How many matches are known by now."""
        ...

    @property
    def at(self) -> int | None:
        """The chosen match, from the newest; None when none is chosen."""
        ...

    def work(self) -> bool:
        """Look through a piece, for at most a few milliseconds; whether there is more to look through."""
        ...

    def step(self, older: bool) -> None:
        """Choose the next match, select it and scroll to it."""
        ...

    def close(self) -> None: ...


class Emulator(Protocol):
    title: str
    """As the program set it; foreign text."""
    bells: int
    """How often it rang."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        ...

    def feed(self, data: bytes) -> None:
        """What the program printed, in pieces cut anywhere. Never fails, whatever it is."""
        ...

    def take_replies(self) -> bytes:
        """What the program is to be told since the last time: answers to its questions."""
        ...

    def resize(self, columns: int, rows: int) -> None:
        """The rows of the primary screen and the scrollback are wrapped anew."""
        ...

    def reset(self) -> None:
        """As new: nothing on the screen, no scrollback, no modes."""
        ...

    def use_colours(self, foreground: Rgb, background: Rgb) -> None:
        """What a program is told that asks for the terminal's own colours."""
        ...

    def update(self) -> Sequence[int]:
        """Take over what happened; the rows in sight that look different from before."""
        ...

    def row(self, place: int) -> Row:
        """A row in sight, as of the last `update`."""
        ...

    @property
    def cursor(self) -> Cursor | None:
        """As of the last `update`; None when it is hidden or out of sight."""
        ...

    def mode(self, mode: Mode) -> bool: ...

    @property
    def on_alternate_screen(self) -> bool: ...

    @property
    def takes_mouse(self) -> bool:
        """The program wants to hear of the mouse."""
        ...

    @property
    def position(self) -> Position: ...

    def scroll(self, rows: int) -> None:
        """Towards newer rows by `rows`, towards older ones when negative."""
        ...

    def scroll_to_end(self) -> None: ...

    def select(self, column: int, row: int) -> None:
        """Begin a selection at a cell in sight."""
        ...

    def select_to(self, column: int, row: int) -> None:
        """Extend it to another cell in sight."""
        ...

    def select_word(self, column: int, row: int) -> None: ...

    def select_line(self, column: int, row: int) -> None: ...

    def unselect(self) -> None: ...

    def selected_text(self) -> str:
        """Foreign text; a line that was wrapped is one line."""
        ...

    def search(self, words: str) -> Search:
        """Look for `words`, whatever their case; a search before is closed."""
        ...

    def encode_key(self, key: Key) -> bytes: ...

    def encode_mouse(
        self, action: MouseAction, button: MouseButton, column: int, row: int, modifiers: Modifier
    ) -> bytes:
        """Empty when the program does not want to hear of it."""
        ...

    def encode_paste(self, text: str) -> bytes:
        """A pasted text cannot end its own brackets."""
        ...

    def encode_focus(self, gained: bool) -> bytes: ...

    def close(self) -> None:
        """Nothing else may be asked afterwards."""
        ...
