"""What YAML's scanner and parser complain about, said to somebody who writes a configuration file."""

import re
from collections.abc import Callable
from typing import Final

from ruamel.yaml.error import MarkedYAMLError

_Sentence = Callable[[re.Match[str], int], str]


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
            return (began if from_beginning else at), sentence(found, text.count("\n", 0, began) + 1)
    return at, f"this is no valid YAML: {problem}"


def _cannot_begin(found: re.Match[str], _: int) -> str:
    if found[1] == r"\t":
        return "a tab may not stand here: indent and separate with spaces"
    return f"a value cannot begin with {found[1]}: put it in quotes"


_SENTENCES: Final[tuple[tuple[str, bool, _Sentence], ...]] = (
    (r"found character '(.+)' that cannot start", False, _cannot_begin),
    (
        r"mapping values are not allowed",
        False,
        lambda *_: 'a ":" may not stand here: mend the indentation, or put the value in quotes',
    ),
    (r"mapping keys are not allowed", False, lambda *_: "a key may not stand here: mend the indentation"),
    (
        r"sequence entries are not allowed",
        False,
        lambda *_: 'a "-" may not stand here: begin the list on a line of its own',
    ),
    (r"could not find expected ':'", True, lambda *_: 'a ":" is missing after this key'),
    (
        r"flow sequence.*expected ',' or '\]'",
        False,
        lambda _, line: f'the list that begins on line {line} lacks a "," or its closing "]" before this',
    ),
    (
        r"flow mapping.*expected ',' or '\}'",
        False,
        lambda _, line: f'the "{{" on line {line} lacks a "," or its closing "}}" before this',
    ),
    (
        r"block (collection|mapping).*expected <block end>",
        False,
        lambda _, line: f"this is not indented like what begins on line {line}",
    ),
    (
        r"quoted scalar.*(end of stream|document separator)",
        True,
        lambda *_: "the quotation mark that stands here is never closed",
    ),
    (
        r"found unknown escape character",
        False,
        lambda *_: r"this is no escape: write \\ for a backslash, or use single quotes",
    ),
    (r"hexdecimal numbers", False, lambda *_: "this escape lacks hexadecimal digits"),
    (r"expected the node content", False, lambda *_: "a value is missing before this"),
    (r"undefined tag handle", False, lambda *_: "tags (!name) are not allowed: delete it"),
)
