"""What is being written, kept for each conversation, also over a restart."""

from collections.abc import Coroutine
from typing import Any

from textual.timer import Timer

from sidekicks_tui.screens.chat.desk import Desk

_KEPT_AFTER = 1.0
"""Seconds after the first change that a draft is written away."""


class Drafts:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._timer: Timer | None = None

    def edited(self) -> None:
        """The draft of the conversation in sight changed."""
        if self._timer is None:
            self._timer = self._desk.screen.set_timer(_KEPT_AFTER, self.keep)

    def keep(self) -> None:
        """Write the draft in sight away, if it changed."""
        if self._timer is None:
            return
        self._timer.stop()
        self._timer = None
        if self._desk.overview.channel(self._desk.overview.current) is not None:
            self._desk.run(self._write())

    async def keep_now(self) -> None:
        """As `keep`, and wait until it is done: before the program ends."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            await self._write()

    def _write(self) -> Coroutine[Any, Any, None]:
        """The command that keeps the draft as it stands now: a moment later, another may be in sight."""
        return self._desk.engine.channels.set_draft(self._desk.overview.current, self._desk.composer.written)
