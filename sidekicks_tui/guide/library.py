"""The section of the documentation that answers a question."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from sidekicks_tui.guide.pages import Page, Section
from sidekicks_tui.guide.words import SYNONYMS, fold, query_terms, terms

_HEADING_WEIGHT: Final = 4.0
_TITLE_WEIGHT: Final = 1.5
_HEADING_BONUS: Final = 0.5
"""What a heading gains that says nothing but what was asked."""
_SYNONYM_WEIGHT: Final = 0.6
_SATURATION: Final = 1.2
_LENGTH: Final = 0.6
_GUESSABLE: Final = 5
_LIKENESS: Final = 0.8
"""An unknown word of so many letters, so like a known one, is taken for it misspelt."""
_UNKNOWN: Final = 4
_ENOUGH: Final = 0.4
"""The share of a question's meaning that a section must carry to be an answer."""


@dataclass(frozen=True, slots=True)
class Match:
    """A section that answers a question, and how well."""

    section: Section
    score: float
    share: float
    """Of the question's meaning, how much it carries."""
    words: tuple[str, ...]
    """The question's words that decided."""


class Library:
    """Pages that can be asked. Scores are BM25 over sections, with headings and synonyms weighed in."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.pages = tuple(pages)
        self._sections = [section for page in self.pages for section in page.sections]
        self._counts = [_weighed(section) for section in self._sections]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._mean = sum(self._lengths) / max(1, len(self._lengths))
        self._holders = Counter(term for counts in self._counts for term in counts)
        self._vocabulary = self._holders.keys() | SYNONYMS.keys()

    def page(self, topic: str) -> Page | None:
        """The page whose name or title is `topic`, or begins so."""
        wanted = fold(topic.strip()).replace(" ", "-")
        names = [(page, fold(page.name), fold(page.title).replace(" ", "-")) for page in self.pages]
        exact = (page for page, *keys in names if wanted in keys)
        begun = (page for page, *keys in names if any(key.startswith(wanted) for key in keys))
        return next(exact, None) or next(begun, None) if wanted else None

    def ask(self, question: str, limit: int = 4) -> list[Match]:
        """The sections that answer `question`, the best first; none when nothing comes near."""
        asked = self._known(query_terms(question))
        weights = {term: self._rarity(term) for term in asked}
        whole = sum(weights.values())
        matches = []
        for section, counts, length in zip(self._sections, self._counts, self._lengths, strict=True):
            gains = {term: self._gain(term, counts, length) for term in asked}
            carried = sum(weights[term] for term, gain in gains.items() if gain)
            if whole and carried / whole >= _ENOUGH:
                score = (
                    sum(gains.values()) * (carried / whole) * (1 + _HEADING_BONUS * _shared(section, asked))
                )
                best = sorted((term for term in asked if gains[term]), key=lambda term: -gains[term])
                words = tuple(dict.fromkeys(asked[term] for term in best))
                matches.append(Match(section, score, carried / whole, words[:3]))
        matches.sort(key=lambda match: -match.score)
        return matches[:limit]

    def _known(self, asked: dict[str, str]) -> dict[str, str]:
        """`asked`, with words that no page has read as the ones that they were probably meant to be."""
        known: dict[str, str] = {}
        for term, written in asked.items():
            if term not in self._vocabulary and len(term) >= _GUESSABLE:
                term = next(iter(get_close_matches(term, sorted(self._vocabulary), 1, _LIKENESS)), term)
            known.setdefault(term, written)
        return known

    def _gain(self, term: str, counts: dict[str, float], length: float) -> float:
        """What a section gains from a word of the question: its own count, or its best synonym's."""
        best = 0.0
        for word in SYNONYMS.get(term, frozenset((term,))):
            count = counts.get(word, 0.0)
            if count:
                # A rare synonym tells no more than the word that was asked for.
                rarity = min(self._rarity(word), self._rarity(term))
                damped = (
                    count
                    * (_SATURATION + 1)
                    / (count + _SATURATION * (1 - _LENGTH + _LENGTH * length / self._mean))
                )
                best = max(best, rarity * damped * (1.0 if word == term else _SYNONYM_WEIGHT))
        return best

    def _rarity(self, term: str) -> float:
        """How much a word tells: the more, the rarer it is in the pages, and middling when it is in none."""
        holders = self._holders.get(term, _UNKNOWN)
        return math.log(1 + (len(self._sections) - holders + 0.5) / (holders + 0.5))


def _weighed(section: Section) -> dict[str, float]:
    counts: dict[str, float] = {}
    for text, weight in (
        (section.body, 1.0),
        (section.heading, _HEADING_WEIGHT),
        (section.title, _TITLE_WEIGHT),
    ):
        for term in terms(text):
            counts[term] = counts.get(term, 0.0) + weight
    return counts


def _shared(section: Section, asked: Iterable[str]) -> float:
    """The share of the heading's words that the question has too."""
    heading = query_terms(section.heading)
    wanted = {word for term in asked for word in SYNONYMS.get(term, (term,))}
    return sum(term in wanted for term in heading) / max(1, len(heading))
