"""The history on disk."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import lmdb
import msgspec

from sidekicks_tui.locale import _
from sidekicks_tui.model import limits
from sidekicks_tui.model.channels import Command, StoredChannel
from sidekicks_tui.model.errors import HistoryError, UnknownChannel
from sidekicks_tui.model.messages import Message, Page
from sidekicks_tui.store.chores import SEGMENT, Chores
from sidekicks_tui.store.codec import encode_value
from sidekicks_tui.store.environment import Environment, Result
from sidekicks_tui.store.finding import Search
from sidekicks_tui.store.history import SEARCH_HITS, UNREAD_COUNTED
from sidekicks_tui.store.keys import end_key, message_key, split_message_key
from sidekicks_tui.store.migrations import check, migrate
from sidekicks_tui.store.records import count_unread, page_before, put_message
from sidekicks_tui.store.words import Query
from sidekicks_tui.store.writer import Writer

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction

_decode_channel: Final = msgspec.msgpack.Decoder(StoredChannel).decode
_decode_commands: Final = msgspec.msgpack.Decoder(tuple[Command, ...]).decode


class LmdbHistory:
    """A history in a folder, which one Sidekicks at a time may write and any may read."""

    problem: Final = ""

    def __init__(self, folder: Path, *, read_only: bool = False, segment: int = SEGMENT) -> None:
        """Blocks. `segment` is the number of records that the index takes in at once.

        Raises `HistoryError`; what the folder held is then as it was."""
        self._environment = Environment(folder, read_only=read_only)
        self._tables = self._environment.tables
        self._writer: Writer | None = None
        try:
            if read_only:
                check(self._environment)
            else:
                migrate(self._environment)
            self._last_id = self._find_last_id()
            if not read_only:
                self._chores = Chores(self._environment, segment)
                self._writer = Writer(self._environment, self._chores)
        except lmdb.Error as error:
            self._environment.close()
            raise self._environment.failure(error) from error
        except BaseException:
            self._environment.close()
            raise

    @property
    def last_id(self) -> str:
        return self._last_id

    def channels(self) -> tuple[StoredChannel, ...]:
        with self._environment.read() as txn, txn.cursor(self._tables.channels) as cursor:
            values = list(cursor.iternext(keys=False))
        return tuple(_decoded(_decode_channel, value) for value in values)

    def commands(self) -> dict[str, tuple[Command, ...]]:
        with self._environment.read() as txn, txn.cursor(self._tables.commands) as cursor:
            items = list(cursor)
        return {agent.decode(): _decoded(_decode_commands, value) for agent, value in items}

    def latest(self, channel: str, limit: int = limits.PAGE_MESSAGES) -> Page:
        return self._page(channel, end_key(channel), limit)

    def unread(self, channel: str, after: str, limit: int = UNREAD_COUNTED) -> int:
        with self._environment.read() as txn:
            if txn.get(channel.encode(), db=self._tables.channels) is None:
                return 0
            return count_unread(self._tables, txn, channel, after, limit)

    def note(self, key: str) -> str:
        with self._environment.read() as txn:
            return txn.get(key.encode(), b"", db=self._tables.notes).decode()

    async def older(self, channel: str, before: str, limit: int = limits.PAGE_MESSAGES) -> Page:
        return await asyncio.to_thread(self._page, channel, message_key(channel, before), limit)

    async def search(
        self, words: str, channel: str | None = None, limit: int = SEARCH_HITS, before: str = ""
    ) -> tuple[Message, ...]:
        def run() -> tuple[Message, ...]:
            with self._environment.read_views() as txn:
                search = Search(self._tables, txn, Query(words), channel=channel, limit=limit, before=before)
                return search.run()

        return await asyncio.to_thread(run)

    async def put_channel(self, stored: StoredChannel) -> None:
        key, value = stored.channel.id.encode(), encode_value(stored)
        await self._do(lambda txn: txn.put(key, value, db=self._tables.channels))
        self._last_id = max(self._last_id, stored.channel.id)

    async def delete_channel(self, channel: str) -> None:
        def work(txn: "Transaction") -> None:
            if txn.delete(channel.encode(), db=self._tables.channels):
                self._chores.mark_deleted(txn, channel)

        await self._do(work)

    async def put_message(self, message: Message) -> None:
        def work(txn: "Transaction") -> None:
            if txn.get(message.channel.encode(), db=self._tables.channels) is None:
                raise UnknownChannel(
                    _("there is no channel {channel} to keep the message in").format(channel=message.channel)
                )
            self._chores.message_put(put_message(self._tables, txn, message))

        await self._do(work)
        self._last_id = max(self._last_id, message.id)

    async def put_commands(self, agent: str, commands: tuple[Command, ...]) -> None:
        key, value = agent.encode(), encode_value(commands)
        await self._do(lambda txn: txn.put(key, value, db=self._tables.commands))

    async def put_note(self, key: str, value: str) -> None:
        def work(txn: "Transaction") -> None:
            if value:
                txn.put(key.encode(), value.encode("utf-8", "replace"), db=self._tables.notes)
            else:
                txn.delete(key.encode(), db=self._tables.notes)

        await self._do(work)

    async def settle(self) -> None:
        """Wait until all is written, the index is up to date and deletions are complete."""
        if self._writer is not None:
            await asyncio.to_thread(self._writer.settle)

    def transactions(self) -> int:
        """The number of the last commit."""
        return self._environment.last_transaction()

    async def close(self) -> None:
        if self._writer is not None:
            await asyncio.to_thread(self._writer.close)
        await asyncio.to_thread(self._environment.close)

    async def _do(self, work: "Callable[[Transaction], Result]") -> Result:
        if self._writer is None:
            raise HistoryError(_("the history was opened for reading"))
        return await self._writer.do(work)

    def _page(self, channel: str, end: bytes, limit: int) -> Page:
        with self._environment.read_views() as txn:
            if txn.get(channel.encode(), db=self._tables.channels) is None:
                return Page(messages=(), more=False)
            return page_before(self._tables, txn, channel, end, limit)

    def _find_last_id(self) -> str:
        last = ""
        with self._environment.read() as txn, txn.cursor(self._tables.ids) as cursor:
            for key in txn.cursor(self._tables.channels).iternext(values=False):
                last = max(last, channel := key.decode())
                if cursor.prev() if cursor.set_range(end_key(channel)) else cursor.last():
                    owner, id = split_message_key(cursor.key())
                    last = max(last, id if owner == channel else "")
        return last


def _decoded(decode: Callable[[bytes], Result], value: bytes) -> Result:
    try:
        return decode(value)
    except msgspec.MsgspecError as error:
        raise HistoryError(
            _("the history is damaged: a record cannot be read ({reason})").format(reason=error)
        ) from error
