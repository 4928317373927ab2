"""Pages of a channel's messages, read backwards from any place in constant time."""

from typing import TYPE_CHECKING

from sidekicks_tui.model import limits
from sidekicks_tui.model.messages import Message, Page
from sidekicks_tui.store.codec import decode_body, message_body
from sidekicks_tui.store.environment import Tables

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction


def page_before(tables: Tables, txn: "Transaction", prefix: bytes, end: bytes, limit: int) -> Page:
    """The last messages whose keys begin with `prefix` and come before `end`.

    At most `limit`, and at most `limits.PAGE_SIZE` bytes, but one at least. Raises `HistoryError`.
    """
    messages: list[Message] = []
    size = 0
    with txn.cursor(tables.messages) as cursor:
        there = cursor.prev() if cursor.set_range(end) else cursor.last()
        while there and (more := cursor.key().startswith(prefix)) and len(messages) < limit:
            body = message_body(cursor.value())
            size += len(body)
            if size > limits.PAGE_SIZE and messages:
                break
            messages.append(decode_body(body))
            there = cursor.prev()
    return Page(messages=tuple(reversed(messages)), more=there and more)
