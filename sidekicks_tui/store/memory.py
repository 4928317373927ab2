"""A history that lasts until Sidekicks quits."""

import asyncio
from bisect import bisect_left, bisect_right, insort
from itertools import islice
from operator import attrgetter

from sidekicks_tui.locale import _
from sidekicks_tui.model import limits
from sidekicks_tui.model.channels import Command, StoredChannel
from sidekicks_tui.model.errors import UnknownChannel
from sidekicks_tui.model.messages import Message, Page, Role
from sidekicks_tui.store.codec import encode_value
from sidekicks_tui.store.history import SEARCH_HITS, UNREAD_COUNTED
from sidekicks_tui.store.words import Query, searchable

_by_id = attrgetter("id")


class MemoryHistory:
    """The history where the one on disk cannot be had; `problem` says why."""

    def __init__(self, problem: str = "") -> None:
        self.problem = problem
        self._channels: dict[str, StoredChannel] = {}
        self._messages: dict[str, list[Message]] = {}
        self._commands: dict[str, tuple[Command, ...]] = {}
        self._notes: dict[str, str] = {}
        self._last_id = ""

    @property
    def last_id(self) -> str:
        return self._last_id

    def channels(self) -> tuple[StoredChannel, ...]:
        return tuple(self._channels[id] for id in sorted(self._channels))

    def commands(self) -> dict[str, tuple[Command, ...]]:
        return dict(self._commands)

    def latest(self, channel: str, limit: int = limits.PAGE_MESSAGES) -> Page:
        messages = self._messages.get(channel, [])
        return _page(messages, len(messages), limit)

    def unread(self, channel: str, after: str, limit: int = UNREAD_COUNTED) -> int:
        messages = self._messages.get(channel, [])
        start = bisect_right(messages, after, key=_by_id)
        return min(limit, sum(message.role is Role.AGENT for message in messages[start:]))

    def note(self, key: str) -> str:
        return self._notes.get(key, "")

    async def older(self, channel: str, before: str, limit: int = limits.PAGE_MESSAGES) -> Page:
        messages = self._messages.get(channel, [])
        return _page(messages, bisect_left(messages, before, key=_by_id), limit)

    async def search(
        self, words: str, channel: str | None = None, limit: int = SEARCH_HITS, before: str = ""
    ) -> tuple[Message, ...]:
        query = Query(words)
        candidates = [
            message
            for id, messages in self._messages.items()
            if channel is None or id == channel
            for message in messages
            if not before or message.id < before
        ]
        candidates.sort(key=_by_id, reverse=True)
        return await asyncio.to_thread(_find, query, candidates, limit)

    async def put_channel(self, stored: StoredChannel) -> None:
        self._channels[stored.channel.id] = stored
        self._messages.setdefault(stored.channel.id, [])
        self._last_id = max(self._last_id, stored.channel.id)

    async def delete_channel(self, channel: str) -> None:
        self._channels.pop(channel, None)
        self._messages.pop(channel, None)

    async def put_message(self, message: Message) -> None:
        if message.channel not in self._channels:
            raise UnknownChannel(
                _("there is no channel {channel} to keep the message in").format(channel=message.channel)
            )
        messages = self._messages[message.channel]
        place = bisect_left(messages, message.id, key=_by_id)
        if place < len(messages) and messages[place].id == message.id:
            messages[place] = message
        else:
            insort(messages, message, key=_by_id)
        self._last_id = max(self._last_id, message.id)

    async def put_commands(self, agent: str, commands: tuple[Command, ...]) -> None:
        self._commands[agent] = commands

    async def put_note(self, key: str, value: str) -> None:
        self._notes[key] = value
        if not value:
            del self._notes[key]

    async def close(self) -> None:
        """Nothing is held."""


def _page(messages: list[Message], end: int, limit: int) -> Page:
    start, size = end, 0
    while start > 0 and end - start < limit:
        size += len(encode_value(messages[start - 1]))
        if size > limits.PAGE_SIZE and start < end:
            break
        start -= 1
    return Page(messages=tuple(messages[start:end]), more=start > 0)


def _find(query: Query, candidates: list[Message], limit: int) -> tuple[Message, ...]:
    return tuple(islice((message for message in candidates if query.matches(searchable(message))), limit))
