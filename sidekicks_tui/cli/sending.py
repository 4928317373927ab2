"""One message in one channel, until its last answer has ended."""

import asyncio
import contextlib
import sys

from sidekicks_tui.cli.answers import Printer, failed
from sidekicks_tui.cli.asking import Asker, choose_option
from sidekicks_tui.cli.status import DONE, FAILED, STOPPED
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.service import ChannelService
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UnknownOption
from sidekicks_tui.model.events import PermissionRequested, PermissionResolved, TurnChanged
from sidekicks_tui.model.visible import visible_line


class Sending:
    """Sends a message and prints its answers; `permit` is `ask`, `allow` or `deny`."""

    def __init__(
        self, bus: Bus, channels: ChannelService, channel: str, printer: Printer, permit: str
    ) -> None:
        self._bus = bus
        self._channels = channels
        self._channel = channel
        self._printer = printer
        self._permit = permit
        self._terminal = asyncio.Lock()
        self._requests: dict[str, asyncio.Task[None]] = {}
        self._stopping: asyncio.Task[None] | None = None

    async def send(self, text: str) -> int:
        """Returns the exit status once nobody answers any more."""
        has_failed = False
        try:
            async with self._bus.subscribe() as events:
                await self._channels.send(self._channel, text)
                async for event in events:
                    self._printer.print(event)
                    if getattr(event, "channel", None) != self._channel:
                        continue
                    has_failed = has_failed or failed(event)
                    if isinstance(event, PermissionRequested):
                        self._requests[event.id] = asyncio.create_task(self._answer(event))
                    elif isinstance(event, PermissionResolved):
                        self._withdraw(event.id)
                    elif isinstance(event, TurnChanged) and not event.busy:
                        break
        finally:
            for request in tuple(self._requests):
                self._withdraw(request)
        if self._stopping is not None:
            await self._stopping
            return STOPPED
        return FAILED if has_failed else DONE

    def stop(self) -> None:
        """Stop the answers; `send` returns when they have ended."""
        self._stopping = asyncio.create_task(self._channels.cancel(self._channel))

    async def _answer(self, request: PermissionRequested) -> None:
        option = await self._choose(request)
        with contextlib.suppress(UnknownOption):  # somebody was faster: a stop, the agent's end
            if option is None:
                await self._channels.cancel(self._channel)
            else:
                await self._channels.answer_permission(request.id, option)

    async def _choose(self, request: PermissionRequested) -> str | None:
        """The option to answer with; None when there is none but to stop."""
        if self._permit != "ask":
            return choose_option(request.options, allow=self._permit == "allow")
        async with self._terminal:
            try:
                asker = Asker()
            except OSError:
                title = request.tool_call.title or request.tool_call.kind
                sentence = _(
                    "{agent} asked for permission and was refused ({title}): there is no terminal to ask on, "
                    "--permit allow or deny answers without one"
                ).format(agent=request.agent, title=title)
                print(f"sidekicks: {visible_line(sentence)}", file=sys.stderr, flush=True)
                return choose_option(request.options, allow=False)
            with contextlib.closing(asker):
                return await asker.ask(request)

    def _withdraw(self, request: str) -> None:
        if (task := self._requests.pop(request, None)) is not None:
            task.cancel()
