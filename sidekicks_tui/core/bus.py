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
        self._taken: asyncio.Future[None] | None = None
        """What waits until somebody has taken an event."""

    def publish(self, event: Event) -> None:
        """Tell `event` to everybody who subscribed to its type. Never waits, never fails."""
        for subscription in self._subscriptions:
            subscription._offer(event)

    def wants(self, kind: type[Event]) -> bool:
        """Somebody subscribed to events of this type."""
        return any(subscription._wants(kind) for subscription in self._subscriptions)

    async def keeps_up(self, kind: type[Event], most: int) -> None:
        """Return once nobody who subscribed to `kind` has more than `most` events waiting.

        For who publishes without end: memory stays bounded although nothing is dropped.
        """
        while not self._closed and any(
            subscription._wants(kind) and len(subscription._mailbox) > most
            for subscription in self._subscriptions
        ):
            if self._taken is None:
                self._taken = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._taken)

    def subscribe(self, *types: type[Event]) -> "Subscription":
        """Events of `types`, of all types when none are named, from `async with` on."""
        return Subscription(self, frozenset(types))

    def close(self) -> None:
        """Nothing more happens: readers get what still waits for them, then their iteration ends."""
        self._closed = True
        self._tell_taken()
        for subscription in self._subscriptions:
            subscription._wake()

    def _tell_taken(self) -> None:
        if self._taken is not None:
            self._taken.set_result(None)
            self._taken = None


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
        self._bus._tell_taken()

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
        self._bus._tell_taken()
        return self._mailbox.take()

    async def batch(self) -> list[Event]:
        """Everything that waits, as soon as something does; empty when the bus is closed."""
        if not self._mailbox:
            await self._wait(asyncio.get_running_loop())
        events = []
        while self._mailbox:
            events.append(self._mailbox.take())
        self._bus._tell_taken()
        return events

    async def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._bus._closed:
            self._waiter = loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        self._turn_ends = loop.time() + _TURN

    def _wants(self, kind: type[Event]) -> bool:
        return not self._types or kind in self._types

    def _offer(self, event: Event) -> None:
        if self._wants(type(event)):
            self._mailbox.put(event)
            self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
