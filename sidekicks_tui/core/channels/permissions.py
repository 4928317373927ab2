"""Permission requests that wait for the person, and how many of them were refused."""

from collections import Counter
from collections.abc import Callable

from msgspec.structs import asdict

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.pending import Pending
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UnknownOption
from sidekicks_tui.model.events import PermissionRequested, PermissionResolved
from sidekicks_tui.model.messages import ToolCall
from sidekicks_tui.model.permissions import PermissionOption, PermissionRequest


class Permissions:
    def __init__(self, bus: Bus, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._pending: Pending[PermissionRequest, str] = Pending(bus, _requested, _resolved)
        self._rejections: Counter[str] = Counter()
        """By message: refusals given while it was answered."""

    def pending(self, channel: str) -> tuple[PermissionRequest, ...]:
        """What waits in `channel`, oldest first."""
        return tuple(request for request in self._pending.all() if request.channel == channel)

    def waits(self, message: str) -> bool:
        """A request that belongs to `message` waits."""
        return any(request.message_id == message for request in self._pending.all())

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
        return await self._pending.ask(
            PermissionRequest(
                id=self._new_id(),
                channel=channel,
                agent=agent,
                message_id=message,
                tool_call=tool_call,
                options=options,
                rejections=self._rejections[message],
            )
        )

    def answer(self, identifier: str, option: str) -> None:
        """Answer a request with one of its options. Raises `UnknownOption`, also when it waits no more."""
        request = self._pending.find(identifier)
        chosen = next((offer for offer in request.options if offer.id == option), None)
        if chosen is None:
            names = ", ".join(offer.id for offer in request.options)
            raise UnknownOption(
                _("the request has no option {option}: its options are {names}").format(
                    option=option, names=names
                )
            )
        if chosen.kind.rejects:
            self._rejections[request.message_id] += 1
        self._pending.answer(identifier, chosen.id)

    def cancel(self, *, channel: str = "", message: str = "") -> None:
        """Answer "cancelled" to all that waits in `channel`, or that belongs to `message`."""
        self._pending.cancel(channel=channel, message=message)

    def forget(self, message: str) -> None:
        """The answer is over: what waits is cancelled, and its refusals count no more."""
        self.cancel(message=message)
        del self._rejections[message]


def _requested(request: PermissionRequest) -> PermissionRequested:
    return PermissionRequested(**asdict(request))


def _resolved(request: PermissionRequest) -> PermissionResolved:
    return PermissionResolved(id=request.id, channel=request.channel)
