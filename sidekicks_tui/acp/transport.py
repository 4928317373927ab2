"""An agent's pipe as the SDK's connection wants it: messages one by one.

Reading is the back-pressure: nothing is read while lines are at hand, or while too many of our own messages
wait for an agent that does not read. However much there is to do, the loop gets its turn every `_SLICE`
seconds.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sidekicks_tui.acp.framing import Line, LineSplitter
from sidekicks_tui.acp.sorting import Sorter
from sidekicks_tui.acp.wire import Wire
from sidekicks_tui.acp.wire_json import JsonObject, encode
from sidekicks_tui.model.errors import AgentGone

_SLICE: Final = 0.002
_MOST_UNSENT: Final = 100
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Outgoing:
    """The parameters of a request of ours, which learns its identifier when it is sent."""

    params: JsonObject
    id: object = None


class PipeTransport:
    """The SDK's `Transport` over a `Wire`; `ended` is called once, when nothing more will come."""

    def __init__(self, wire: Wire, sorter: Sorter, ended: Callable[[], None]) -> None:
        self._wire = wire
        self._sorter = sorter
        self._ended = ended
        self._splitter = LineSplitter()
        self._lines: deque[Line] = deque()
        self._at_end = False
        self._slice_began = 0.0
        self._handed_over = False
        self._writing = asyncio.Lock()
        self._unsent = 0

    async def send(self, message: JsonObject) -> None:
        """Write one message, after those that were sent before it. Raises `AgentGone`."""
        if isinstance(params := message.get("params"), Outgoing):
            params.id = message["id"]
            message = {**message, "params": params.params}
        self._unsent += 1
        try:
            async with self._writing:
                await self._wire.write(encode(message) + b"\n")
        except AgentGone:
            if "method" in message:
                raise
            # An answer to an agent that is gone: nobody misses it.
        finally:
            self._unsent -= 1

    async def receive(self) -> JsonObject | None:
        """The next request or answer; None at the end."""
        if self._handed_over:
            # Whoever waits for the last answer sees it before the updates that follow it.
            self._handed_over = False
            await self._give_way()
        while True:
            while self._lines:
                if time.monotonic() - self._slice_began > _SLICE:
                    await self._give_way()
                if (message := self._sort(self._lines.popleft())) is not None:
                    self._handed_over = True
                    return message
            if self._at_end:
                self._ended()
                return None
            await self._read()

    async def close(self) -> None:
        """The process belongs to whoever started it: nothing is closed here."""

    def _sort(self, line: Line) -> JsonObject | None:
        try:
            return self._sorter.sort(line)
        except Exception:
            # A bug of ours in taking one line must not cost the person the agent.
            _log.exception("a line from the agent was not taken")
            return None

    async def _give_way(self) -> None:
        await asyncio.sleep(0)
        self._slice_began = time.monotonic()

    async def _read(self) -> None:
        if self._unsent >= _MOST_UNSENT:
            async with self._writing:  # the lock is fair: our turn comes after those who wait already
                pass
        try:
            data = await self._wire.read()
        except OSError:
            data = b""
        self._at_end = not data
        self._lines.extend(self._splitter.feed(data) if data else self._splitter.end())
