"""What searching for words means: folding, tokens for an index, and the match itself.

A message holds a word of the query when the word occurs in its text, case and accents aside, where a word
of the text begins; scripts that are written without spaces (Chinese, Japanese) match anywhere. A query finds
the messages that hold all of its words.

Tokens are what an index keeps: every message that holds a word has, for each of the word's tokens, one that
begins with it. The reverse need not hold (a token is cut, and knows nothing of its neighbours), so what an
index finds is looked at again with `Query.matches`.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from sidekicks_tui.model.messages import Message, PlanPart, TextPart, ThoughtPart, ToolPart

TOKEN_LENGTH: Final = 24
"""Characters of a token; of hashes and encoded data, an index needs no more."""
_SAMPLE: Final = 2048
"""Characters of what an agent thought, and of a tool call's input and output, that can be found."""

_UNSPACED: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_RUN: Final = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+")
_UNSPACED_CHARACTER: Final = re.compile(f"[{_UNSPACED}]")


def fold(text: str) -> str:
    """`text` without case, accents and compatibility forms; folding it again changes nothing."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character)).casefold()


def searchable(message: Message) -> str:
    """The folded text in which a message is found."""
    return fold("\n".join(_texts(message)))


def tokens(folded: str) -> set[str]:
    """The tokens of a folded text."""
    return {token for run in _RUN.finditer(folded) for token in _run_tokens(run[0], whole=True)}


class Query:
    """The words that somebody searches for."""

    def __init__(self, words: str) -> None:
        folded = fold(words).split()
        self._patterns = [re.compile(_beginning(word) + re.escape(word)) for word in folded]
        found = {
            token
            for word in folded
            for run in _RUN.finditer(word)
            for token in _run_tokens(run[0], whole=False)
        }
        self.tokens: tuple[str, ...] = tuple(sorted(found, key=len, reverse=True))
        """Beginnings of tokens that every message that matches has, longest (so rarest) first."""

    def __bool__(self) -> bool:
        """Whether there is a letter or digit to search for: without one, nothing is found."""
        return bool(self.tokens)

    def matches(self, folded: str) -> bool:
        """Whether a folded text holds all the words."""
        return bool(self) and all(pattern.search(folded) for pattern in self._patterns)


def _texts(message: Message) -> Iterator[str]:
    for part in message.parts:
        match part:
            case TextPart(text=text):
                yield text
            case ThoughtPart(text=text):
                yield text[:_SAMPLE]
            case ToolPart(tool=tool):
                yield tool.title
                yield tool.input[:_SAMPLE]
                yield tool.output[:_SAMPLE]
                yield from (location.path for location in tool.locations)
                yield from (diff.path for diff in tool.diffs)
            case PlanPart(entries=entries):
                yield from (entry.content for entry in entries)
    yield from (attachment.path for attachment in message.attachments)
    yield message.error


def _run_tokens(run: str, whole: bool) -> Iterator[str]:
    """Pairs of neighbours where words are not spaced, for a text (`whole`) its last character as well."""
    if _UNSPACED_CHARACTER.match(run) is None:
        yield run[:TOKEN_LENGTH]
        return
    for index in range(len(run) - 1):
        yield run[index : index + 2]
    if whole or len(run) == 1:
        yield run[-1]


def _beginning(word: str) -> str:
    """What must stand before `word`: no letter or digit that would make it the middle of another word."""
    spaced = word[0].isalnum() and _UNSPACED_CHARACTER.match(word) is None
    return rf"(?<![^\W_{_UNSPACED}])" if spaced else ""
