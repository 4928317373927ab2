"""Messages and channels for the tests of the history."""

from datetime import UTC, datetime

from sidekicks_tui.model.channels import Channel, StoredChannel
from sidekicks_tui.model.messages import Message, Role, TextPart

MADE_AT = datetime(2026, 3, 1, 10, 42, tzinfo=UTC)


def message(id: str, text: str = "hello", channel: str = "c1", role: Role = Role.AGENT) -> Message:
    return Message(id=id, channel=channel, created_at=MADE_AT, role=role, parts=(TextPart(text=text),))


def stored(id: str = "c1", name: str = "") -> StoredChannel:
    return StoredChannel(channel=Channel(id=id, name=name or id))


def ids(messages: tuple[Message, ...]) -> list[str]:
    return [message.id for message in messages]
