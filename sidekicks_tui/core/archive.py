"""Whole conversations: read from the history, written out as JSON, and taken in again.

The form is the one of `sidekicks history --format json`: an array of messages, oldest first.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Channel, StoredChannel
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.messages import Message, encode_json

if TYPE_CHECKING:  # the history brings its library, for which no screen waits
    from sidekicks_tui.store.history import History

_AT_ONCE: Final = 500
"""Messages that are given to the history together, which stores them with one sync."""


async def conversation(history: "History", channel: str) -> list[Message]:
    """All messages of a channel, oldest first."""
    page = history.latest(channel)
    pages = [page.messages]
    while page.more:
        page = await history.older(channel, page.messages[0].id)
        pages.append(page.messages)
    return [message for messages in reversed(pages) for message in messages]


def to_json(messages: Iterable[Message]) -> str:
    """An array with a message on each line."""
    return "[" + ",\n".join(encode_json(message).decode() for message in messages) + "]\n"


def from_json(data: str | bytes) -> tuple[Message, ...]:
    """What `to_json` wrote. Raises `UsageError` for anything else."""
    try:
        messages = msgspec.json.decode(data, type=tuple[Message, ...])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        words = _("this is no conversation that was exported as JSON: {error}")
        raise UsageError(words.format(error=error)) from error
    if not messages:
        raise UsageError(_("this conversation has no messages: there is nothing to import"))
    return messages


def speakers(messages: Iterable[Message]) -> tuple[str, ...]:
    """The agents who speak, each once, in the order of their first word."""
    return tuple(dict.fromkeys(message.agent for message in messages if message.agent and not message.code))


async def take_in(
    history: "History", channel: Channel, messages: Sequence[Message], new_id: Callable[[], str]
) -> None:
    """Store `channel` with copies of `messages`, which are its own from then on.

    Raises `HistoryError`; nothing of it is stored then, nor when it is cancelled.
    """
    try:
        await history.put_channel(StoredChannel(channel=channel))
        for start in range(0, len(messages), _AT_ONCE):
            some = [
                replace(message, id=new_id(), channel=channel.id, done=True, queued=False)
                for message in messages[start : start + _AT_ONCE]
            ]
            await asyncio.gather(*map(history.put_message, some))
    except BaseException:
        await history.delete_channel(channel.id)
        raise
