"""What of a conversation is in sight: the newest messages, older ones, or a page around one that was found.

Theory of operation. Usually the timeline ends where the conversation ends, and follows what happens. A
message that was found far back is shown at the end of a page of its own; the timeline is then apart from the
present, events are not for it, and going to the end brings the newest messages back.
"""

from sidekicks_tui.model.channels import Conversation
from sidekicks_tui.model.events import MessageDelta, MessageUpdated
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.widgets.timeline import ReadingPosition

_AFTER_ALL = "~"
"""Behind an identifier: what follows everything that begins with it, the message itself included."""


class Reading:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._positions: dict[str, ReadingPosition] = {}
        self._apart = False

    def leave(self) -> None:
        """Another conversation will be shown: remember where this one was read."""
        if not self._apart:
            self._positions[self._desk.overview.current] = self._desk.timeline.position()

    def show(self, conversation: Conversation) -> None:
        """The newest messages, at the place where they were read last."""
        self._apart = False
        self._desk.timeline.show(
            conversation.channel,
            conversation.messages,
            more=conversation.more,
            read=conversation.read,
            at=self._positions.get(conversation.channel.id),
        )

    async def show_message(self, message: str) -> None:
        """The conversation in sight at `message`, however far back it is."""
        channels, channel = self._desk.engine.channels, self._desk.overview.current
        conversation = channels.conversation(channel)
        at = ReadingPosition(message=message, following=False)
        if any(known.id == message for known in conversation.messages):
            self._apart = False
            self._desk.timeline.show(
                conversation.channel, conversation.messages, more=conversation.more, at=at
            )
            return
        page = await channels.older(channel, message + _AFTER_ALL)
        if channel == self._desk.overview.current:
            self._apart = True
            self._desk.timeline.show(conversation.channel, page.messages, more=page.more, at=at)

    async def show_older(self, channel: str, before: str) -> None:
        """Load the page before the message `before`."""
        page = await self._desk.engine.channels.older(channel, before)
        if channel == self._desk.overview.current:
            self._desk.timeline.prepend(page.messages, page.more)

    async def mark_all_read(self) -> None:
        """Nothing is unread any more, anywhere."""
        for channel, count in list(self._desk.overview.unread.items()):
            if count:
                await self._desk.engine.channels.mark_read(channel)

    def to_end(self) -> None:
        """To the newest message."""
        if self._apart:
            channel = self._desk.overview.current
            self._positions.pop(channel, None)
            self.show(self._desk.engine.channels.conversation(channel))
        self._desk.timeline.to_end()

    def tell(self, event: MessageUpdated | MessageDelta) -> None:
        """What happens in the conversation in sight."""
        if self._apart:
            return
        if isinstance(event, MessageDelta):
            self._desk.timeline.message_delta(event)
        else:
            self._desk.timeline.message_updated(event.message)
