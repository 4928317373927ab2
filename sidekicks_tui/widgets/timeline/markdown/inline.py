"""Inline Markdown as runs of ink: emphasis, code, links, bare addresses."""

import re
from collections.abc import Sequence
from typing import Final

from markdown_it.token import Token

from sidekicks_tui.model.visible import visible
from sidekicks_tui.widgets.timeline.ink import TEXT, Ink, Runs
from sidekicks_tui.widgets.timeline.markdown.parsing import safe_link

_ADDRESS: Final = re.compile(r"https?://[^\s<>\"'`|]+[^\s<>\"'`|.,;:!?)\]}*_]")


def inline_runs(tokens: Sequence[Token], ink: Ink = TEXT) -> Runs:
    """The runs of an inline token's children; a hard break is "\\n"."""
    runs: Runs = []
    inks = [ink]
    for token in tokens:
        kind = token.type
        if kind == "text":
            _add_text(runs, _shown(token.content), inks[-1])
        elif kind == "code_inline":
            runs.append((_shown(token.content), inks[-1]._replace(role="code-inline")))
        elif kind == "softbreak":
            runs.append((" ", inks[-1]))
        elif kind == "hardbreak":
            runs.append(("\n", inks[-1]))
        elif kind == "image":
            _add_image(runs, token, inks[-1])
        elif token.nesting > 0:
            inks.append(_opened(token, inks[-1]))
        elif token.nesting < 0:
            inks.pop()
        else:
            _add_text(runs, _shown(token.content), inks[-1])
    return runs


def _shown(text: str) -> str:
    """Entities can spell what the source did not hold, so the text is made visible once it is decoded."""
    return visible(text).replace("\t", "    ").replace("\n", " ")


def _opened(token: Token, ink: Ink) -> Ink:
    match token.type:
        case "strong_open":
            return ink._replace(bold=True)
        case "em_open":
            return ink._replace(italic=True)
        case "s_open":
            return ink._replace(strike=True)
        case "link_open":
            return _linked(ink, str(token.attrs.get("href", "")))
    return ink


def _linked(ink: Ink, address: str) -> Ink:
    """`ink` as a link, where `address` can be opened: what looks like a link acts as one."""
    link = safe_link(address)
    return ink._replace(role="link", link=link) if link else ink


def _add_text(runs: Runs, text: str, ink: Ink) -> None:
    if "://" not in text or ink.role == "link":
        if text:
            runs.append((text, ink))
        return
    end = 0
    for found in _ADDRESS.finditer(text):
        if found.start() > end:
            runs.append((text[end : found.start()], ink))
        runs.append((found[0], _linked(ink, found[0])))
        end = found.end()
    if end < len(text):
        runs.append((text[end:], ink))


def _add_image(runs: Runs, token: Token, ink: Ink) -> None:
    address = str(token.attrs.get("src", ""))
    runs.append((_shown(token.content or address), _linked(ink, address)))
