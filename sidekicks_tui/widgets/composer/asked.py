"""What the place of the cursor asks to be completed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol


class Kind(Enum):
    AGENT = "@"
    COMMAND = "/"
    AGENT_COMMAND = "/:"
    PATH = "$"


@dataclass(frozen=True)
class Asked:
    kind: Kind
    fragment: str
    """What was written of it so far, without its sign."""
    length: int
    """Characters before the cursor that the completion replaces, its sign included."""
    agent: str = ""
    """Of an `/agent:command`."""


@dataclass(frozen=True)
class Candidate:
    """`text` takes the place of what was written; `name` and `detail` are shown."""

    text: str
    name: str
    detail: str = ""
    positions: tuple[int, ...] = ()
    """Characters of `name` that the fragment met."""


class CompletionSource(Protocol):
    async def candidates(self, asked: Asked) -> Sequence[Candidate]:
        """The best first."""


_MENTION: Final = re.compile(r"(?:^|(?<=\s))@([a-z0-9_-]*)$", re.IGNORECASE)
_PATH: Final = re.compile(r"(?:^|(?<=\s))\$([^\s\d$][^\s$]*|)$")
_COMMAND: Final = re.compile(r"\A(?:\s*@[a-z0-9_-]+)*\s*/([^\s:/]*)$", re.IGNORECASE)
_AGENT_COMMAND: Final = re.compile(r"\A\s*/([a-z0-9_-]+):(\S*)$")


def asked(before: str) -> Asked | None:
    """What `before`, the text up to the cursor, asks for; None when it asks for nothing."""
    if found := _AGENT_COMMAND.search(before):
        return Asked(Kind.AGENT_COMMAND, found[2], len(found[2]) + len(found[1]) + 2, agent=found[1])
    if found := _COMMAND.search(before):
        return Asked(Kind.COMMAND, found[1], len(found[1]) + 1)
    line = before.rpartition("\n")[2]
    if found := _MENTION.search(line):
        return Asked(Kind.AGENT, found[1], len(found[1]) + 1)
    if found := _PATH.search(line):
        return Asked(Kind.PATH, found[1], len(found[1]) + 1)
    return None
