"""Segments of the index: which of some consecutive documents have which token.

A posting is kept under the number of its segment's first document and its token: the documents' places in the
segment, two bytes each. Each channel counts as a token of its messages.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidekicks_tui.store.environment import Environment, Tables
from sidekicks_tui.store.keys import first_key, key_number, number_key, split_message_key

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction

_DOCUMENTS_A_STEP: Final = 128
_POSTINGS_A_STEP: Final = 2000


class Segment(NamedTuple):
    """The documents from `start` to before `end`, and the ids of their oldest and newest message."""

    start: int
    end: int
    oldest: str
    newest: str


class _Record(msgspec.Struct, array_like=True, frozen=True):
    end: int
    oldest: str
    newest: str


_encode_record = msgspec.msgpack.Encoder().encode
_decode_record = msgspec.msgpack.Decoder(_Record).decode


def segments(tables: Tables, txn: "Transaction") -> list[Segment]:
    """All segments, in the order of their documents."""
    with txn.cursor(tables.segments) as cursor:
        return [_segment(key, value) for key, value in cursor]


def segment_end(tables: Tables, txn: "Transaction") -> int:
    """The number of the first document that is in no segment."""
    with txn.cursor(tables.segments) as cursor:
        return _segment(*cursor.item()).end if cursor.last() else 0


def channel_token(channel: str) -> str:
    """The token that the messages of `channel` have; no text has it."""
    return f"\0{channel}"


def documents_with(tables: Tables, txn: "Transaction", segment: Segment, wanted: Iterable[str]) -> set[int]:
    """The places of the documents that have, for each of `wanted`, a token that begins with it."""
    found: set[int] | None = None
    with txn.cursor(tables.postings) as cursor:
        for beginning in wanted:
            prefix = number_key(segment.start) + beginning.encode()
            postings = []
            if cursor.set_range(prefix):
                for key, posting in cursor.iternext():
                    if not key.startswith(prefix):
                        break
                    postings.append(posting)
            places = set(_places(b"".join(postings)))
            found = places if found is None else found & places
            if not found:
                break
    return found or set()


def build_segment(environment: Environment, start: int, end: int) -> Iterator[None]:
    """Make a segment of the documents whose words are kept, in steps."""
    tables = environment.tables
    postings: defaultdict[bytes, array[int]] = defaultdict(lambda: array("H"))
    ids: list[str] = []
    for first in range(start, end, _DOCUMENTS_A_STEP):
        with environment.read() as txn:
            for number in range(first, min(first + _DOCUMENTS_A_STEP, end)):
                key = txn.get(number_key(number), db=tables.documents)
                if key is None:
                    continue  # it went with its channel
                channel, id = split_message_key(key)
                ids.append(id)
                text = txn.get(number_key(number), b"", db=tables.words)
                for token in (channel_token(channel).encode(), *text.split(b"\n")[1:]):
                    postings[token].append(number - start)
        yield
    prefix = number_key(start)
    yield from _change_postings(environment, prefix, lambda _: b"")  # those of a build that was cut off
    items = iter([(prefix + token, postings[token].tobytes()) for token in sorted(postings)])
    while some := list(islice(items, _POSTINGS_A_STEP)):
        environment.write(partial(_put_postings, tables, some))
        yield
    record = _encode_record(_Record(end, min(ids, default=""), max(ids, default="")))

    def finish(txn: "Transaction") -> None:
        txn.put(prefix, record, db=tables.segments)
        for number in range(start, end):
            txn.delete(number_key(number), db=tables.words)

    environment.write(finish)


def forget_channel(environment: Environment, segment: Segment, channel: str) -> Iterator[None]:
    """Take the documents of a channel out of a segment, and the tokens that only they have, in steps."""
    tables = environment.tables
    beginning = first_key(channel)
    with environment.read() as txn:
        keys = ((place, number_key(segment.start + place)) for place in range(segment.end - segment.start))
        gone = {
            place: key for place, key in keys if txn.get(key, b"", db=tables.documents).startswith(beginning)
        }
    if not gone:
        return

    def without(posting: bytes) -> bytes:
        return array("H", (place for place in _places(posting) if place not in gone)).tobytes()

    yield from _change_postings(environment, number_key(segment.start), without)

    def finish(txn: "Transaction") -> None:
        for key in gone.values():
            txn.delete(key, db=tables.documents)

    environment.write(finish)
    yield


def _change_postings(
    environment: Environment, prefix: bytes, change: Callable[[bytes], bytes]
) -> Iterator[None]:
    """Replace each posting of a segment, in steps; an empty one is removed."""
    table = environment.tables.postings
    key = prefix
    while True:
        with environment.read() as txn, txn.cursor(table) as cursor:
            items = cursor.iternext() if cursor.set_range(key) else iter(())
            some = list(islice(takewhile(lambda item: item[0].startswith(prefix), items), _POSTINGS_A_STEP))
        if not some:
            return
        changed = [(key, new) for key, old in some if (new := change(old)) != old]

        def write(txn: "Transaction", changed: list[tuple[bytes, bytes]] = changed) -> None:
            for key, posting in changed:
                if posting:
                    txn.put(key, posting, db=table)
                else:
                    txn.delete(key, db=table)

        environment.write(write)
        key = some[-1][0] + b"\0"
        yield


def _put_postings(tables: Tables, items: list[tuple[bytes, bytes]], txn: "Transaction") -> None:
    txn.cursor(tables.postings).putmulti(items)


def _places(posting: bytes) -> "array[int]":
    places = array("H")
    places.frombytes(posting)
    return places


def _segment(key: bytes, value: bytes) -> Segment:
    record = _decode_record(value)
    return Segment(key_number(key), record.end, record.oldest, record.newest)
