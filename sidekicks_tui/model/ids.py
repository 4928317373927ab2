"""Sortable identifiers: 26 characters that sort as they were made.

The form is ULID's (48 bits of milliseconds, 80 of chance, in Crockford's base 32). Within a process they
are strictly increasing, whatever the clock does: within a millisecond, and when the clock jumps back, the
last one is counted up.
"""

import os
import time
from collections.abc import Callable

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 26
_RANDOM_BITS = 80


def _encode(number: int) -> str:
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(5 * (_LENGTH - 1), -1, -5))


def _decode(text: str) -> int:
    number = 0
    for character in text:
        number = number << 5 | _ALPHABET.index(character)
    return number


class IdSource:
    """Makes identifiers; `after` is one that all new ones must follow (the last one in the history)."""

    def __init__(self, clock: Callable[[], float] = time.time, after: str = "") -> None:
        self._clock = clock
        self._last = _decode(after) if after else 0

    def follow(self, identifier: str) -> None:
        """Make every new identifier sort after `identifier`."""
        self._last = max(self._last, _decode(identifier))

    def __call__(self) -> str:
        fresh = int(self._clock() * 1000) << _RANDOM_BITS | int.from_bytes(os.urandom(10), "big")
        self._last = max(fresh, self._last + 1)
        return _encode(self._last)
