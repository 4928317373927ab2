"""One conversation of a client with the guide: its folder, its mode, and what was allowed for good."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Final

from sidekicks_tui.guide.folder import Folder
from sidekicks_tui.guide.turn import StopReason

ASK: Final = "ask"
"""Edits and commands are asked for, each time."""
READ: Final = "read"
"""Nothing is edited or run."""
ID_PREFIX: Final = "guide-"


@dataclass(slots=True)
class Session:
    id: str
    folder: Folder
    mode: str = ASK
    granted: set[str] = field(default_factory=set)
    """What the person allowed for the whole session; forgotten with it."""
    memory: list[list[dict[str, Any]]] = field(default_factory=list)
    """The messages of earlier turns, as the language model is told them again."""
    titled: bool = False
    turn: asyncio.Task[StopReason] | None = None
    """The answer under way."""

    def stop(self) -> None:
        """Cancel the answer under way, once: what it does to end must not be cancelled too."""
        if self.turn is not None and not self.turn.cancelling():
            self.turn.cancel()
