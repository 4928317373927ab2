"""Questions of agents that wait for the person: forms, and addresses to open."""

from collections.abc import Callable, Mapping

from msgspec.structs import asdict

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.forms import filled_in, unfit
from sidekicks_tui.core.channels.pending import Pending
from sidekicks_tui.locale import _
from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationAnswer,
    ElicitationForm,
    ElicitationRequest,
    ElicitationUrl,
    FieldValue,
    Question,
)
from sidekicks_tui.model.errors import UnfitAnswer
from sidekicks_tui.model.events import ElicitationCompleted, ElicitationRequested, ElicitationResolved


class Elicitations:
    def __init__(self, bus: Bus, new_id: Callable[[], str]) -> None:
        self._bus = bus
        self._new_id = new_id
        self._pending: Pending[ElicitationRequest, ElicitationAnswer] = Pending(bus, _requested, _resolved)
        self._opened: dict[str, dict[str, ElicitationRequest]] = {}
        """By agent and its own identifier: addresses that the person opens, until the agent says done."""

    def pending(self, channel: str | None = None) -> tuple[ElicitationRequest, ...]:
        """What waits in `channel` (empty: outside of all), or anywhere; oldest first."""
        return tuple(
            request for request in self._pending.all() if channel is None or request.channel == channel
        )

    def waits(self, message: str) -> bool:
        """A question that belongs to `message` waits."""
        return any(request.message_id == message for request in self._pending.all())

    async def ask(self, *, channel: str, agent: str, message: str, question: Question) -> ElicitationAnswer:
        """The answer. Cancelling the task withdraws the question."""
        request = ElicitationRequest(
            id=self._new_id(), channel=channel, agent=agent, message_id=message, question=question
        )
        answer = await self._pending.ask(request)
        return answer or ElicitationAnswer(action=ElicitationAction.CANCEL)

    def answer(
        self, identifier: str, action: ElicitationAction, content: Mapping[str, FieldValue] | None
    ) -> None:
        """Answer a question. Raises `UnknownOption` when it waits no more, `UnfitAnswer` when it is accepted

        with a content that the form does not allow; then it waits on.
        """
        request = self._pending.find(identifier)
        values: dict[str, FieldValue] | None = None
        if action is ElicitationAction.ACCEPT and isinstance(request.question, ElicitationForm):
            values = filled_in(request.question, content or {})
            if problems := unfit(request.question, values):
                raise UnfitAnswer(
                    _("the answer does not fit: {first}").format(first=_first(problems)), problems
                )
        if action is ElicitationAction.ACCEPT and isinstance(request.question, ElicitationUrl):
            self._opened.setdefault(request.agent, {})[request.question.id] = request
        self._pending.answer(identifier, ElicitationAnswer(action=action, content=values))

    def completed(self, agent: str, address: str) -> None:
        """The agent says that what was to be done at the address with its identifier `address` is done."""
        for request in self._pending.all():
            question = request.question
            if request.agent == agent and isinstance(question, ElicitationUrl) and question.id == address:
                # The person opened it without telling us.
                self.answer(request.id, ElicitationAction.ACCEPT, None)
        opened = self._opened.get(agent, {}).pop(address, None)
        if opened is not None:
            self._bus.publish(ElicitationCompleted(id=opened.id, channel=opened.channel))

    def cancel(self, *, channel: str = "", message: str = "") -> None:
        """Answer "cancel" to all that waits in `channel`, or that belongs to `message`."""
        self._pending.cancel(channel=channel, message=message)

    def ended(self, agent: str) -> None:
        """The agent's process is gone: it will complete nothing."""
        self._opened.pop(agent, None)


def _first(problems: Mapping[str, str]) -> str:
    return next(f"{name}: {words}" for name, words in problems.items())


def _requested(request: ElicitationRequest) -> ElicitationRequested:
    return ElicitationRequested(**asdict(request))


def _resolved(request: ElicitationRequest) -> ElicitationResolved:
    return ElicitationResolved(id=request.id, channel=request.channel)
