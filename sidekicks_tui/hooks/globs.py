"""Patterns of paths: `*` and `?` within a name, `**` over folders, `{a,b}` for either."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

_TOKEN: Final = re.compile(r"\*\*/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{")


@lru_cache(256)
def glob_matcher(pattern: str) -> Callable[[str], bool]:
    """Whether a path, or the end of one, is meant. A pattern without a slash means names in any folder."""
    expression = "".join(map(_token, _TOKEN.findall(pattern.removeprefix("./").removeprefix("/"))))
    means = re.compile(rf"(?:.*/)?{expression}", re.DOTALL).fullmatch
    return lambda path: means(path) is not None


def _token(token: str) -> str:
    match token:
        case "**/":
            return "(?:.*/)?"
        case "**":
            return ".*"
        case "*":
            return "[^/]*"
        case "?":
            return "[^/]"
    if token.startswith("{") and token.endswith("}"):
        return f"(?:{'|'.join(map(re.escape, token[1:-1].split(',')))})"
    return re.escape(token)
