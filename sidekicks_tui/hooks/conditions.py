"""Claude Code's `if`: one permission rule, such as `Bash(rm *)` or `Edit(src/**)`, that a call must match.

A command that cannot be parsed matches: the hook runs, and decides.
"""

import re
import shlex
from fnmatch import fnmatchcase
from typing import Final

from sidekicks_tui.hooks.naming import Tool
from sidekicks_tui.hooks.tools import Act, ToolFacts

_RULE: Final = re.compile(r"\s*([A-Za-z_][\w-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)
_SEPARATORS: Final = re.compile(r"&&|\|\||[;|&\n]")


def applies(condition: str, tool: Tool, facts: ToolFacts) -> bool:
    """Whether the rule means the call; a rule that is none means every call."""
    rule = _RULE.fullmatch(condition)
    if rule is None:
        return True
    if rule[1] not in tool.names:
        return False
    pattern = (rule[2] or "*").strip()
    if pattern in ("", "*"):
        return True
    if facts.act is Act.SHELL:
        return any(_means(pattern, part) for part in commands(facts.command))
    return fnmatchcase(facts.path, pattern) or fnmatchcase(facts.path, f"*/{pattern.removeprefix('./')}")


def commands(line: str) -> list[str]:
    """The single commands of a shell line, cut at its operators; the line itself when it cannot be read."""
    try:
        shlex.split(line)
    except ValueError:
        return [line]
    return [part.strip() for part in _SEPARATORS.split(line) if part.strip()]


def _means(pattern: str, command: str) -> bool:
    if pattern.endswith(":*"):  # the older spelling of a prefix
        prefix = pattern[:-2]
        return command == prefix or command.startswith(f"{prefix} ")
    if pattern.endswith(" *") and command == pattern[:-2]:
        return True
    try:
        shlex.split(command)
    except ValueError:
        return True
    return fnmatchcase(command, pattern)
