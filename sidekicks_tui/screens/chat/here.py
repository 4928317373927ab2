"""What of the conversation in sight stands beside it: its plan, and the messages that wait for their turn."""

from sidekicks_tui.model.channels import Conversation
from sidekicks_tui.model.events import MessageDelta, MessageUpdated
from sidekicks_tui.model.messages import Message, Part, PlanEntry, PlanPart


class Here:
    def __init__(self) -> None:
        self.plan: tuple[PlanEntry, ...] = ()
        """As an agent told it last."""
        self.queued: dict[str, Message] = {}

    def show(self, conversation: Conversation) -> None:
        """Another conversation is in sight."""
        self.plan = ()
        self.queued = {message.id: message for message in conversation.messages if message.queued}
        for message in conversation.messages:
            self._look(message.parts)

    def apply(self, event: MessageDelta | MessageUpdated) -> bool:
        """Follow an event of this conversation; whether something changed."""
        before = self.plan, len(self.queued)
        if isinstance(event, MessageDelta):
            self._look((event.part,) if event.part else ())
        else:
            self.queued.pop(event.message.id, None)
            if event.message.queued:
                self.queued[event.message.id] = event.message
            self._look(event.message.parts)
        return before != (self.plan, len(self.queued))

    def _look(self, parts: tuple[Part, ...]) -> None:
        for part in parts:
            if isinstance(part, PlanPart):
                self.plan = part.entries
