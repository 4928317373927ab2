"""Which parts of what a person wrote are prose, and which are code or a quotation.

Both masks keep every position and every line: a masked character becomes NUL, a line feed stays, so that what
is found in the masked text is read at the same place of the original one.

Code is a fence (three or more backticks or tildes at the start of a line, closed by as many, or open to the
end) and a code span (a run of backticks up to the next run of the same length in the paragraph). An indented
line is no code: under a list item it is ordinary text, and nobody marks code in a chat that way.
"""

import re
from typing import Final

MASK: Final = "\0"

_FENCE: Final = re.compile(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})")
_QUOTATION: Final = re.compile(r"^ {0,3}>.*$", re.MULTILINE)
_BACKTICKS: Final = re.compile(r"`+")
_VISIBLE: Final = re.compile(r"[^\n]")


def mask_code(text: str) -> str:
    """`text` with fenced code and code spans masked."""
    if "`" not in text and "~~~" not in text:
        return text
    masked: list[str] = []
    paragraph: list[str] = []

    def end_paragraph() -> None:
        masked.append(_mask_spans("".join(paragraph)))
        paragraph.clear()

    fence = ""
    for line in text.splitlines(keepends=True):
        marker = _FENCE.match(line)
        if fence:
            masked.append(_masked(line))
            if marker and marker[1].startswith(fence) and not line[marker.end() :].strip():
                fence = ""
        elif marker:
            end_paragraph()
            masked.append(_masked(line))
            fence = marker[1]
        elif not line.strip() or _QUOTATION.match(line):
            end_paragraph()
            masked.append(_mask_spans(line))
        else:
            paragraph.append(line)
    end_paragraph()
    return "".join(masked)


def mask_quotations(text: str) -> str:
    """`text` with every line that quotes (`> `) masked."""
    return _QUOTATION.sub(lambda line: _masked(line[0]), text)


def _masked(text: str) -> str:
    return _VISIBLE.sub(MASK, text)


def _mask_spans(paragraph: str) -> str:
    runs = [(found.start(), found.end()) for found in _BACKTICKS.finditer(paragraph)]
    ends: dict[int, list[int]] = {}
    """Where the runs of each length end, the next one last."""
    for start, end in reversed(runs):
        ends.setdefault(end - start, []).append(end)
    pieces: list[str] = []
    done = 0
    for start, end in runs:
        closing = ends[end - start]
        while closing and closing[-1] <= end:
            closing.pop()
        escaped = start > 0 and paragraph[start - 1] == "\\"
        if start < done or escaped or not closing:
            continue
        pieces += (paragraph[done:start], _masked(paragraph[start : closing[-1]]))
        done = closing[-1]
    pieces.append(paragraph[done:])
    return "".join(pieces)
