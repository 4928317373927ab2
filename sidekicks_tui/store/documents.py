"""What is indexed, and how the index of words grows.

Theory of operation. To keep an inverted index up to date with each message would touch a page for each of its
words, and its one commit would cost as much as many. So the index grows as a log does:

- A message that is put becomes a *document*: the next number, with the message's key (`documents`). That is
  all that its commit pays for. A message that is put again becomes a second document.
- From time to time the tokens of the latest documents are kept, as one text for each (`words`). For those
  that have none yet, a search makes it from the message.
- When enough documents have gathered, a *segment* is made of them (`segments`): for each token, which of them
  have it (`postings`). Then their `words` go.

What is found is compared with the message itself, so documents whose message was replaced or deleted need no
care. Deleting a channel takes its documents, and the words that only they had, out of the index.

Everything but the first runs in steps between the commits of messages (`chores`), and may be cut off
anywhere: a segment exists once its record is written, and what was prepared for it before is made again.
"""

from typing import TYPE_CHECKING

from sidekicks_tui.store.codec import decode_message
from sidekicks_tui.store.environment import Tables
from sidekicks_tui.store.keys import key_number, number_key
from sidekicks_tui.store.segments import segment_end
from sidekicks_tui.store.words import searchable, tokens

if TYPE_CHECKING:
    import lmdb

    from sidekicks_tui.store.environment import Transaction


def add_document(tables: Tables, txn: "Transaction", key: bytes) -> None:
    """Let the message at `key` be found."""
    txn.put(number_key(document_end(tables, txn)), key, db=tables.documents)


def document_end(tables: Tables, txn: "Transaction") -> int:
    """The number of the next document."""
    # Not only after the last one: it may be gone with its channel, and a segment still count it.
    return max(_after_last(txn, tables.documents), segment_end(tables, txn))


def words_end(tables: Tables, txn: "Transaction") -> int:
    """The number of the first document whose words are not kept."""
    return max(_after_last(txn, tables.words), segment_end(tables, txn))


def words_text(tables: Tables, txn: "Transaction", key: bytes) -> bytes:
    """The tokens of the message at `key`, each behind a line feed; none when there is no such message."""
    value = txn.get(key, db=tables.messages)
    if value is None:
        return b""
    return "".join(f"\n{token}" for token in sorted(tokens(searchable(decode_message(value))))).encode()


def _after_last(txn: "Transaction", table: "lmdb._Database") -> int:
    with txn.cursor(table) as cursor:
        return key_number(cursor.key()) + 1 if cursor.last() else 0
