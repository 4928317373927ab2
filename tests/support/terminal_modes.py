"""What a program has changed of a terminal, by all that it wrote: for tests that want it back as it was."""

import re
from collections import Counter

_PRIVATE = re.compile(r"\x1b\[\?([0-9;]+)([hl])")
_KEYBOARD = re.compile(r"\x1b\[([<>])[0-9]*u")
_TITLE = re.compile(r"\x1b\[(2[23])(?:;[0-9]+)*t")
_SGR = re.compile(r"\x1b\[([0-9;]*)m")
_REGION = re.compile(r"\x1b\[([0-9;]*)r")
_ON_AT_FIRST = {"7", "25"}
"""Line wrap and the cursor; every other mode is off in a terminal that nobody has touched."""


def changed_modes(written: str) -> set[str]:
    """The modes that are not as they were before `written`; empty when everything was given back."""
    private: dict[str, str] = {}
    for found in _PRIVATE.finditer(written):
        private.update(dict.fromkeys(found[1].split(";"), found[2]))
    changed = {mode for mode, state in private.items() if (state == "h") != (mode in _ON_AT_FIRST)}
    if _depth(_KEYBOARD.findall(written), ">", "<"):
        changed.add("keyboard")
    if _depth(_TITLE.findall(written), "22", "23"):
        changed.add("title")
    if (pens := _SGR.findall(written)) and pens[-1] not in ("", "0"):
        changed.add("pen")
    if (regions := _REGION.findall(written)) and regions[-1]:
        changed.add("scroll region")
    return changed


def _depth(found: list[str], push: str, pop: str) -> int:
    count = Counter(found)
    return count[push] - count[pop]
