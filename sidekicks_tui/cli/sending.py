"""One message in one channel, until its last answer has ended."""

import asyncio
import contextlib

from sidekicks_tui.cli.answers import Printer, failed
from sidekicks_tui.cli.requests import Requests
from sidekicks_tui.cli.status import DONE, FAILED, STOPPED
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.service import ChannelService
from sidekicks_tui.model.events import TurnChanged


class Sending:
    """Sends a message and prints its answers; `permit` is `ask`, `allow` or `deny`."""

    def __init__(
        self, bus: Bus, channels: ChannelService, channel: str, printer: Printer, permit: str
    ) -> None:
        self._bus = bus
        self._channels = channels
        self._channel = channel
        self._printer = printer
        self._requests = Requests(channels, permit)
        self._stopping: asyncio.Task[None] | None = None

    async def send(self, text: str) -> int:
        """Returns the exit status once nobody answers any more."""
        has_failed = False
        with contextlib.closing(self._requests):
            async with self._bus.subscribe() as events:
                await self._channels.send(self._channel, text)
                async for event in events:
                    self._printer.print(event)
                    self._requests.follow(event)
                    if getattr(event, "channel", None) != self._channel:
                        continue
                    has_failed = has_failed or failed(event)
                    if isinstance(event, TurnChanged) and not event.busy:
                        break
        if self._stopping is not None:
            await self._stopping
            return STOPPED
        return FAILED if has_failed else DONE

    def stop(self) -> None:
        """Stop the answers; `send` returns when they have ended."""
        self._stopping = asyncio.create_task(self._channels.cancel(self._channel))
