"""Whether the person looks at this terminal.

The terminal tells (focus events, mode 1004). Some never do, tmux as it comes among them: there, who has not
touched a key for a while is taken to be elsewhere.
"""

from typing import Final

_AWAY_AFTER: Final = 30.0
"""Seconds without a key, where the terminal does not tell."""


class Attention:
    def __init__(self) -> None:
        self._focus: bool | None = None

    def focused(self, has_focus: bool) -> None:
        """The terminal says that it has the focus, or has it no more."""
        self._focus = has_focus

    def looks(self, seconds_without_input: float) -> bool:
        return seconds_without_input < _AWAY_AFTER if self._focus is None else self._focus
