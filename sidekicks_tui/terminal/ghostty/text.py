"""Characters of cells, safe to write on another terminal."""

import unicodedata
from typing import Final

_REPLACEMENT: Final = "\ufffd"
_JOINERS: Final = frozenset("\u200c\u200d")
_TAGS: Final = range(0xE0020, 0xE0080)
"""They spell the flags of regions within an emoji."""


def safe(grapheme: str) -> str:
    """`grapheme` without what reorders, hides or controls; never empty."""
    if grapheme.isprintable():
        return grapheme
    kept = "".join(filter(_is_safe, grapheme))
    # A joiner alone has no width, but its cell has.
    return kept if kept.strip("\u200c\u200d") else _REPLACEMENT


def _is_safe(character: str) -> bool:
    if character.isprintable() or character in _JOINERS or ord(character) in _TAGS:
        return True
    # Other spaces than the common one are not "printable"; private use is drawn by many fonts.
    return unicodedata.category(character) in ("Zs", "Co")
