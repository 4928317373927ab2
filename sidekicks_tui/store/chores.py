"""What is done between the commits of messages, in small steps: the index of words, and deletions."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sidekicks_tui.model import limits
from sidekicks_tui.store.environment import Environment
from sidekicks_tui.store.keys import number_key
from sidekicks_tui.store.records import delete_messages, record_end, words_end, words_text
from sidekicks_tui.store.segments import (
    build_segment,
    discard_unfinished,
    forget_channel,
    segment_end,
    segments,
)

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction

SEGMENT: Final = 2048
"""Records of a segment; two bytes tell them apart."""
_UNKEPT: Final = 64
_UNKEPT_SIZE: Final = 256 * limits.KB
"""Messages whose words are not kept, and their bytes: as much as a search may have to read of them."""
_DELETED_A_STEP: Final = 1000
_MARK: Final = b"deleted:"


class Chores:
    """Called after a commit, answers with the steps that are due. Runs in the writer's thread."""

    def __init__(self, environment: Environment, segment: int = SEGMENT) -> None:
        self._environment = environment
        self._tables = environment.tables
        self._segment = segment
        self._started = False
        # No more than hints, of what was tried to be written: what is due, the tables tell.
        self._unkept = self._unkept_size = 0
        self._deletions = True

    def message_put(self, size: int) -> None:
        """A message whose value has `size` bytes may have been put."""
        self._unkept += 1
        self._unkept_size += size

    def mark_deleted(self, txn: "Transaction", channel: str) -> None:
        """Have all that belongs to `channel`, whose record is gone, removed in time; also after a crash."""
        txn.put(_MARK + channel.encode(), b"", db=self._tables.meta)
        self._deletions = True

    def __call__(self) -> Iterator[None]:
        if not self._started:
            yield from discard_unfinished(self._environment)
        if self._deletions:
            self._deletions = False
            for mark in self._marks():
                yield from self._remove_channel(mark)
        due = self._unkept >= min(_UNKEPT, self._segment) or self._unkept_size >= _UNKEPT_SIZE
        if due or not self._started:
            self._started = True
            self._unkept = self._unkept_size = 0
            yield from self._keep_words()
            yield from self._build_segments()

    def _keep_words(self) -> Iterator[None]:
        with self._environment.read() as txn:
            first, end = words_end(self._tables, txn), record_end(self._tables, txn)
        for start in range(first, end, _UNKEPT):
            texts: list[tuple[bytes, bytes]] = []
            for number in range(start, min(start + _UNKEPT, end)):
                with self._environment.read_views() as txn:
                    record = txn.get(number_key(number), db=self._tables.messages)
                    if record is not None:
                        texts.append((number_key(number), words_text(record)))
                yield
            self._put_words(texts)
            yield

    def _put_words(self, texts: list[tuple[bytes, bytes]]) -> None:
        def work(txn: "Transaction") -> None:
            for key, text in texts:
                txn.put(key, text, db=self._tables.words)

        self._environment.write(work)

    def _build_segments(self) -> Iterator[None]:
        while True:
            with self._environment.read() as txn:
                start, end = segment_end(self._tables, txn), words_end(self._tables, txn)
            if end - start < self._segment:
                return
            yield from build_segment(self._environment, start, start + self._segment)

    def _marks(self) -> list[bytes]:
        with self._environment.read() as txn, txn.cursor(self._tables.meta) as cursor:
            keys = cursor.iternext(values=False) if cursor.set_range(_MARK) else iter(())
            return [key for key in keys if key.startswith(_MARK)]

    def _remove_channel(self, mark: bytes) -> Iterator[None]:
        channel = mark.removeprefix(_MARK).decode()
        while self._environment.write(
            lambda txn: delete_messages(self._tables, txn, channel, _DELETED_A_STEP)
        ):
            yield
        with self._environment.read() as txn:
            found = segments(self._tables, txn)
        for segment in found:
            yield from forget_channel(self._environment, segment, channel)
        self._environment.write(lambda txn: txn.delete(mark, db=self._tables.meta))
