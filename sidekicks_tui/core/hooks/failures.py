"""Claude Code's class of an agent's error, from its words and its code."""

import re
from typing import Final

from sidekicks_tui.model.errors import AgentError, AgentRefused, AuthRequired

_CLASSES: Final = (
    ("rate_limit", re.compile(r"rate.?limit|too many requests|429", re.IGNORECASE)),
    ("overloaded", re.compile(r"overloaded|529|capacity", re.IGNORECASE)),
    ("billing_error", re.compile(r"billing|credit|payment|quota", re.IGNORECASE)),
    ("authentication_failed", re.compile(r"auth|log ?in|api key|401", re.IGNORECASE)),
    ("model_not_found", re.compile(r"model.*not found|unknown model", re.IGNORECASE)),
    ("max_output_tokens", re.compile(r"max.*tokens|output length", re.IGNORECASE)),
)
_INVALID_REQUEST: Final = (-32600, -32602)
_INTERNAL_ERROR: Final = -32603


def error_class(error: AgentError) -> str:
    """One of Claude Code's names; `unknown` for most."""
    if isinstance(error, AuthRequired):
        return "authentication_failed"
    for name, words in _CLASSES:
        if words.search(str(error)):
            return name
    if isinstance(error, AgentRefused) and error.code in _INVALID_REQUEST:
        return "invalid_request"
    if isinstance(error, AgentRefused) and error.code == _INTERNAL_ERROR:
        return "server_error"
    return "unknown"
