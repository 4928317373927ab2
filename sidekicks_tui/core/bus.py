"""The bus: what happens in the engine, told to everybody who wants to know.

`publish` never waits. Every subscriber gets every event of the types that it asked for, in the order in which
they were published, however slow it is. While events wait for a slow subscriber, a later delta is absorbed by
an earlier one of the same part; `mailbox.py` has the rules, and why no reader can tell.

Everything happens in the event loop's thread. A reader that always finds something waiting lets the loop run
every few milliseconds all the same, so that a backlog never holds up a key.
"""

import asyncio
from types import TracebackType
from typing import Final, Self

from sidekicks_tui.core.mailbox import Mailbox
from sidekicks_tui.model.events import Event

_TURN: Final = 0.005
"""Seconds that a reader may take before everybody else has a turn."""


class Bus:
    def __init__(self) -> None:
        self._subscriptions: list[Subscription] = []
        self._closed = False

    def publish(self, event: Event) -> None:
        """Tell `event` to everybody who subscribed to its type. Never waits, never fails."""
        for subscription in self._subscriptions:
            subscription._offer(event)

    def subscribe(self, *types: type[Event]) -> "Subscription":
        """Events of `types`, of all types when none are named, from `async with` on."""
        return Subscription(self, frozenset(types))

    def close(self) -> None:
        """Nothing more happens: readers get what still waits for them, then their iteration ends."""
        self._closed = True
        for subscription in self._subscriptions:
            subscription._wake()


class Subscription:
    """`async with` it, then `async for event in it`, in one task."""

    def __init__(self, bus: Bus, types: frozenset[type[Event]]) -> None:
        self._bus = bus
        self._types = types
        self._mailbox = Mailbox()
        self._waiter: asyncio.Future[None] | None = None
        self._turn_ends = 0.0

    async def __aenter__(self) -> Self:
        self._bus._subscriptions.append(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # A new list: `publish` may be going through the old one.
        self._bus._subscriptions = [other for other in self._bus._subscriptions if other is not self]

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        loop = asyncio.get_running_loop()
        if not self._mailbox:
            await self._wait(loop)
        elif loop.time() >= self._turn_ends:
            await asyncio.sleep(0)
            self._turn_ends = loop.time() + _TURN
        if not self._mailbox:
            raise StopAsyncIteration
        return self._mailbox.take()

    async def batch(self) -> list[Event]:
        """Everything that waits, as soon as something does; empty when the bus is closed."""
        if not self._mailbox:
            await self._wait(asyncio.get_running_loop())
        events = []
        while self._mailbox:
            events.append(self._mailbox.take())
        return events

    async def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._bus._closed:
            self._waiter = loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        self._turn_ends = loop.time() + _TURN

    def _offer(self, event: Event) -> None:
        if not self._types or type(event) in self._types:
            self._mailbox.put(event)
            self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
