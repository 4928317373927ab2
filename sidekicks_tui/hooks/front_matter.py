"""The head of a rules file between two lines of `---`: a few keys with texts, switches and lists.

Rules files write it loosely (globs that begin with `*` are no YAML), so it is read line by line.
"""

import re
from typing import Final, NamedTuple

_ENTRY: Final = re.compile(r"([A-Za-z_][\w-]*)\s*:\s*(.*)")
_ITEM: Final = re.compile(r"\s*-\s+(.*)")
_COMMA: Final = re.compile(r",(?![^{}]*\})")
"""One that does not stand between braces."""
_EDGE: Final = "---"


class Head(NamedTuple):
    texts: dict[str, str]
    lists: dict[str, tuple[str, ...]]
    """The values as lists: items of their own lines, in brackets, or parted by commas."""

    def off(self, key: str) -> bool:
        return self.texts.get(key, "").lower() in ("false", "no", "off")

    def on(self, key: str) -> bool:
        return self.texts.get(key, "").lower() in ("true", "yes", "on")


def read_head(text: str) -> Head:
    """The head of a file; an empty one where it has none."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != _EDGE or _EDGE not in map(str.strip, lines[1:]):
        return Head({}, {})
    texts: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    key = ""
    for line in lines[1 : [each.strip() for each in lines].index(_EDGE, 1)]:
        if (item := _ITEM.fullmatch(line)) and key:
            lists[key] = (*lists.get(key, ()), _bare(item[1]))
        elif entry := _ENTRY.fullmatch(line.strip()):
            key, value = entry[1], entry[2].strip()
            texts[key] = _bare(value)
            inner = value[1:-1] if value.startswith("[") and value.endswith("]") else _bare(value)
            lists[key] = tuple(_bare(each) for each in _COMMA.split(inner) if each.strip())
    return Head(texts, lists)


def _bare(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
