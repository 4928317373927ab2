"""Foreign text made safe to show.

What agents, files, logs and names contain is text, never an instruction to the terminal. Control characters
(C0, DEL, C1), bidirectional overrides and isolates, and invisible format characters that could hide or forge
text become visible signs; line feeds and tabs may stay.
"""

import re
from typing import Final

_PICTURES: Final = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "␡"}
_C1: Final = {code: f"‹{code:02X}›" for code in range(0x80, 0xA0)}
_INVISIBLE: Final = (
    *range(0x202A, 0x202F),  # bidirectional embeddings and overrides
    *range(0x2066, 0x206A),  # bidirectional isolates
    0x061C, 0x200E, 0x200F,  # bidirectional marks
    0x2028, 0x2029,          # line and paragraph separators
    0xFEFF,                  # byte order mark, zero-width no-break space
    0xFFF9, 0xFFFA, 0xFFFB,  # interlinear annotation
    *range(0xE0000, 0xE0020),  # tags outside of a flag's emoji sequence
)  # fmt: skip
_MARKS: Final = {code: f"‹{code:04X}›" for code in _INVISIBLE}
_TABLE: Final = _PICTURES | _C1 | _MARKS
_LONE_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_SUSPECT: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e001f\ud800-\udfff]"
)
_BLOCK_TABLE: Final = {code: sign for code, sign in _TABLE.items() if code not in (0x09, 0x0A)}


def visible(text: str) -> str:
    """`text` for a block of lines: line feeds and tabs stay, a carriage return before a line feed goes."""
    if _SUSPECT.search(text) is None:
        return text
    text = text.replace("\r\n", "\n")
    return _LONE_SURROGATES.sub("\ufffd", text.translate(_BLOCK_TABLE))


def visible_line(text: str) -> str:
    """`text` for one line: names, titles, paths. Line feeds and tabs become signs as well."""
    if text.isprintable() and text.isascii():
        return text
    return _LONE_SURROGATES.sub("\ufffd", text.translate(_TABLE))
