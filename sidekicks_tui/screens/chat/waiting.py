"""What waits for the person in a conversation, one after the other: permissions and questions."""

from collections.abc import Sequence

from textual.widget import Widget

from sidekicks_tui.model.elicitation import ElicitationRequest
from sidekicks_tui.model.permissions import PermissionRequest
from sidekicks_tui.screens.chat.overview import Request
from sidekicks_tui.widgets.permission import PermissionCard
from sidekicks_tui.widgets.question.card import QuestionCard


class Waiting:
    """Two cards; in sight is the one for the first in the line. When that had the focus, the next has it."""

    def __init__(self) -> None:
        self.permission, self.question = PermissionCard(), QuestionCard()
        self.request: Request | None = None
        """The one in sight."""

    @property
    def has_focus(self) -> bool:
        return self.permission.has_focus or self.question.has_focus_within

    @property
    def entry(self) -> Widget:
        """What gets the focus when the person comes here."""
        return self.question.entry if isinstance(self.request, ElicitationRequest) else self.permission

    def show(self, requests: Sequence[Request], reach: str) -> None:
        """`requests`, the oldest first; `reach` is the key that leads here."""
        had_focus, before = self.has_focus, self.entry
        first = self.request = requests[0] if requests else None
        self.permission.show(first if isinstance(first, PermissionRequest) else None, reach, len(requests))
        self.question.show(first if isinstance(first, ElicitationRequest) else None, reach, len(requests))
        if had_focus and first is not None and self.entry is not before:
            self.entry.screen.set_focus(self.entry, scroll_visible=False)
