"""Which files a search passes over: what tools keep for themselves, and what the top `.gitignore` names."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_TOOLS: Final = """
.git .hg .svn .jj node_modules .venv venv __pycache__ .mypy_cache .ruff_cache .pytest_cache .hypothesis
.tox .nox .eggs .gradle .terraform .next .nuxt .cache .direnv .idea
"""
_TOOL_FOLDERS: Final = frozenset(_TOOLS.split())
_GITIGNORE_SIZE: Final = 100_000
_TOKENS: Final = re.compile(r"\*\*/|/\*\*$|\*+|\?|\[!?\]?[^]]*\]|\\.|.", re.S)


@dataclass(frozen=True, slots=True)
class _Rule:
    match: re.Pattern[str]
    only_folders: bool
    negated: bool


class IgnoreRules:
    """The rules of one folder. Coarse: a `.gitignore` further down is not read."""

    def __init__(self, gitignore: str = "") -> None:
        self._rules = [rule for line in gitignore.splitlines() if (rule := _rule(line)) is not None]

    @classmethod
    def of(cls, root: Path) -> "IgnoreRules":
        try:
            with (root / ".gitignore").open(encoding="utf-8", errors="replace") as file:
                return cls(file.read(_GITIGNORE_SIZE))
        except OSError:
            return cls()

    def ignores(self, name: str, is_folder: bool) -> bool:
        """Whether `name`, a path from the folder whose parents are not ignored, is passed over."""
        if is_folder and name.rpartition("/")[2] in _TOOL_FOLDERS:
            return True
        ignored = False
        for rule in self._rules:
            if (is_folder or not rule.only_folders) and rule.match.fullmatch(name):
                ignored = not rule.negated
        return ignored


def _rule(line: str) -> _Rule | None:
    line = line.rstrip()
    if not line or line.startswith("#"):
        return None
    negated = line.startswith("!")
    pattern = line.removeprefix("!")
    only_folders = pattern.endswith("/")
    pattern = pattern.rstrip("/")
    anywhere = "/" not in pattern
    try:
        match = re.compile(("(?:.*/)?" if anywhere else "") + _regex(pattern.lstrip("/")), re.S)
    except re.error:
        return None
    return _Rule(match, only_folders, negated)


def _regex(pattern: str) -> str:
    parts = []
    for token in _TOKENS.findall(pattern):
        if token == "**/":
            parts.append("(?:.*/)?")
        elif token == "/**":
            parts.append("/.*")
        elif token[0] == "*":
            parts.append("[^/]*")
        elif token == "?":
            parts.append("[^/]")
        elif token[0] == "[" and len(token) > 1:
            parts.append("[^" + token[2:] if token[1] == "!" else token)
        else:
            parts.append(re.escape(token.removeprefix("\\") or token))
    return "".join(parts)
