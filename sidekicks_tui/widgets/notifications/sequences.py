"""Desktop notifications in the words of each terminal.

There are three dialects, and no terminal says which it understands. One that it does not know it ignores, so
a terminal that nothing is known of gets the oldest. Inside of tmux they are passed on to the terminal around
it, where `allow-passthrough` is on.
"""

import base64
import os
from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from sidekicks_tui.model.visible import visible_line

BELL: Final = "\a"
_END: Final = "\x1b\\"
_LONGEST: Final = 200
"""Characters; a notification is a line or two."""


class Dialect(Enum):
    NONE = auto()
    OSC_9 = auto()
    """iTerm2's: one text."""
    OSC_777 = auto()
    """rxvt-unicode's: a title and a text."""
    OSC_99 = auto()
    """kitty's: both, and bringing the window forward when it is clicked."""


_BY_PROGRAM: Final = {
    "apple_terminal": Dialect.NONE,
    "ghostty": Dialect.OSC_777,
    "iterm.app": Dialect.OSC_9,
    "kitty": Dialect.OSC_99,
    "warpterminal": Dialect.OSC_777,
    "wezterm": Dialect.OSC_777,
}
"""By `TERM_PROGRAM`, in small letters."""
_BY_TERM: Final = (
    ("xterm-kitty", Dialect.OSC_99),
    ("xterm-ghostty", Dialect.OSC_777),
    ("foot", Dialect.OSC_777),
    ("rxvt", Dialect.OSC_777),
    ("contour", Dialect.OSC_777),
    ("linux", Dialect.NONE),
    ("vt", Dialect.NONE),
)
"""By what `TERM` begins with: all that is known over SSH."""


def dialect(environ: Mapping[str, str] = os.environ) -> Dialect:
    """What the terminal around this program understands, as its environment tells."""
    program = environ.get("TERM_PROGRAM", "").lower()
    if program in _BY_PROGRAM:
        return _BY_PROGRAM[program]
    if environ.get("KITTY_WINDOW_ID"):
        return Dialect.OSC_99
    if environ.get("VTE_VERSION"):
        return Dialect.OSC_777
    term = environ.get("TERM", "")
    return next((known for name, known in _BY_TERM if term.startswith(name)), Dialect.OSC_9)


def notification(title: str, text: str, dialect: Dialect, *, in_tmux: bool) -> str:
    """The sequence that shows `text` under `title`, whatever is in them; empty where there is no way."""
    title, text = _line(title), _line(text)
    match dialect:
        case Dialect.NONE:
            return ""
        case Dialect.OSC_9:
            # A text that begins with a digit and a semicolon would be a command of ConEmu's.
            sequence = f"\x1b]9;{title}: {text}{_END}"
        case Dialect.OSC_777:
            sequence = f"\x1b]777;notify;{title.replace(';', ',')};{text}{_END}"
        case Dialect.OSC_99:
            sequence = (
                f"\x1b]99;i=sidekicks:d=0:e=1:p=title;{_base64(title)}{_END}"
                f"\x1b]99;i=sidekicks:d=1:e=1:p=body;{_base64(text)}{_END}"
            )
    if in_tmux:
        escaped = sequence.replace("\x1b", "\x1b\x1b")
        return f"\x1bPtmux;{escaped}{_END}"
    return sequence


def _line(text: str) -> str:
    line = visible_line(text)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
