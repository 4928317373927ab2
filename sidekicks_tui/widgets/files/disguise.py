"""Text of a file in a form that can be edited: one sign for each character that a terminal would obey.

The editor splits its text at everything that Unicode calls a line separator, and shows what it holds as it
is. So what is neither printable nor an ordinary line feed or tab is shown as a sign of its own, and becomes
again what it was when the text is taken out.
"""

import re
from typing import Final

_PICTURES: Final = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)} | {0x7F: 0x2421}
_MARKS: Final = (
    *range(0x80, 0xA0), 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, *range(0x202A, 0x202F),
    *range(0x2066, 0x206A), 0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0020),
)  # fmt: skip
_PRIVATE: Final = 0xF0000
"""Characters of nobody, which terminals show as a box: for what has no picture."""
_SHOWN: Final = _PICTURES | {code: _PRIVATE + number for number, code in enumerate(_MARKS)}
_HIDDEN: Final = {sign: code for code, sign in _SHOWN.items()}
_ODD: Final = re.compile(f"[{re.escape(''.join(map(chr, _SHOWN)))}]")
_ODD_ASCII: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_SIGNS: Final = re.compile(f"[{re.escape(''.join(map(chr, _HIDDEN)))}]")


def disguise(text: str) -> str | None:
    """`text` to be edited; None when it holds one of the signs itself, so that it could not be told apart."""
    if text.isascii() and not _ODD_ASCII.search(text):
        return text
    if _SIGNS.search(text):
        return None
    return text.translate(_SHOWN) if _ODD.search(text) else text


def reveal(edited: str) -> str:
    """The text that `edited` stands for."""
    return edited if edited.isascii() else edited.translate(_HIDDEN)
