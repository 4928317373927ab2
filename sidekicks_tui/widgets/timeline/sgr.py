"""What programs print, as runs: their colours are kept, whatever else they say to a terminal is not.

Colours begin anew with each line, so that a line can be drawn without those above it. A carriage return
starts the line again, as a progress bar means it.
"""

import re
from typing import Final

from sidekicks_tui.model.visible import visible
from sidekicks_tui.widgets.timeline.ink import Ink, Runs

_CONTROL: Final = re.compile(
    r"\x1b\[(?P<sgr>[0-9;:]*)m"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]P^_X]|[\x9d\x90\x9e\x9f\x98])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]"
)
_NAMES: Final = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_TAB: Final = 8


def printed_runs(line: str, ink: Ink) -> Runs:
    """The runs of one printed line; `ink` is that of text without a colour."""
    line = line.rstrip("\r")
    if "\r" in line:
        line = line.rpartition("\r")[2]
    if line.isprintable():
        return [(line, ink)] if line else []
    line = line.expandtabs(_TAB)
    runs: Runs = []
    current = ink
    end = 0
    for found in _CONTROL.finditer(line):
        _add(runs, line[end : found.start()], current)
        end = found.end()
        if found["sgr"] is not None:
            current = _changed(current, found["sgr"], ink)
    _add(runs, line[end:], current)
    return runs


def _add(runs: Runs, text: str, ink: Ink) -> None:
    if text:
        runs.append((visible(text), ink))


def _changed(ink: Ink, parameters: str, plain: Ink) -> Ink:
    """`ink` after an SGR sequence; what it does not know changes nothing."""
    codes = [int(code) if code.isdecimal() else 0 for code in re.split("[;:]", parameters)]
    index = 0
    while index < len(codes):
        code = codes[index]
        index += 1
        if code == 0:
            ink = plain
        elif code in (38, 48):
            color, index = _extended(codes, index)
            if color:
                ink = ink._replace(color=color) if code == 38 else ink._replace(background=color)
        else:
            ink = _simple(ink, code, plain)
    return ink


def _simple(ink: Ink, code: int, plain: Ink) -> Ink:
    match code:
        case 1:
            return ink._replace(bold=True)
        case 3:
            return ink._replace(italic=True)
        case 4:
            return ink._replace(underline=True)
        case 7:
            return ink._replace(reverse=True)
        case 9:
            return ink._replace(strike=True)
        case 22:
            return ink._replace(bold=False)
        case 23:
            return ink._replace(italic=False)
        case 24:
            return ink._replace(underline=False)
        case 27:
            return ink._replace(reverse=False)
        case 29:
            return ink._replace(strike=False)
        case 39:
            return ink._replace(color=plain.color)
        case 49:
            return ink._replace(background=plain.background)
    if 30 <= code <= 37:
        return ink._replace(color=_NAMES[code - 30])
    if 90 <= code <= 97:
        return ink._replace(color=f"bright_{_NAMES[code - 90]}")
    if 40 <= code <= 47:
        return ink._replace(background=_NAMES[code - 40])
    if 100 <= code <= 107:
        return ink._replace(background=f"bright_{_NAMES[code - 100]}")
    return ink


def _extended(codes: list[int], index: int) -> tuple[str, int]:
    """The colour that follows a 38 or 48, and where the codes go on."""
    if codes[index : index + 1] == [5] and index + 1 < len(codes):
        return f"color({min(255, codes[index + 1])})", index + 2
    if codes[index : index + 1] == [2] and index + 3 < len(codes):
        red, green, blue = (min(255, value) for value in codes[index + 1 : index + 4])
        return f"#{red:02x}{green:02x}{blue:02x}", index + 4
    return "", len(codes)
