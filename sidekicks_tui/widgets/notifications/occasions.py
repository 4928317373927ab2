"""What is worth a notification: an answer that ended, a request that waits. Pure: events in, words out.

One channel calls once: the second request in its line is no news while the first one waits, an answer is
over when its last agent is done, and what the person stopped they know of.
"""

from collections import defaultdict
from typing import NamedTuple

from sidekicks_tui.locale import _
from sidekicks_tui.model.events import (
    ElicitationRequested,
    ElicitationResolved,
    Event,
    MessageUpdated,
    PermissionRequested,
    PermissionResolved,
    TurnChanged,
)
from sidekicks_tui.model.messages import Message, Role, StopReason, SystemCode

FOLLOWED = (
    ElicitationRequested,
    ElicitationResolved,
    MessageUpdated,
    PermissionRequested,
    PermissionResolved,
    TurnChanged,
)
"""The events that `Occasions.tell` looks at."""


class Occasion(NamedTuple):
    channel: str
    """Where it happened; empty while an agent logs in."""
    words: str


class Occasions:
    def __init__(self) -> None:
        self._answers: dict[str, Message | None] = {}
        """By channel that answers: the last message that an agent finished there."""
        self._waiting: defaultdict[str, set[str]] = defaultdict(set)
        """By channel: the requests that wait there."""

    def tell(self, event: Event) -> Occasion | None:
        """Take in what happened; returns what the person should hear of it."""
        match event:
            case TurnChanged():
                return self._turn(event)
            case MessageUpdated(message=message) if _ends_an_answer(message):
                if message.channel in self._answers:
                    self._answers[message.channel] = message
            case PermissionRequested():
                title = event.tool_call.title
                words = _("{agent} asks for permission: {what}").format(agent=event.agent, what=title)
                return self._request(event.channel, event.id, words)
            case ElicitationRequested():
                words = _("{agent} asks: {what}").format(agent=event.agent, what=event.question.message)
                return self._request(event.channel, event.id, words)
            case PermissionResolved() | ElicitationResolved():
                self._waiting[event.channel].discard(event.id)
        return None

    def _turn(self, event: TurnChanged) -> Occasion | None:
        if event.busy:
            self._answers.setdefault(event.channel, None)
            return None
        last = self._answers.pop(event.channel, None)
        if last is None or last.stop_reason is StopReason.CANCELLED:
            return None
        if last.error:
            words = _("{agent} failed: {error}").format(agent=last.agent, error=last.error)
        else:
            words = _("{agent} has answered").format(agent=last.agent)
        return Occasion(event.channel, words)

    def _request(self, channel: str, identifier: str, words: str) -> Occasion | None:
        waiting = self._waiting[channel]
        first = not waiting
        waiting.add(identifier)
        return Occasion(channel, words) if first else None


def _ends_an_answer(message: Message) -> bool:
    """An agent is done, or could not even begin."""
    return message.done and (message.role is Role.AGENT or message.code is SystemCode.AGENT_UNAVAILABLE)
