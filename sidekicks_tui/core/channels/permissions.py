"""Permission requests that wait for the person.

An entry leaves the table in one step, and with it goes the right to answer it: the first answer wins, and a
request that was answered or cancelled can be granted no more. Nothing here answers by itself.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.model.errors import UnknownOption
from sidekicks_tui.model.events import PermissionRequested, PermissionResolved
from sidekicks_tui.model.messages import ToolCall
from sidekicks_tui.model.permissions import PermissionOption, PermissionRequest


class _Entry(NamedTuple):
    request: PermissionRequest
    answer: "asyncio.Future[str | None]"


class Permissions:
    def __init__(self, bus: Bus, new_id: Callable[[], str]) -> None:
        self._bus = bus
        self._new_id = new_id
        self._entries: dict[str, _Entry] = {}
        self._rejections: Counter[str] = Counter()
        """By message: refusals given while it was answered."""

    def pending(self, channel: str) -> tuple[PermissionRequest, ...]:
        """What waits in `channel`, oldest first."""
        return tuple(entry.request for entry in self._entries.values() if entry.request.channel == channel)

    def waits(self, message: str) -> bool:
        """A request that belongs to `message` waits."""
        return any(entry.request.message_id == message for entry in self._entries.values())

    async def ask(
        self,
        *,
        channel: str,
        agent: str,
        message: str,
        tool_call: ToolCall,
        options: tuple[PermissionOption, ...],
    ) -> str | None:
        """The chosen option's id; None when the request is cancelled. Cancelling the task withdraws it."""
        request = PermissionRequest(
            id=self._new_id(),
            channel=channel,
            agent=agent,
            message_id=message,
            tool_call=tool_call,
            options=options,
            rejections=self._rejections[message],
        )
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._entries[request.id] = _Entry(request, answer)
        self._bus.publish(
            PermissionRequested(
                id=request.id,
                channel=channel,
                agent=agent,
                message_id=message,
                tool_call=tool_call,
                options=options,
                rejections=request.rejections,
            )
        )
        try:
            return await answer
        finally:
            self._take(request.id)

    def answer(self, identifier: str, option: str) -> None:
        """Answer a request with one of its options. Raises `UnknownOption`, also when it waits no more."""
        entry = self._entries.get(identifier)
        if entry is None or entry.answer.done():
            raise UnknownOption("this request waits no more: it was answered or cancelled")
        chosen = next((offer for offer in entry.request.options if offer.id == option), None)
        if chosen is None:
            names = ", ".join(offer.id for offer in entry.request.options)
            raise UnknownOption(f"the request has no option {option}: its options are {names}")
        if chosen.kind.rejects:
            self._rejections[entry.request.message_id] += 1
        entry.answer.set_result(chosen.id)
        self._take(identifier)

    def cancel(self, *, channel: str = "", message: str = "") -> None:
        """Answer "cancelled" to all that waits in `channel`, or that belongs to `message`."""
        for identifier, (request, answer) in list(self._entries.items()):
            if (request.channel == channel or request.message_id == message) and not answer.done():
                answer.set_result(None)
                self._take(identifier)

    def forget(self, message: str) -> None:
        """The answer is over: what waits is cancelled, and its refusals count no more."""
        self.cancel(message=message)
        del self._rejections[message]

    def _take(self, identifier: str) -> None:
        entry = self._entries.pop(identifier, None)
        if entry is not None:
            self._bus.publish(PermissionResolved(id=identifier, channel=entry.request.channel))
