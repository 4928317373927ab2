"""One channel as it is now: what is stored of it, and what the history does not have (yet).

A message is stored before anybody is told that it is finished. What the disk refuses is kept here, so that
the conversation goes on and shows it until Sidekicks quits. A channel that was deleted stores and tells
nothing any more, whatever is still on its way.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from sidekicks_tui.core.channels.catchup import DROPPED
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Channel, Conversation, Membership, StoredChannel, Usage
from sidekicks_tui.model.errors import HistoryError, UnknownChannel, UsageError
from sidekicks_tui.model.events import (
    EngineFault,
    Event,
    MessageUpdated,
    ReadChanged,
    TurnChanged,
    UsageChanged,
)
from sidekicks_tui.model.messages import Message, Role, SystemCode


class Streaming(Protocol):
    """A message that is still being said."""

    id: str

    def message(self) -> Message: ...


class LiveChannel:
    def __init__(self, context: Context, stored: StoredChannel, announce: Callable[[], None]) -> None:
        self.stored = stored
        self.deleted = False
        self.usage: dict[str, Usage] = {}
        self.queue: list[Message] = []
        """Messages of the person that are to be answered, oldest first."""
        self._context = context
        self._announce = announce
        self._unstored: dict[str, Message] = {}
        self._streams: dict[str, Streaming] = {}
        self._turn = TurnChanged(channel=stored.channel.id, busy=False, queued=0, answering="")
        """Of those who answer."""
        self._late: list[str] = []
        """Agents that speak though nobody asked them."""
        self._told = self._turn
        self._refusal = ""
        """Why the history took no message the last time; it is told once."""

    @property
    def channel(self) -> Channel:
        return self.stored.channel

    @property
    def id(self) -> str:
        return self.stored.channel.id

    @property
    def _queued(self) -> int:
        """How many messages wait; one that is about to be answered does not."""
        return sum(message.queued for message in self.queue)

    def membership(self, agent: str) -> Membership:
        """What is known of `agent` here; an empty one for an agent that was never here."""
        return self.stored.memberships.get(agent, Membership())

    # What the screens see

    def conversation(self) -> Conversation:
        page = self._context.history.latest(self.id)
        messages = {message.id: message for message in page.messages}
        messages |= self._unstored
        messages |= {stream.id: stream.message() for stream in self._streams.values()}
        return Conversation(
            channel=self.channel,
            messages=tuple(messages[identifier] for identifier in sorted(messages)),
            more=page.more,
            busy=self._told.busy,
            queued=self._queued,
            answering=self._told.answering,
            waiting_for=self._told.waiting_for,
            usage=dict(self.usage),
            permissions=self._context.permissions.pending(self.id),
            elicitations=self._context.elicitations.pending(self.id),
            stuck=self._told.stuck,
            read=self.stored.read,
        )

    async def said(self) -> list[Message]:
        """The last messages that are finished or wait, oldest first."""
        page = await self._context.history.older(self.id, self._context.new_id())
        messages = {message.id: message for message in page.messages} | self._unstored
        return [messages[identifier] for identifier in sorted(messages)]

    def tell(self, event: Event) -> None:
        if not self.deleted:
            self._context.bus.publish(event)

    def turn(
        self,
        *,
        busy: bool | None = None,
        answering: str | None = None,
        waiting_for: str | None = None,
        stuck: bool | None = None,
    ) -> None:
        """The turn changed as far as something is given, or the queue did."""
        self._turn = TurnChanged(
            channel=self.id,
            busy=self._turn.busy if busy is None else busy,
            queued=self._queued,
            answering=self._turn.answering if answering is None else answering,
            waiting_for=self._turn.waiting_for if waiting_for is None else waiting_for,
            stuck=self._turn.stuck if stuck is None else stuck,
        )
        self._tell_turn()

    def speaks_late(self, agent: str, speaking: bool) -> None:
        """The agent says something though nobody asked it, or has ended: nobody is idle who speaks."""
        if speaking != (agent in self._late):
            self._late = [*self._late, agent] if speaking else [each for each in self._late if each != agent]
            self._tell_turn()

    def _tell_turn(self) -> None:
        turn = self._turn
        if self._late:
            turn = msgspec.structs.replace(turn, busy=True, answering=turn.answering or self._late[0])
        if turn != self._told:
            self._told = turn
            self.tell(turn)

    def used(self, agent: str, usage: Usage) -> None:
        """The agent told how much of its context window is used, and perhaps what it cost so far."""
        known = self.usage.get(agent)
        if usage.cost is None and known is not None:
            usage = msgspec.structs.replace(usage, cost=known.cost, currency=known.currency)
        self.usage[agent] = usage
        self.tell(UsageChanged(channel=self.id, agent=agent, usage=usage))

    # Messages

    def enqueue(self, message: Message) -> None:
        """A message of the person: it is told at once if it must wait, otherwise when it is stored."""
        message = msgspec.structs.replace(message, queued=self._turn.busy)
        self.queue.append(message)
        self._unstored[message.id] = message
        if message.queued:
            self.tell(MessageUpdated(channel=self.id, message=message))

    def dequeue(self) -> Message:
        return msgspec.structs.replace(self.queue.pop(0), queued=False)

    def drop_queue(self) -> list[Message]:
        """Empty the queue: what nobody will answer."""
        dropped, self.queue = self.queue, []
        return [msgspec.structs.replace(message, queued=False, error=DROPPED) for message in dropped]

    def take_back(self, identifier: str) -> Message:
        """Take one message out of the queue. Raises `UsageError` when it does not wait any more."""
        waiting = next((each for each in self.queue if each.id == identifier and each.queued), None)
        if waiting is None:
            raise UsageError(_("the message does not wait any more: it was sent, or dropped"))
        self.queue.remove(waiting)
        return msgspec.structs.replace(waiting, queued=False, error=DROPPED)

    def begin(self, stream: Streaming) -> None:
        """An agent begins to speak."""
        self._streams[stream.id] = stream
        self.tell(MessageUpdated(channel=self.id, message=stream.message()))

    async def keep(self, message: Message) -> None:
        """Store a finished message, then tell it."""
        if self.deleted:
            return
        if await self._stored(self._context.history.put_message(message)):
            self._unstored.pop(message.id, None)
            self._refusal = ""
        else:
            if (
                message.role is Role.AGENT
            ):  # the error of a message of the person says that nobody received it
                message = _not_kept(message, self._refusal)
            self._unstored[message.id] = message
        self._streams.pop(message.id, None)
        self.tell(MessageUpdated(channel=self.id, message=message))

    async def say(self, code: SystemCode, agent: str = "", error: str = "") -> None:
        """A message of the system."""
        await self.keep(
            Message(
                id=self._context.new_id(),
                channel=self.id,
                created_at=self._context.now(),
                role=Role.SYSTEM,
                code=code,
                agent=agent,
                error=error,
            )
        )

    # What is stored of the channel itself

    async def change(self, channel: Channel) -> None:
        """Another name, description or other members. Raises `HistoryError`, and then nothing changed."""
        before = self.stored
        kept = {name: known for name, known in before.memberships.items() if name in channel.members}
        self.stored = msgspec.structs.replace(before, channel=channel, memberships=kept)
        try:
            await self._context.history.put_channel(self.stored)
        except HistoryError:
            self.stored = before
            raise
        self._announce()

    async def join(self, agent: str) -> None:
        """Make `agent` a member, if it is none."""
        if agent not in self.channel.members:
            members = (*self.channel.members, agent)
            await self.change(msgspec.structs.replace(self.channel, members=members))
            await self.say(SystemCode.AGENT_JOINED, agent)

    async def leave(self, agent: str) -> None:
        """Remove `agent` and what is known of it here, if it is a member."""
        if agent in self.channel.members:
            members = tuple(member for member in self.channel.members if member != agent)
            await self.change(msgspec.structs.replace(self.channel, members=members))
            await self.say(SystemCode.AGENT_LEFT, agent)

    async def know(self, agent: str, membership: Membership) -> None:
        """Keep what is known of a member."""
        if not self.deleted and agent in self.channel.members and membership != self.membership(agent):
            memberships = {**self.stored.memberships, agent: membership}
            self.stored = msgspec.structs.replace(self.stored, memberships=memberships)
            await self._stored(self._context.history.put_channel(self.stored))

    async def read(self, message: str) -> None:
        """The person read as far as `message`; what was read stays read."""
        if message > self.stored.read:
            self.stored = msgspec.structs.replace(self.stored, read=message)
            await self._stored(self._context.history.put_channel(self.stored))
            self.tell(ReadChanged(channel=self.id, message_id=message))

    async def _stored(self, put: Awaitable[None]) -> bool:
        """Whether the history took it. The person is told when it did not; what goes on goes on."""
        try:
            await put
        except (HistoryError, UnknownChannel) as error:
            if str(error) != self._refusal:
                self._refusal = str(error)
                self.tell(EngineFault(sentence=f"{self.channel.label}: {error}"))
            return False
        return True


def _not_kept(message: Message, reason: str) -> Message:
    words = _("not kept: {reason}").format(reason=reason)
    return msgspec.structs.replace(message, error="; ".join(filter(None, (message.error, words))))
