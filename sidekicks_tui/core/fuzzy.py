"""Which of many names is meant by a few letters.

The letters must all occur, in order, whatever their case. A name that holds them side by side is better than
one that has them scattered. Otherwise a name is better the more of them stand at the beginning of a word or
follow each other, and the shorter it is.
"""

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

_START = 8
_RUN = 5
_SEPARATORS = frozenset(" /_-.:@#")


@dataclass(frozen=True)
class Match(Generic[T]):
    item: T
    score: float
    positions: tuple[int, ...]
    """The characters of the name that the letters met."""


def match(query: str, name: str) -> tuple[float, tuple[int, ...]] | None:
    """Score and positions of `query` in `name`; None when it is not in there."""
    letters, hay = query.casefold(), name.casefold()
    if len(hay) != len(name):  # folding made the name longer (`ß`): positions would not fit
        hay = name.lower() if len(name.lower()) == len(name) else name
    if not letters:
        return 0.0, ()
    # A run of all the letters is what is meant, wherever it stands: the best place is looked for first.
    place = _run(letters, hay)
    positions = tuple(range(place, place + len(letters))) if place >= 0 else _scatter(letters, hay)
    if not positions:
        return None
    together = _START * len(letters) if place >= 0 else 0
    return together + _score(positions, hay), positions


def best(query: str, items: Iterable[T], name: Callable[[T], str], limit: int) -> list[Match[T]]:
    """The `limit` best items, best first; equally good ones stay in their order."""
    found = []
    for order, item in enumerate(items):
        if matched := match(query, name(item)):
            score, positions = matched
            found.append((-score, order, Match(item, score, positions)))
    return [entry[2] for entry in heapq.nsmallest(limit, found, key=lambda entry: entry[:2])]


def _run(letters: str, hay: str) -> int:
    """Where all the letters stand side by side, at the beginning of a word if possible; -1: nowhere."""
    first = place = hay.find(letters)
    while place > 0 and hay[place - 1] not in _SEPARATORS:
        place = hay.find(letters, place + 1)
    return place if place >= 0 else first


def _scatter(letters: str, hay: str) -> tuple[int, ...]:
    """One position for each letter, in order, beginnings of words preferred; empty when one is missing."""
    positions: list[int] = []
    start = 0
    for index, letter in enumerate(letters):
        plain = hay.find(letter, start)
        if plain < 0:
            return ()
        place = plain
        while place >= 0 and not _starts_word(place, hay) and place != start:
            place = hay.find(letter, place + 1)
        rest = letters[index + 1 :]
        # A later beginning of a word is no use when it leaves no room for the letters that follow.
        chosen = place if place >= 0 and _holds(rest, hay, place + 1) else plain
        positions.append(chosen)
        start = chosen + 1
    return tuple(positions)


def _holds(letters: str, hay: str, start: int) -> bool:
    for letter in letters:
        start = hay.find(letter, start) + 1
        if not start:
            return False
    return True


def _starts_word(place: int, hay: str) -> bool:
    return place == 0 or hay[place - 1] in _SEPARATORS


def _score(positions: tuple[int, ...], hay: str) -> float:
    score = 0.0
    for index, place in enumerate(positions):
        if _starts_word(place, hay):
            score += _START
        if index and positions[index - 1] == place - 1:
            score += _RUN
    return score - len(hay) / 100 - positions[0] / 50
