"""Long pastes, folded to a short sign while one writes and unfolded when the message is sent."""

import re
from typing import Final

from sidekicks_tui.locale import _

FOLD_LINES: Final = 20
FOLD_LENGTH: Final = 4000
_SIGN: Final = re.compile(r"\[[^\[\]\n]*#(\d+)[^\[\]\n]*\]")


class Pastes:
    """The pasted texts that the signs of one draft stand for."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def fold(self, text: str) -> str:
        """`text` itself when it is short, otherwise the sign that stands for it."""
        lines = text.count("\n") + 1
        if lines <= FOLD_LINES and len(text) <= FOLD_LENGTH:
            return text
        size = (
            _("{count} lines").format(count=f"{lines:,}")
            if lines > 1
            else _("{count} characters").format(count=f"{len(text):,}")
        )
        sign = _("[pasted text #{number}, {size}]").format(number=len(self._texts) + 1, size=size)
        self._texts[sign] = text
        return sign

    def unfold(self, text: str) -> str:
        """`text` with every sign replaced by what it stands for."""
        if not self._texts:
            return text
        return _SIGN.sub(lambda found: self._texts.get(found[0], found[0]), text)

    def sign_before(self, line: str, column: int) -> int:
        """Where the sign that ends at `column` begins; `column` when none does."""
        for sign in self._texts:
            if line.endswith(sign, 0, column):
                return column - len(sign)
        return column

    def sign_after(self, line: str, column: int) -> int:
        """Where the sign that begins at `column` ends; `column` when none does."""
        for sign in self._texts:
            if line.startswith(sign, column):
                return column + len(sign)
        return column

    def clear(self) -> None:
        self._texts.clear()
