"""The shells in agents' folders."""

from sidekicks_tui.model.base import Value


class TerminalStatus(Value, frozen=True, kw_only=True):
    id: str
    agent: str
    title: str
    """As the program on it set it; foreign text, often empty."""
    bells: int
    """How often it rang."""
    exit_status: int | None
    """Of the shell; negative for a signal, None while it runs."""
