"""Whether a text is one character as a person counts them."""

import unicodedata
from typing import Final

_JOINER: Final = "\u200d"


def is_one_character(text: str) -> bool:
    """One letter or sign with its accents, one emoji with its variations, one family, one flag."""
    text = unicodedata.normalize("NFC", text)
    if len(text) == 2 and all(_is_regional(character) for character in text):
        return True
    expects_base = True
    for character in text:
        if expects_base:
            if _extends(character) or unicodedata.category(character)[0] in "CZ":
                return False
            expects_base = False
        elif character == _JOINER:
            expects_base = True
        elif not _extends(character):
            return False
    return not expects_base


def _extends(character: str) -> bool:
    """A combining mark, a variation selector, a skin tone, or a letter of a subdivision's flag."""
    return (
        unicodedata.category(character)[0] == "M"
        or 0x1F3FB <= ord(character) <= 0x1F3FF
        or 0xE0020 <= ord(character) <= 0xE007F
    )


def _is_regional(character: str) -> bool:
    return 0x1F1E6 <= ord(character) <= 0x1F1FF
