"""What a history can do, on disk or in memory."""

from typing import Protocol

from sidekicks_tui.model.channels import Command, StoredChannel
from sidekicks_tui.model.limits import PAGE_MESSAGES
from sidekicks_tui.model.messages import Message, Page

SEARCH_HITS = 50
UNREAD_COUNTED = 100


class History(Protocol):
    """Channels and their finished messages, agents' commands, and small notes of the screen.

    What is not `async` is read at once, in constant time. Commands return once they are on disk; they raise
    `HistoryError` when they cannot be carried out, and the history goes on.
    """

    @property
    def problem(self) -> str:
        """Why it lives in memory; empty when it is on disk."""
        ...

    @property
    def last_id(self) -> str:
        """The newest identifier of a channel or message that is kept, empty when there is none."""
        ...

    def channels(self) -> tuple[StoredChannel, ...]:
        """All channels, oldest first."""
        ...

    def commands(self) -> dict[str, tuple[Command, ...]]:
        """What each agent announced last."""
        ...

    def latest(self, channel: str, limit: int = PAGE_MESSAGES) -> Page:
        """The last messages of a channel: `limit` at most, fewer when they hold `limits.PAGE_SIZE` bytes."""
        ...

    def unread(self, channel: str, after: str, limit: int = UNREAD_COUNTED) -> int:
        """How many messages of agents follow the message `after`; counted up to `limit`."""
        ...

    def note(self, key: str) -> str:
        """A note, empty when there is none."""
        ...

    async def older(self, channel: str, before: str, limit: int = PAGE_MESSAGES) -> Page:
        """The messages before the message `before`, bounded as `latest` is."""
        ...

    async def search(
        self, words: str, channel: str | None = None, limit: int = SEARCH_HITS, before: str = ""
    ) -> tuple[Message, ...]:
        """Messages that hold all the words (see `store.words`), newest first, older than `before`."""
        ...

    async def put_channel(self, stored: StoredChannel) -> None: ...

    async def delete_channel(self, channel: str) -> None:
        """Delete a channel and all of its messages; one that does not exist is no error."""
        ...

    async def put_message(self, message: Message) -> None:
        """Keep a message, or replace the one with its id. Raises `UnknownChannel`."""
        ...

    async def put_commands(self, agent: str, commands: tuple[Command, ...]) -> None: ...

    async def put_note(self, key: str, value: str) -> None:
        """Keep a note; an empty one is removed."""
        ...

    async def close(self) -> None:
        """Write what waits, and give everything back. Nothing may be asked of it afterwards."""
        ...
