"""What agents ask the person, of one kind, until it is answered.

An entry leaves the table in one step, and with it goes the right to answer it: the first answer wins, and a
request that was answered or cancelled can be answered no more. Nothing here answers by itself.
"""

import asyncio
from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, TypeVar

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UnknownOption
from sidekicks_tui.model.events import Event


class Request(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def channel(self) -> str: ...
    @property
    def message_id(self) -> str: ...


RequestT = TypeVar("RequestT", bound=Request)
AnswerT = TypeVar("AnswerT")


class _Entry(NamedTuple, Generic[RequestT, AnswerT]):
    request: RequestT
    answer: "asyncio.Future[AnswerT | None]"


class Pending(Generic[RequestT, AnswerT]):
    """`requested` and `resolved` are what the bus is told of a request when it comes, and when it is gone."""

    def __init__(
        self, bus: Bus, requested: Callable[[RequestT], Event], resolved: Callable[[RequestT], Event]
    ) -> None:
        self._bus = bus
        self._requested = requested
        self._resolved = resolved
        self._entries: dict[str, _Entry[RequestT, AnswerT]] = {}

    def all(self) -> tuple[RequestT, ...]:
        """What waits, oldest first."""
        return tuple(entry.request for entry in self._entries.values())

    def find(self, identifier: str) -> RequestT:
        """A request that waits. Raises `UnknownOption` when it waits no more."""
        entry = self._entries.get(identifier)
        if entry is None or entry.answer.done():
            raise UnknownOption(_("this request waits no more: it was answered or cancelled"))
        return entry.request

    async def ask(self, request: RequestT) -> AnswerT | None:
        """The answer; None when the request is cancelled. Cancelling the task withdraws it."""
        answer: asyncio.Future[AnswerT | None] = asyncio.get_running_loop().create_future()
        self._entries[request.id] = _Entry(request, answer)
        self._bus.publish(self._requested(request))
        try:
            return await answer
        finally:
            self._take(request.id)

    def answer(self, identifier: str, answer: AnswerT | None) -> None:
        """Answer a request that waits; None cancels it."""
        self._entries[identifier].answer.set_result(answer)
        self._take(identifier)

    def cancel(self, *, channel: str = "", message: str = "") -> None:
        """Cancel all that waits in `channel`, or that belongs to `message`."""
        for identifier, (request, answer) in list(self._entries.items()):
            here = request.channel == channel if channel else bool(message) and request.message_id == message
            if here and not answer.done():
                self.answer(identifier, None)

    def _take(self, identifier: str) -> None:
        entry = self._entries.pop(identifier, None)
        if entry is not None:
            self._bus.publish(self._resolved(entry.request))
