"""What a terminal prints, as events, for whoever subscribed to them."""

import asyncio
from typing import Final

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.terminals.characters import whole_characters
from sidekicks_tui.model.events import TerminalOutput
from sidekicks_tui.model.limits import TERMINAL_OUTPUT_EVERY, TERMINAL_OUTPUT_SIZE

_WAITING: Final = 8
"""Groups that may wait for a slow subscriber before the terminal is read no further."""


class Output:
    """Groups of whole characters, every 16 ms or 32 KB. Where nobody listens, nothing is kept."""

    def __init__(self, identifier: str, bus: Bus) -> None:
        self._id = identifier
        self._bus = bus
        self._waiting = bytearray()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, data: bytes) -> None:
        self._waiting += data
        if not self._bus.wants(TerminalOutput):
            # Who comes in the middle of a character gets all of it.
            del self._waiting[: whole_characters(self._waiting, len(self._waiting))]
            return
        while len(self._waiting) >= TERMINAL_OUTPUT_SIZE:
            self._publish()
        if self._waiting and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TERMINAL_OUTPUT_EVERY, self._publish)

    def finish(self) -> None:
        """Publish what is left; nothing may be added until something is printed anew."""
        self._publish()
        if self._waiting:
            self._bus.publish(TerminalOutput(id=self._id, data=bytes(self._waiting)))
            self._waiting.clear()

    async def keeps_up(self) -> None:
        """Return once every subscriber has taken most of what was printed."""
        await self._bus.keeps_up(TerminalOutput, _WAITING)

    def _publish(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        end = whole_characters(self._waiting, TERMINAL_OUTPUT_SIZE)
        if end:
            data = bytes(self._waiting[:end])
            del self._waiting[:end]
            self._bus.publish(TerminalOutput(id=self._id, data=data))
