"""Where messages are kept.

Records are numbered as they come (`messages`), so that the newest stand together at the end of the table and
its pages are full; `ids` tells the number, and the first byte, of the record of each message. A message that
is put again gets a new record.

How their words are found is told here, too, for the two grow together. To keep an inverted index up to date
with each message would touch a page for each of its words, and its one commit would cost as much as many. So
the index grows as a log does:

- A message costs its commit no more than its record.
- From time to time the tokens of the latest records are kept, as one text for each (`words`). For those that
  have none yet, a search makes it from the message.
- When enough records have gathered, a *segment* is made of them (`segments`): for each token, which of them
  have it (`postings`). Then their `words` go.

What is found is compared with the message itself, so records that were replaced or deleted need no care.
Deleting a channel takes the words that only it had out of the index.

Everything but the first runs in steps between the commits of messages (`chores`), and may be cut off
anywhere: a segment exists once its record is written, and what was prepared for it before is made again.
"""

from typing import TYPE_CHECKING, Final

from sidekicks_tui.model import limits
from sidekicks_tui.model.messages import Message, Page
from sidekicks_tui.store.codec import (
    decode_body,
    decode_message,
    encode_message,
    is_agents,
    message_body,
    record_key,
)
from sidekicks_tui.store.environment import Tables
from sidekicks_tui.store.keys import first_key, key_number, message_key, number_key
from sidekicks_tui.store.segments import segment_end
from sidekicks_tui.store.words import searchable, tokens

if TYPE_CHECKING:
    import lmdb

    from sidekicks_tui.store.environment import Transaction, Views

_NUMBER_SIZE: Final = 8


def put_message(tables: Tables, txn: "Transaction", message: Message) -> int:
    """Keep a message in place of the one with its id; returns the size of its record."""
    record = encode_message(message)
    key = record_key(record)
    number = number_key(record_end(tables, txn))
    replaced = txn.replace(key, number + record[:1], db=tables.ids)
    if replaced is not None:
        txn.delete(replaced[:_NUMBER_SIZE], db=tables.messages)
    txn.put(number, record, append=True, db=tables.messages)  # LMDB leaves room on pages otherwise
    return len(record)


def delete_messages(tables: Tables, txn: "Transaction", channel: str, limit: int) -> bool:
    """Delete up to `limit` messages of a channel; whether there may be more."""
    prefix = first_key(channel)
    with txn.cursor(tables.ids) as cursor:
        cursor.set_range(prefix)
        for _ in range(limit):
            if not cursor.key().startswith(prefix):
                return False
            number = cursor.value()[:_NUMBER_SIZE]
            txn.delete(number, db=tables.messages)
            txn.delete(number, db=tables.words)
            cursor.delete()
    return True


def page_before(tables: Tables, txn: "Views", channel: str, end: bytes, limit: int) -> Page:
    """The last messages of a channel whose keys come before `end`.

    At most `limit`, and at most `limits.PAGE_SIZE` bytes, but one at least. Raises `HistoryError`.
    """
    prefix = first_key(channel)
    messages: list[Message] = []
    size = 0
    more = False
    with txn.cursor(tables.ids) as cursor:
        there = cursor.prev() if cursor.set_range(end) else cursor.last()
        while there and bytes(cursor.key()).startswith(prefix):
            record = txn.get(cursor.value()[:_NUMBER_SIZE], b"", db=tables.messages)
            body = message_body(record)
            size += len(body)
            more = len(messages) == limit or (size > limits.PAGE_SIZE and bool(messages))
            if more:
                break
            messages.append(decode_body(body))
            there = cursor.prev()
    return Page(messages=tuple(reversed(messages)), more=more)


def count_unread(tables: Tables, txn: "Transaction", channel: str, after: str, limit: int) -> int:
    """How many messages of agents follow the message `after`, up to `limit`."""
    counted = 0
    prefix, last_read = first_key(channel), message_key(channel, after)
    with txn.cursor(tables.ids) as cursor:
        there = cursor.set_range(last_read)
        while there and counted < limit and cursor.key().startswith(prefix):
            counted += cursor.key() != last_read and is_agents(cursor.value()[_NUMBER_SIZE])
            there = cursor.next()
    return counted


def record_end(tables: Tables, txn: "Transaction | Views") -> int:
    """The number of the next record. No number is given twice while the index knows it."""
    return max(_after_last(txn, tables.messages), words_end(tables, txn))


def words_end(tables: Tables, txn: "Transaction | Views") -> int:
    """The number of the first record whose words are not kept."""
    return max(_after_last(txn, tables.words), segment_end(tables, txn))


def words_text(record: bytes | memoryview) -> bytes:
    """The tokens of a record's message, each behind a line feed."""
    found = sorted(tokens(searchable(decode_message(record))))
    return "".join(f"\n{token}" for token in found).encode()


def _after_last(txn: "Transaction | Views", table: "lmdb._Database") -> int:
    with txn.cursor(table) as cursor:
        return key_number(cursor.key()) + 1 if cursor.last() else 0
