"""What an agent has not seen of a channel, and how it is told.

An agent is told what was said since it was last told something: the last messages, each cut. Its own answers
are left out as long as its session knows them, that is unless the session is new. Messages of the system and
messages that were dropped before anybody received them are nobody's words.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.limits import CATCH_UP_LENGTH, CATCH_UP_MESSAGES
from sidekicks_tui.model.messages import Message, Role

DROPPED: Final = "cancelled"
"""The error of a message of the person that Stop dropped before anybody received it."""


def unseen(messages: Iterable[Message], agent: str, seen: str, current: str) -> tuple[Message, ...]:
    """What `agent` must be told beside the message `current`, oldest first.

    `seen` is the last message that its session was told, empty for a new session, which does not know the
    agent's own words either. Answers that others have already given to `current` are among them.
    """
    missed = [
        message
        for message in messages
        if message.id > seen
        and message.id != current
        and _spoken(message)
        and not (seen and message.agent == agent)
    ]
    return tuple(missed[-CATCH_UP_MESSAGES:])


def seen_after(told: Iterable[str], queued: Collection[str], seen: str) -> str:
    """The last message that a session has seen once it was told the messages `told`.

    What still waits in the queue is older than answers that came meanwhile. It must not count as seen: what
    lies behind the first that waits is rather told twice than never.
    """
    waiting = min(queued, default="")
    return max((told_id for told_id in told if not waiting or told_id < waiting), default=seen)


def tell(channel: Channel, agent: str, missed: Sequence[Message], answers: Collection[str]) -> str:
    """The text that goes before the person's message; empty when `agent` missed nothing.

    `answers` are the messages that answer the one that is sent now.
    """
    if not missed:
        return ""
    before = [message for message in missed if message.id not in answers]
    answered = [message for message in missed if message.id in answers]
    paragraphs = [f"You are {agent}, in {_place(channel, agent)}."]
    if before:
        paragraphs += ["What was said there since you were last told:", *map(_told, before)]
    if answered:
        paragraphs += ["Answers that others gave to the message that follows:", *map(_told, answered)]
    paragraphs.append("The user's message to you follows.")
    return "\n\n".join(paragraphs)


def _place(channel: Channel, agent: str) -> str:
    if channel.direct:
        return "a direct conversation with the user"
    company = ["the user", *(member for member in channel.members if member != agent)]
    return f"the channel {channel.label} with {', '.join(company)}"


def _spoken(message: Message) -> bool:
    if message.role is Role.USER:
        return not message.queued and message.error != DROPPED
    return message.role is Role.AGENT and message.done and bool(message.text.strip())


def _told(message: Message) -> str:
    speaker = "the user" if message.role is Role.USER else message.agent
    text = message.text.strip()
    if len(text) > CATCH_UP_LENGTH:
        text = text[: CATCH_UP_LENGTH - 1] + "…"
    return f"[{speaker}]\n{text}"
