"""An agent's error, whatever its shape, as one exception with the agent's own words."""

from typing import Final

from sidekicks_tui.acp.fields import mapping
from sidekicks_tui.acp.sessions import auth_methods
from sidekicks_tui.acp.wire_json import compact, decode
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import AgentRefused, AuthRequired
from sidekicks_tui.model.sessions import AuthMethod

_AUTH_REQUIRED: Final = -32000
_WORDS_LENGTH: Final = 2000
_WORD_KEYS: Final = ("message", "details", "detail", "error", "reason", "description")
"""Where agents put words in an error's data, the plainest first."""
_BARE: Final = ("", "error", "internal error", "invalid params", "invalid request", "unknown error")
"""What says nothing, so that data without words is better than it."""
_DEPTH: Final = 4


def refusal(code: int, message: str, data: object, methods: tuple[AuthMethod, ...] = ()) -> AgentRefused:
    """The exception for a JSON-RPC error; `methods` are the logins that the agent announced.

    -32000 asks for a login, but it is also JSON-RPC's code for any error of a server: it counts as the first
    when the agent has a login to offer or says so.
    """
    words = _sentence(message, data)
    if code == _AUTH_REQUIRED:
        methods = auth_methods(mapping(data).get("authMethods")) or methods
        if methods or "auth" in words.lower() or "log in" in words.lower():
            return AuthRequired(words, code, data, methods)
    return AgentRefused(words, code, data)


def _sentence(message: str, data: object) -> str:
    """The words of `message`, and those of `data` that it does not have already."""
    said = _words(message)
    more = _words(data)
    if not more and said.strip(" .").lower() in _BARE and "authMethods" not in mapping(data):
        more = "" if data is None else compact(data)
    if more and more not in said:
        said = f"{said}: {more}" if said and said not in more else more
    said = " ".join(said.split()) or _("The agent refused without saying why.")
    return said if len(said) <= _WORDS_LENGTH else f"{said[:_WORDS_LENGTH]}…"


def _words(value: object, depth: int = _DEPTH) -> str:
    """The words in a string, a JSON document in a string, an object or a list."""
    if isinstance(value, str):
        document = decode(value.encode(errors="replace")) if value.lstrip().startswith("{") else None
        return (_words(document, depth - 1) if document and depth else "") or value
    if isinstance(value, dict) and depth:
        for key in _WORD_KEYS:
            if words := _words(value.get(key), depth - 1):
                return words
    if isinstance(value, list) and depth:
        return "; ".join(words for item in value[:10] if (words := _words(item, depth - 1)))
    return ""
