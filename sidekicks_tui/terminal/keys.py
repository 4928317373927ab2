"""A pressed key, as a terminal is told of it."""

from enum import IntFlag
from typing import Final, NamedTuple


class Modifier(IntFlag):
    NONE = 0
    SHIFT = 1
    CTRL = 2
    ALT = 4
    SUPER = 8


_MODIFIERS: Final = {
    "shift": Modifier.SHIFT,
    "ctrl": Modifier.CTRL,
    "alt": Modifier.ALT,
    "super": Modifier.SUPER,
    "meta": Modifier.ALT,
    "hyper": Modifier.NONE,
}
_CHARACTERS: Final = {
    "space": " ",
    "exclamation_mark": "!",
    "quotation_mark": '"',
    "number_sign": "#",
    "dollar_sign": "$",
    "percent_sign": "%",
    "ampersand": "&",
    "apostrophe": "'",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "asterisk": "*",
    "plus": "+",
    "comma": ",",
    "minus": "-",
    "full_stop": ".",
    "slash": "/",
    "colon": ":",
    "semicolon": ";",
    "less_than_sign": "<",
    "equals_sign": "=",
    "greater_than_sign": ">",
    "question_mark": "?",
    "at": "@",
    "left_square_bracket": "[",
    "backslash": "\\",
    "right_square_bracket": "]",
    "circumflex_accent": "^",
    "underscore": "_",
    "grave_accent": "`",
    "left_curly_bracket": "{",
    "vertical_line": "|",
    "right_curly_bracket": "}",
    "tilde": "~",
}


class Key(NamedTuple):
    name: str
    """`up`, `f5`, `enter`, or the character that the key types without a modifier."""
    modifiers: Modifier = Modifier.NONE
    text: str = ""
    """What it types; empty for a key that types nothing."""


def read_key(spelling: str, character: str | None) -> Key:
    """The key that is spelled `ctrl+shift+up`, `question_mark` or `a`, and types `character`."""
    *prefixes, name = spelling.split("+")
    modifiers = Modifier.NONE
    for prefix in prefixes:
        modifiers |= _MODIFIERS.get(prefix, Modifier.NONE)
    name = _CHARACTERS.get(name, name)
    if len(name) == 1 and name.isupper():
        modifiers, name = modifiers | Modifier.SHIFT, name.lower()
    if len(name) > 1:
        # A name of one of Unicode's characters has no key of its own: what counts is what it types.
        if character is not None and character.isprintable():
            return Key(character, modifiers, character)
        return Key(name, modifiers)
    if modifiers & (Modifier.ALT | Modifier.CTRL | Modifier.SUPER):
        text = name.upper() if modifiers & Modifier.SHIFT else name
    else:
        text = character if character is not None and character.isprintable() else name
    return Key(name, modifiers, text)
