"""The conversation with a cursor that the person moves over its parts: opens, copies, quotes them."""

from textual import events
from textual.actions import SkipAction
from textual.message import Message

from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.keys import bindings
from sidekicks_tui.widgets.timeline import Timeline


class Conversation(Timeline, inherit_bindings=False):
    """The cursor is there while the focus is; a click opens things, but takes nobody away from writing."""

    BINDINGS = bindings(Place.MESSAGES)
    FOCUS_ON_CLICK = False

    class Copied(Message):
        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Quoted(Message):
        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class ExportWanted(Message):
        """The person wants the whole conversation as a file."""

    @property
    def empty(self) -> bool:
        return not self.document.entries

    def action_do(self, action_id: str) -> None:
        match action_id:
            case "messages.up":
                self.cursor_move(-1)
            case "messages.down":
                self.cursor_move(1)
            case "messages.open":
                self.fold_or_open()
            case "messages.prompt":
                self.cursor_to_prompt(-1)
            case "messages.file":
                self.open_file()
            case "messages.copy":
                self.post_message(self.Copied(self.copy_text()))
            case "messages.quote":
                self.post_message(self.Quoted(self.quote_text()))
            case "messages.export":
                self.post_message(self.ExportWanted())
            case _:
                raise SkipAction

    def on_focus(self, _event: events.Focus) -> None:
        if not self.has_cursor:
            self.cursor_move(-1)

    def on_blur(self, _event: events.Blur) -> None:
        self.leave_cursor()
