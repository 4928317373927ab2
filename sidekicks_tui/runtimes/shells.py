"""Which shell a person gets in a terminal, and what it is told of the terminal that it runs on."""

import os
import shutil
from collections.abc import Mapping
from typing import Final

_OUTER_TERMINAL: Final = (
    "COLUMNS",
    "LINES",
    "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION",
    "TERM_SESSION_ID",
    "TERMINFO",
    "TMUX",
    "TMUX_PANE",
    "STY",
    "VTE_VERSION",
    "WINDOWID",
    "KITTY_WINDOW_ID",
    "ITERM_SESSION_ID",
    "WEZTERM_PANE",
)
"""They tell of the terminal that Sidekicks runs on, which is another one."""


def login_shell(env: Mapping[str, str]) -> tuple[str, ...]:
    """The person's own shell as a login shell; where it is not to be had, bash, else sh."""
    path = env.get("PATH", os.defpath)
    own = env.get("SHELL", "")
    if own and shutil.which(own, path=path):
        return (own, "-l")
    return ("bash",) if shutil.which("bash", path=path) else ("sh",)


def terminal_environment(env: Mapping[str, str]) -> dict[str, str]:
    """`env` for a program on a terminal of ours."""
    return {
        **{name: value for name, value in env.items() if name not in _OUTER_TERMINAL},
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }
