"""The terminal, as far as it can be known without asking it: what its environment says."""

from collections.abc import Mapping
from os import terminal_size
from typing import Final

from sidekicks_tui.cli.doctor.findings import Finding, Grade
from sidekicks_tui.locale import _

_COMFORTABLE: Final = (80, 24)
_SMALLEST: Final = (40, 20)
_TAKES_COPIES: Final = (
    "kitty",
    "wezterm",
    "ghostty",
    "alacritty",
    "foot",
    "contour",
    "rio",
    "windows terminal",
)
"""Terminals that take what a program copies (OSC 52) without being told to, as far as is known."""


def look_at_terminal(env: Mapping[str, str], size: terminal_size | None) -> list[Finding]:
    """`size` is None where there is no terminal."""
    if size is None:
        told = _("there is none here; `sidekicks send` works without one")
        return [_finding("terminal", Grade.NOTE, told)]
    return [_type(env), _colours(env), _unicode(env), _size(size), _clipboard(env)]


def _type(env: Mapping[str, str]) -> Finding:
    name = env.get("TERM", "")
    if name in ("", "dumb", "unknown"):
        told = _("TERM is {name}: the screen cannot be shown").format(name=name or _("not set"))
        advice = _(
            "set TERM to what the terminal is, such as xterm-256color; `sidekicks send` works as it is"
        )
        return _finding("type", Grade.FAILED, told, advice)
    program = _program(env)
    return _finding("type", Grade.OK, f"{name} ({program})" if program else name)


def _colours(env: Mapping[str, str]) -> Finding:
    if env.get("NO_COLOR"):
        return _finding("colours", Grade.OK, _("none, as NO_COLOR wants it"))
    if env.get("COLORTERM") in ("truecolor", "24bit"):
        return _finding("colours", Grade.OK, _("16 million"))
    if "256" in env.get("TERM", "") or "direct" in env.get("TERM", ""):
        return _finding("colours", Grade.OK, _("256"))
    advice = _("if the terminal can do more, set COLORTERM=truecolor")
    return _finding("colours", Grade.NOTE, _("16, as TERM says"), advice)


def _unicode(env: Mapping[str, str]) -> Finding:
    # Python itself sets LC_CTYPE where the person's locale names no encoding.
    name = next((env[key] for key in ("LC_ALL", "LANG", "LC_CTYPE") if env.get(key)), "")
    if "utf-8" in name.lower() or "utf8" in name.lower():
        return _finding("unicode", Grade.OK, name)
    told = _("the locale is {name}, which is not UTF-8").format(name=name or "C")
    return _finding("unicode", Grade.NOTE, told, _("if symbols look broken, set LANG=C.UTF-8"))


def _size(size: terminal_size) -> Finding:
    told = f"{size.columns}×{size.lines}"
    if size.columns < _SMALLEST[0] or size.lines < _SMALLEST[1]:
        advice = _("make the terminal larger: {columns}×{rows} is the least").format(
            columns=_SMALLEST[0], rows=_SMALLEST[1]
        )
        return _finding("size", Grade.NOTE, told, advice)
    if size.columns < _COMFORTABLE[0] or size.lines < _COMFORTABLE[1]:
        return _finding("size", Grade.OK, _("{size}: the side panes fold away").format(size=told))
    return _finding("size", Grade.OK, told)


def _clipboard(env: Mapping[str, str]) -> Finding:
    if env.get("TMUX"):
        return _finding("clipboard", Grade.OK, _("as tmux lets copies through, and the terminal around it"))
    if env.get("STY"):
        advice = _("select with the terminal's own means (Alt+B), or use tmux")
        return _finding("clipboard", Grade.NOTE, _("GNU screen lets no copies through"), advice)
    program = _program(env)
    if program == "Apple_Terminal":
        advice = _("select with the terminal's own means (Alt+B), or use another terminal")
        return _finding("clipboard", Grade.NOTE, _("Terminal of macOS takes no copies (OSC 52)"), advice)
    if program == "iTerm.app":
        advice = _("allow it: Settings, General, Selection, “Applications in terminal may access clipboard”")
        return _finding("clipboard", Grade.NOTE, _("iTerm2 takes copies (OSC 52) once it is allowed"), advice)
    if any(name in f"{program} {env.get('TERM', '')}".lower() for name in _TAKES_COPIES):
        return _finding("clipboard", Grade.OK, _("copies go through the terminal (OSC 52)"))
    advice = _("copy something and paste it; if nothing comes, allow OSC 52 in the terminal's settings")
    return _finding("clipboard", Grade.NOTE, _("whether this terminal takes copies is not known"), advice)


def _program(env: Mapping[str, str]) -> str:
    if env.get("WT_SESSION"):
        return "Windows Terminal"
    if env.get("KITTY_WINDOW_ID"):
        return "kitty"
    return env.get("TERM_PROGRAM", "")


def _finding(name: str, grade: Grade, told: str, advice: str = "") -> Finding:
    return Finding(about="terminal", name=name, grade=grade, told=told, advice=advice)
