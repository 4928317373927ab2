"""Text of a file in a form that can be edited: one sign for each character that a terminal would obey.

The editor splits its text at everything that Unicode calls a line separator, and shows what it holds as it
is. So what is neither printable nor an ordinary line feed or tab is shown as a sign of its own, and becomes
again what it was when the text is taken out.
"""

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


def disguise(text: str) -> str | None:
    """`text` to be edited; None when it holds one of the signs itself, so that it could not be told apart."""
    if text.isascii() and text.isprintable():
        return text
    if any(ord(character) in _HIDDEN for character in text):
        return None
    return text.translate(_SHOWN)


def reveal(edited: str) -> str:
    """The text that `edited` stands for."""
    return edited.translate(_HIDDEN)
