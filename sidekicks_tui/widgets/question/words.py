"""What an agent asks, in its words; of an address, all of it and where it leads."""

from typing import Final
from urllib.parse import urlsplit

from textual.content import Content

from sidekicks_tui.locale import _
from sidekicks_tui.model.elicitation import ElicitationForm, Question
from sidekicks_tui.model.visible import visible
from sidekicks_tui.widgets.content import MUTED, foreign

_WEB: Final = ("http", "https")


def said(question: Question) -> Content:
    lines = [Content(visible(question.message))]
    if isinstance(question, ElicitationForm):
        lines += [foreign(text, MUTED) for text in (question.title, question.description) if text]
        return Content("\n").join(lines)
    host = web_host(question.url)
    where = _("leads to {host}").format(host=host) if host else _("is no address of the web: copy it")
    return Content("\n").join([*lines, Content(""), foreign(question.url), foreign(where, MUTED)])


def web_host(address: str) -> str:
    """Where an address of the web leads; empty for every other kind, which is never opened."""
    try:
        parts = urlsplit(address)
        return parts.hostname or "" if parts.scheme in _WEB else ""
    except ValueError:
        return ""
