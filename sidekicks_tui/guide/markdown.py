"""Foreign text inside Markdown, and text in pieces."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

_SEQUENCES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
_RUNS: Final = re.compile(r"`+")
_WORDS: Final = re.compile(r"\s*\S+\s*|\s+")
_PIECE: Final = 24
"""Characters of a streamed piece, at least: a few words."""
_PIECES: Final = 500
"""A long answer comes in larger pieces, not in more of them."""


def code(text: str) -> str:
    """`text` as a code span on one line, whatever it holds."""
    text = text.replace("\n", "␊")
    fence = "`" * (_longest_run(text) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def fenced(text: str, language: str = "") -> str:
    """`text` as a code block that nothing inside can close."""
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{text}{'' if text.endswith(chr(10)) or not text else chr(10)}{fence}\n"


def pieces(text: str) -> Iterator[str]:
    """`text` in small pieces that end between words; joined, they are `text` again."""
    least = max(_PIECE, len(text) // _PIECES)
    held = ""
    for match in _WORDS.finditer(text):
        held += match[0]
        if len(held) >= least:
            yield held
            held = ""
    if held:
        yield held


def _longest_run(text: str) -> int:
    return max((len(run) for run in _RUNS.findall(text)), default=0)


def plain(text: str) -> str:
    """What a program printed, without its colours and other control sequences."""
    return _SEQUENCES.sub("", text.replace("\r\n", "\n"))


def language(name: str) -> str:
    """What a code block with the content of the file `name` is highlighted as."""
    suffix = PurePosixPath(name).suffix.lstrip(".").lower()
    return suffix if suffix.isalnum() else "text"


def counted(number: int, noun: str) -> str:
    """`no files`, `1 file`, `2 files`."""
    return f"{number or 'no'} {noun}{'s' * (number != 1)}"
