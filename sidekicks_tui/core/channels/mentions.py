"""Which agents a message mentions.

A mention is `@` and the name of a configured agent, whatever the case, standing by itself: `@claude`,
`@Claude,`, `(@claude's`. The name is as long as it can be: beside `@claude`, `@claude-2` is another agent, or
nobody. What looks like part of a word, an address or a path (`me@claude.dev`, `@claude.dev`, `@claude/sdk`,
`@claude@host`) mentions nobody; neither does code, a quoted line, or an escaped `\\@claude`. A character of a
script that is written without spaces may stand on either side: `请@claude看`.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from sidekicks_tui.core.channels.prose import mask_code, mask_quotations

# Thai to Lao, Myanmar, Khmer; then Chinese, Japanese, Korean and what follows them.
_UNSPACED: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\U0003ffff"
_WORD: Final = rf"[^\W{_UNSPACED}]"
_MENTION: Final = re.compile(
    rf"(?<!{_WORD})(?<![@.+\-/\\])@(?P<name>[A-Za-z0-9_-]+)(?!{_WORD})(?![./@]{_WORD})"
)
_LEADING: Final = re.compile(r"[\s,;:]*")


class Mention(NamedTuple):
    """A mention and where it stands: `text[start:end]` is `@name` as it was written."""

    agent: str
    start: int
    end: int


def find_mentions(text: str, agents: Collection[str]) -> tuple[Mention, ...]:
    """Every mention of one of `agents`, in the order of the text."""
    if "@" not in text:
        return ()
    return tuple(_search(mask_quotations(mask_code(text)), agents))


def mentioned(text: str, agents: Collection[str]) -> tuple[str, ...]:
    """The agents that `text` mentions, each once, in the order of their first mention."""
    return tuple(dict.fromkeys(mention.agent for mention in find_mentions(text, agents)))


def after_leading_mentions(text: str, agents: Collection[str]) -> str:
    """What follows the mentions that `text` begins with, and the spaces, commas and colons between them."""
    position = _skip(text, 0)
    for mention in find_mentions(text, agents):
        if mention.start != position:
            break
        position = _skip(text, mention.end)
    return text[position:]


def _search(prose: str, agents: Collection[str]) -> Iterator[Mention]:
    names = {agent.casefold(): agent for agent in agents}
    for found in _MENTION.finditer(prose):
        written = found["name"]
        shortest = written.rstrip("-_")
        while written:
            if agent := names.get(written.casefold()):
                yield Mention(agent, found.start(), found.start() + 1 + len(written))
                break
            if written == shortest:
                break
            written = written[:-1]


def _skip(text: str, position: int) -> int:
    between = _LEADING.match(text, position)
    return between.end() if between else position
