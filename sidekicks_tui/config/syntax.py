"""What YAML's scanner and parser complain about, said to somebody who writes a configuration file."""

import re
from typing import Final

from ruamel.yaml.error import MarkedYAMLError

from sidekicks_tui.locale import N_, _


def describe(error: MarkedYAMLError, text: str) -> tuple[int, str]:
    """The offset in `text` at which to mend, and what to do there.

    The parser notices some faults long after they began (a quotation mark that is never closed): the place
    is then where the trouble began.
    """
    problem = error.problem or error.context or ""
    mark = error.problem_mark or error.context_mark
    at: int = mark.index if mark is not None else 0
    began: int = error.context_mark.index if error.context_mark is not None else at
    for pattern, from_beginning, sentence in _SENTENCES:
        if (found := re.search(pattern, f"{error.context or ''}: {problem}")) is not None:
            line = text.count("\n", 0, began) + 1
            words = _(sentence).format(line=line, character=found[1] if found.re.groups else "")
            return (began if from_beginning else at), words
    return at, _("this is no valid YAML: {problem}").format(problem=problem)


_SENTENCES: Final[tuple[tuple[str, bool, str], ...]] = (
    (
        r"found character '\\t' that cannot start",
        False,
        N_("a tab may not stand here: indent and separate with spaces"),
    ),
    (
        r"found character '(.+)' that cannot start",
        False,
        N_("a value cannot begin with {character}: put it in quotes"),
    ),
    (
        r"mapping values are not allowed",
        False,
        N_('a ":" may not stand here: mend the indentation, or put the value in quotes'),
    ),
    (r"mapping keys are not allowed", False, N_("a key may not stand here: mend the indentation")),
    (
        r"sequence entries are not allowed",
        False,
        N_('a "-" may not stand here: begin the list on a line of its own'),
    ),
    (r"could not find expected ':'", True, N_('a ":" is missing after this key')),
    (
        r"flow sequence.*expected ',' or '\]'",
        False,
        N_('the list that begins on line {line} lacks a "," or its closing "]" before this'),
    ),
    (
        r"flow mapping.*expected ',' or '\}'",
        False,
        N_('the "{{" on line {line} lacks a "," or its closing "}}" before this'),
    ),
    (
        r"block (?:collection|mapping).*expected <block end>",
        False,
        N_("this is not indented like what begins on line {line}"),
    ),
    (
        r"quoted scalar.*(?:end of stream|document separator)",
        True,
        N_("the quotation mark that stands here is never closed"),
    ),
    (
        r"found unknown escape character",
        False,
        N_(r"this is no escape: write \\ for a backslash, or use single quotes"),
    ),
    (r"hexdecimal numbers", False, N_("this escape lacks hexadecimal digits")),
    (r"expected the node content", False, N_("a value is missing before this")),
    (r"undefined tag handle", False, N_("tags (!name) are not allowed: delete it")),
)
