"""Values in messages: made visible, cut, and hidden when they look like secrets."""

import re
from typing import Final

from sidekicks_tui.model.visible import visible_line

_LENGTH: Final = 80
_PREFIXES: Final = re.compile(
    r"\b(?:(?:sk|pk|rk)-\w|gh[opsur]_\w|github_pat_|glpat-|xox[a-z]-|AKIA[0-9A-Z]|ASIA[0-9A-Z]|AIza\w|ya29\."
    r"|eyJ\w|hf_\w{8}|npm_\w{8}|pypi-\w{8}|dop_v1_|SG\.\w|[Bb]earer\s)|-----BEGIN|://[^/\s:@]*:[^/\s@]+@"
)
"""How well-known services begin their keys, and an address that carries a password."""
_RUN: Final = re.compile(r"[A-Za-z0-9_+=-]{20,}")
_HEXADECIMAL: Final = re.compile(r"(?=.*\d)[0-9a-fA-F-]{32,}")


def looks_secret(value: str) -> bool:
    """`value` holds something like a key, a token or a password. Rather too often than too seldom."""
    return bool(_PREFIXES.search(value)) or any(_is_random(run[0]) for run in _RUN.finditer(value))


def _is_random(run: str) -> bool:
    if _HEXADECIMAL.fullmatch(run):
        return True
    return bool(re.search("[a-z]", run) and re.search("[A-Z]", run) and re.search("[0-9]", run))


def quoted(value: str) -> str:
    """`value` in quotation marks, for a message."""
    if looks_secret(value):
        return '"…" (hidden)'
    shown = visible_line(value)
    return f'"{shown[:_LENGTH]}…"' if len(shown) > _LENGTH else f'"{shown}"'
