"""Segments of the index: which of some consecutive records have which token.

A posting is kept under the number of its segment's first record and its token. It tells the records' places
in the segment: few of them as numbers of two bytes each, many of them as a bit for each place of the segment,
with a byte more where that makes the length odd, which is how the two are told apart. Each channel counts as
a token of its messages.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidekicks_tui.store.codec import record_key
from sidekicks_tui.store.environment import Environment, Tables
from sidekicks_tui.store.keys import key_number, number_key, split_message_key

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction, Views

_RECORDS_A_STEP: Final = 128
_POSTINGS_A_STEP: Final = 2000


class Segment(NamedTuple):
    """The records from `start` to before `end`, and the ids of their oldest and newest message."""

    start: int
    end: int
    oldest: str
    newest: str


class _Description(msgspec.Struct, array_like=True, frozen=True):
    end: int
    oldest: str
    newest: str


_encode_description = msgspec.msgpack.Encoder().encode
_decode_description = msgspec.msgpack.Decoder(_Description).decode


def segments(tables: Tables, txn: "Transaction | Views") -> list[Segment]:
    """All segments, in the order of their records."""
    with txn.cursor(tables.segments) as cursor:
        return [_segment(key, value) for key, value in cursor]


def segment_end(tables: Tables, txn: "Transaction | Views") -> int:
    """The number of the first record that is in no segment."""
    with txn.cursor(tables.segments) as cursor:
        return _segment(*cursor.item()).end if cursor.last() else 0


def channel_token(channel: str) -> str:
    """The token that the messages of `channel` have; no text has it."""
    return f"\0{channel}"


def records_with(tables: Tables, txn: "Views", segment: Segment, wanted: Iterable[str]) -> list[int]:
    """The numbers of the records that have, for each of `wanted`, a token that begins with it."""
    found = -1  # all bits
    with txn.cursor(tables.postings) as cursor:
        for beginning in wanted:
            prefix = number_key(segment.start) + beginning.encode()
            bits = 0
            there = cursor.set_range(prefix)
            while there and bytes(cursor.key()).startswith(prefix):
                bits |= _bits(cursor.value())
                there = cursor.next()
            found &= bits
            if not found:
                return []
    return [segment.start + place for place in _places(found)]


def build_segment(environment: Environment, start: int, end: int) -> Iterator[None]:
    """Make a segment of the records whose words are kept, in steps."""
    tables = environment.tables
    postings: defaultdict[bytes, int] = defaultdict(int)
    ids: list[str] = []
    for first in range(start, end, _RECORDS_A_STEP):
        with environment.read_views() as txn:
            for number in range(first, min(first + _RECORDS_A_STEP, end)):
                record = txn.get(number_key(number), db=tables.messages)
                if record is None:
                    continue  # it was replaced, or went with its channel
                channel, id = split_message_key(record_key(record))
                ids.append(id)
                text = bytes(txn.get(number_key(number), b"", db=tables.words))
                for token in (channel_token(channel).encode(), *text.split(b"\n")[1:]):
                    postings[token] |= 1 << (number - start)
        yield
    prefix = number_key(start)
    items = iter([(prefix + token, _posting(postings[token], end - start)) for token in sorted(postings)])
    while some := list(islice(items, _POSTINGS_A_STEP)):
        environment.write(partial(_append_postings, tables, some))
        yield
    description = _encode_description(_Description(end, min(ids, default=""), max(ids, default="")))

    def finish(txn: "Transaction") -> None:
        txn.put(prefix, description, db=tables.segments)
        for number in range(start, end):
            txn.delete(number_key(number), db=tables.words)

    environment.write(finish)


def discard_unfinished(environment: Environment) -> Iterator[None]:
    """Remove the postings of a segment whose making was cut off, in steps."""
    with environment.read() as txn:
        prefix = number_key(segment_end(environment.tables, txn))
    yield from _change_postings(environment, prefix, lambda _, __: b"")


def forget_channel(environment: Environment, segment: Segment, channel: str) -> Iterator[None]:
    """Take the records of a channel, and the tokens that only they have, out of a segment, in steps."""
    table = environment.tables.postings
    prefix = number_key(segment.start)
    own = prefix + channel_token(channel).encode()
    with environment.read() as txn:
        gone = _bits(txn.get(own, b"", db=table))
    if not gone:
        return

    def without(key: bytes, posting: bytes) -> bytes:
        if key == own:  # last of all, it tells whether this is complete
            return posting
        return _posting(_bits(posting) & ~gone, segment.end - segment.start)

    yield from _change_postings(environment, prefix, without)
    environment.write(lambda txn: txn.delete(own, db=table))
    yield


def _change_postings(
    environment: Environment, prefix: bytes, change: Callable[[bytes, bytes], bytes]
) -> Iterator[None]:
    """Replace each posting of a segment, in steps; an empty one is removed."""
    table = environment.tables.postings
    start = prefix
    while True:
        with environment.read() as txn, txn.cursor(table) as cursor:
            items = cursor.iternext() if cursor.set_range(start) else iter(())
            some = list(islice(takewhile(lambda item: item[0].startswith(prefix), items), _POSTINGS_A_STEP))
        if not some:
            return
        changed = [(key, new) for key, old in some if (new := change(key, old)) != old]
        environment.write(partial(_put_postings, environment.tables, changed))
        start = some[-1][0] + b"\0"
        yield


def _append_postings(tables: Tables, items: list[tuple[bytes, bytes]], txn: "Transaction") -> None:
    with txn.cursor(tables.postings) as cursor:
        cursor.putmulti(items, append=True)


def _put_postings(tables: Tables, items: list[tuple[bytes, bytes]], txn: "Transaction") -> None:
    for key, posting in items:
        if posting:
            txn.put(key, posting, db=tables.postings)
        else:
            txn.delete(key, db=tables.postings)


def _posting(bits: int, size: int) -> bytes:
    """The posting of the records whose places are the bits of a number, in a segment of `size` records."""
    length = (size + 7) // 8 | 1
    if 2 * bits.bit_count() < length:
        return array("H", _places(bits)).tobytes()
    return bits.to_bytes(length, "little")


def _bits(posting: bytes | memoryview) -> int:
    """A number whose bits are the places that a posting tells."""
    if len(posting) % 2:
        return int.from_bytes(posting, "little")
    bits = 0
    for place in memoryview(posting).cast("H"):
        bits |= 1 << place
    return bits


def _places(bits: int) -> Iterator[int]:
    """The bits that are set, in order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _segment(key: bytes | memoryview, value: bytes | memoryview) -> Segment:
    description = _decode_description(value)
    return Segment(key_number(key), description.end, description.oldest, description.newest)
