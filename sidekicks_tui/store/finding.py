"""Searching the index: the newest messages that hold some words."""

from bisect import insort
from collections.abc import Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from sidekicks_tui.model.messages import Message
from sidekicks_tui.store.codec import decode_message, record_key
from sidekicks_tui.store.environment import Tables
from sidekicks_tui.store.keys import number_key, split_message_key
from sidekicks_tui.store.records import words_text
from sidekicks_tui.store.segments import Segment, channel_token, records_with, segment_end, segments
from sidekicks_tui.store.words import Query, searchable

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Views

_by_id = attrgetter("id")
_NEWEST: Final = "\U0010ffff"
"""What follows every id."""


class Search:
    """One search in one transaction. Its cost grows with the number of segments, not of messages."""

    def __init__(
        self,
        tables: Tables,
        txn: "Views",
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

    def _look_at(self, records: Iterator[memoryview]) -> None:
        """Find, among `records`, the messages that match and are new enough."""
        candidates = [(*split_message_key(record_key(record)), record) for record in records]
        candidates.sort(key=lambda candidate: candidate[1], reverse=True)
        for channel, id, record in candidates:
            if id <= self._threshold():
                break
            if id >= self._before or self._channel not in (None, channel):
                continue
            if self._txn.get(channel.encode(), db=self._tables.channels) is None:
                continue  # it is being deleted
            message = decode_message(record)
            if self._query.matches(searchable(message)):
                insort(self._found, message, key=_by_id)
                del self._found[: -self._limit]

    def _recent(self) -> Iterator[memoryview]:
        """Records, in no segment yet, that have the tokens."""
        wanted = [f"\n{token}".encode() for token in self._query.tokens]
        with self._txn.cursor(self._tables.messages) as cursor:
            there = cursor.set_range(number_key(segment_end(self._tables, self._txn)))
            while there:
                record = cursor.value()
                kept = self._txn.get(cursor.key(), db=self._tables.words)
                text = words_text(record) if kept is None else bytes(kept)
                if all(token in text for token in wanted):
                    yield record
                there = cursor.next()

    def _candidates(self, segment: Segment) -> Iterator[memoryview]:
        """Records in `segment` that have the tokens."""
        wanted = list(self._query.tokens)
        if self._channel is not None:
            wanted.insert(0, channel_token(self._channel))
        for number in records_with(self._tables, self._txn, segment, wanted):
            record = self._txn.get(number_key(number), db=self._tables.messages)
            if record is not None:
                yield record
