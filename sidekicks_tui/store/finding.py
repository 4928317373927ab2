"""Searching the index: the newest messages that hold some words."""

from bisect import insort
from collections.abc import Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from sidekicks_tui.model.messages import Message
from sidekicks_tui.store.codec import decode_message
from sidekicks_tui.store.documents import words_text
from sidekicks_tui.store.environment import Tables
from sidekicks_tui.store.keys import message_key, number_key, split_message_key
from sidekicks_tui.store.segments import Segment, channel_token, documents_with, segment_end, segments
from sidekicks_tui.store.words import Query, searchable

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction

_by_id = attrgetter("id")
_NEWEST: Final = "\U0010ffff"
"""What follows every id."""


class Search:
    """One search in one transaction. Its cost grows with the number of segments, not of messages."""

    def __init__(
        self,
        tables: Tables,
        txn: "Transaction",
        query: Query,
        *,
        channel: str | None = None,
        limit: int,
        before: str = "",
    ) -> None:
        self._tables = tables
        self._txn = txn
        self._query = query
        self._channel = channel
        self._limit = limit
        self._before = before or _NEWEST
        self._found: list[Message] = []
        self._seen: set[tuple[str, str]] = set()

    def run(self) -> tuple[Message, ...]:
        """The messages, newest first. Raises `HistoryError`."""
        if not self._query or self._limit < 1:
            return ()
        self._look_at(self._recent())
        for segment in sorted(segments(self._tables, self._txn), key=attrgetter("newest"), reverse=True):
            if segment.newest <= self._threshold():
                break
            if segment.oldest < self._before:
                self._look_at(self._candidates(segment))
        return tuple(reversed(self._found))

    def _threshold(self) -> str:
        """The id that a message must follow to be among those that are found."""
        return self._found[0].id if len(self._found) == self._limit else ""

    def _look_at(self, keys: Iterator[bytes]) -> None:
        """Find, among the messages at `keys`, those that match and are new enough."""
        pairs = {(id, channel) for channel, id in map(split_message_key, keys) if id < self._before}
        for id, channel in sorted(pairs - self._seen, reverse=True):
            if id <= self._threshold():
                break
            if self._channel not in (None, channel):
                continue
            if self._txn.get(channel.encode(), db=self._tables.channels) is None:
                continue  # it is being deleted
            value = self._txn.get(message_key(channel, id), db=self._tables.messages)
            if value is None:
                continue
            message = decode_message(value)
            if self._query.matches(searchable(message)):
                insort(self._found, message, key=_by_id)
                del self._found[: -self._limit]
        self._seen |= pairs

    def _recent(self) -> Iterator[bytes]:
        """Keys of messages, in no segment yet, that have the tokens."""
        wanted = [f"\n{token}".encode() for token in self._query.tokens]
        with self._txn.cursor(self._tables.documents) as cursor:
            if cursor.set_range(number_key(segment_end(self._tables, self._txn))):
                for number, key in cursor:
                    text = self._txn.get(number, db=self._tables.words)
                    if text is None:
                        text = words_text(self._tables, self._txn, key)
                    if all(token in text for token in wanted):
                        yield key

    def _candidates(self, segment: Segment) -> Iterator[bytes]:
        """Keys of messages in `segment` that have the tokens."""
        wanted = list(self._query.tokens)
        if self._channel is not None:
            wanted.insert(0, channel_token(self._channel))
        for place in documents_with(self._tables, self._txn, segment, wanted):
            key = self._txn.get(number_key(segment.start + place), db=self._tables.documents)
            if key is not None:
                yield key
