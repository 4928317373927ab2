"""What the engine tells of a moment, in no vendor's words: the dialects put it into theirs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.tools import ToolFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The session in which it happens. What is unknown is empty."""

    agent: str
    session: str
    cwd: Path
    workspace: Path
    """The agent's folder: the session's, unless a terminal of it is elsewhere."""
    mode: str = ""
    model: str = ""
    title: str = ""
    turn: str = ""
    transcript: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    occasion: Occasion
    seam: Seam
    place: Place
    tool: ToolFacts | None = None
    fields: Mapping[str, object] = field(default_factory=dict)
    """By the names that Claude Code has for them, which are the richest."""
    extras: Mapping[str, object] = field(default_factory=dict)
    """What only some vendors tell of, each by its own name for it."""
