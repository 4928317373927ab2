"""Plans: steps in words, as things that the guide can carry out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from sidekicks_tui.guide.commands import Find, Read, Replace, Run, Write, parse
from sidekicks_tui.model.errors import UsageError


class Look(StrEnum):
    """Steps of a look at the folder; the value is how the plan words it."""

    FILES = "List the files"
    README = "Read the README"
    LINES = "Count the lines by type"
    SUMMARY = "Sum up what is there"


Action: TypeAlias = Find | Read | Replace | Write | Run | Look
WHOLE_LOOK: Final = (Look.FILES, Look.README, Look.LINES, Look.SUMMARY)

_COMMAND: Final = re.compile(r"/(?:find|read|edit|run)\s|(?:find|read|edit|run)\s+(?!(?:the|all)\b)", re.I)
_LOOKS: Final = (
    (re.compile(r"\b(?:todos?|fixmes?)\b", re.I), (Find("TODO"),)),
    (re.compile(r"\breadme\b", re.I), (Look.README,)),
    (re.compile(r"\b(?:count|lines|types|languages)\b", re.I), (Look.FILES, Look.LINES)),
    (
        re.compile(r"\b(?:look|overview|folder|directory|project|repo\w*|survey|tour|everything)\b", re.I),
        WHOLE_LOOK,
    ),
    (re.compile(r"\b(?:list|files)\b", re.I), (Look.FILES,)),
    (re.compile(r"\b(?:sum|summar\w+)\b", re.I), WHOLE_LOOK),
)


@dataclass(frozen=True, slots=True)
class Step:
    text: str
    """How the plan shows it."""
    action: Action


def steps(texts: Sequence[str]) -> tuple[Step, ...]:
    """The steps that `texts` ask for, none twice; a look at the folder when there are none.

    Raises `UsageError` for a text that says nothing the guide can do.
    """
    if not texts:
        return tuple(Step(look.value, look) for look in WHOLE_LOOK)
    found: dict[Action, Step] = {}
    for text in texts:
        for step in _steps_of(text):
            found.setdefault(step.action, step)
    return tuple(found.values())


def _steps_of(text: str) -> tuple[Step, ...]:
    if _COMMAND.match(text):
        command = parse(text if text.startswith("/") else f"/{text}")
        if isinstance(command, Find | Read | Replace | Write | Run):
            return (Step(text.removeprefix("/"), command),)
    for pattern, actions in _LOOKS:
        if pattern.search(text):
            return tuple(Step(a.value if isinstance(a, Look) else text, a) for a in actions)
    raise UsageError(
        f"I do not know how to “{text}”: without a language model my steps are `find …`, `read …`, `edit …`, "
        "`run …`, and “look at the folder”, “list the files”, “read the README”, “count the lines”, "
        "“find the TODOs”, separated by `;`."
    )
