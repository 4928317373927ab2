"""What changed between two texts: lines first, then words, in bounded time.

The lines that both texts have once are matched first (patience), and difflib looks only at the small
gaps between them, so that a large file with few changes costs little and a file that was written anew
does not cost its square.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from re import findall
from typing import Final

CONTEXT: Final = 3
"""Unchanged lines that are shown around a change."""
_MOST_LINES: Final = 300
"""A gap with more lines is replaced as a whole."""
_MOST_WORDS: Final = 100
_LEAST_ALIKE: Final = 0.4

Match = tuple[int, int, int]
"""Where equal lines begin in the old and in the new text, and how many there are."""
Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Change:
    """One row of a diff: a line of the old text, of the new one, or of both, side by side."""

    old: str | None
    new: str | None
    same: bool = False


@dataclass(frozen=True)
class Delta:
    """The difference of two texts: its places of change with their surroundings, and how much changed."""

    hunks: tuple[tuple[Change, ...], ...]
    added: int
    removed: int


def difference(old: str, new: str) -> Delta:
    before, after = _lines(old), _lines(new)
    gaps = list(gaps_between(before, after))
    return Delta(
        tuple(_hunks(before, after, gaps)),
        sum(end - start for _, _, start, end in gaps),
        sum(end - start for start, end, _, _ in gaps),
    )


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def gaps_between(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Where the texts differ: start and end in the old lines, start and end in the new ones."""
    at_old = at_new = 0
    for begin_old, begin_new, count in [*_matches(old, new), (len(old), len(new), 0)]:
        if begin_old > at_old or begin_new > at_new:
            yield at_old, begin_old, at_new, begin_new
        at_old, at_new = begin_old + count, begin_new + count


def _matches(old: Sequence[str], new: Sequence[str]) -> list[Match]:
    """The equal stretches of both texts, in order, as long as they can be."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    matches: list[Match] = [(0, 0, start)]
    at_old = at_new = start
    anchors = _anchors(old, new, start, end)
    for anchor_old, anchor_new in [*anchors, (len(old) - end, len(new) - end)]:
        matches.extend(_small(old, new, at_old, anchor_old, at_new, anchor_new))
        if anchor_old < len(old) - end:
            matches.append((anchor_old, anchor_new, 1))
        at_old, at_new = anchor_old + 1, anchor_new + 1
    matches.append((len(old) - end, len(new) - end, end))
    return _joined(matches)


def _anchors(old: Sequence[str], new: Sequence[str], start: int, end: int) -> list[tuple[int, int]]:
    """Lines that both texts have exactly once, in the longest run that keeps their order."""
    middle_old, middle_new = old[start : len(old) - end], new[start : len(new) - end]
    count_old, count_new = Counter(middle_old), Counter(middle_new)
    places = {line: index for index, line in enumerate(middle_new, start) if count_new[line] == 1}
    pairs = [
        (index, places[line])
        for index, line in enumerate(middle_old, start)
        if count_old[line] == 1 and line in places
    ]
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        previous.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [place]
        ends[length : length + 1] = [index]
    run: list[tuple[int, int]] = []
    index = ends[-1] if ends else -1
    while index >= 0:
        run.append(pairs[index])
        index = previous[index]
    return run[::-1]


def _small(
    old: Sequence[str], new: Sequence[str], start: int, end: int, new_start: int, new_end: int
) -> Iterator[Match]:
    """The equal stretches inside of a gap between two anchors."""
    if start >= end or new_start >= new_end or max(end - start, new_end - new_start) > _MOST_LINES:
        return
    matcher = SequenceMatcher(None, old[start:end], new[new_start:new_end], autojunk=False)
    for block in matcher.get_matching_blocks():
        if block.size:
            yield start + block.a, new_start + block.b, block.size


def _joined(matches: list[Match]) -> list[Match]:
    joined: list[Match] = []
    for old, new, count in matches:
        if not count:
            continue
        if joined and (joined[-1][0] + joined[-1][2], joined[-1][1] + joined[-1][2]) == (old, new):
            joined[-1] = (*joined[-1][:2], joined[-1][2] + count)
        else:
            joined.append((old, new, count))
    return joined


def _hunks(
    old: Sequence[str], new: Sequence[str], gaps: list[tuple[int, int, int, int]]
) -> Iterator[tuple[Change, ...]]:
    hunk: list[Change] = []
    shown = 0  # lines of the old text that were shown already
    for start, end, new_start, new_end in gaps:
        if start - shown > 2 * CONTEXT and hunk:
            hunk.extend(Change(line, line, True) for line in old[shown : shown + CONTEXT])
            yield tuple(hunk)
            hunk = []
        first = shown if hunk else max(shown, start - CONTEXT)
        hunk.extend(Change(line, line, True) for line in old[first:start])
        hunk.extend(_pairs(old[start:end], new[new_start:new_end]))
        shown = end
    if hunk:
        hunk.extend(Change(line, line, True) for line in old[shown : shown + CONTEXT])
        yield tuple(hunk)


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """Lines that took the place of others, beside them."""
    for before, after in zip_longest(old, new):
        yield Change(before, after)


def changed_words(old: str, new: str) -> tuple[Spans, Spans]:
    """The characters that differ between two lines, word by word; none where little is the same."""
    before, after = findall(r"\w+|\s+|.", old), findall(r"\w+|\s+|.", new)
    if max(len(before), len(after)) > _MOST_WORDS:
        return (), ()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < _LEAST_ALIKE:
        return (), ()
    old_spans: list[tuple[int, int]] = []
    new_spans: list[tuple[int, int]] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            _mark(old_spans, before, a, b)
            _mark(new_spans, after, c, d)
    return tuple(old_spans), tuple(new_spans)


def _mark(spans: list[tuple[int, int]], words: list[str], start: int, end: int) -> None:
    if start < end:
        begin = sum(map(len, words[:start]))
        spans.append((begin, begin + sum(map(len, words[start:end]))))
