"""The chat screen: there to be written into at once, filled as soon as the engine is there.

Building the engine and most of the widgets is nine tenths of a start, so the screen is painted first with
little more than the composer. `connect` then brings the rest (`chat.py`). What is sent meanwhile waits.
"""

import asyncio
from typing import TYPE_CHECKING

from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen

from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.composer.composer import Composer, Writing
from sidekicks_tui.widgets.footer import KeyLine
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP, bindings
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.notice import Notice

if TYPE_CHECKING:
    from sidekicks_tui.screens.chat.chat import Chat

_KEYS_AT_FIRST = ("app.switch", "app.palette", "app.help")


class ChatScreen(Screen[None], inherit_bindings=False):
    BINDINGS = bindings(Place.APP)
    AUTO_FOCUS = "Composer"
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (41, "-narrow"), (81, "-wide")]  # noqa: RUF012  as Textual has it

    DEFAULT_CSS = """
    ChatScreen {
        & #columns { height: 1fr; }
        & #list { width: 24; }
        & #middle { width: 1fr; }
        & #conversation { height: 1fr; }
        & #strip { height: 1; }
        & #banner { display: none; }
        & #header { padding: 0 1 0 0; }
        &.-wide #strip { display: none; }
        &.-narrow #list { display: none; }
        &.-tiny SidePanel { width: 100%; }
        &.-tiny #list, &.-tiny #strip, &.-tiny #top, &.-tiny #header { display: none; }
        &.bare #list, &.bare #strip { display: none; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.top, self.header, self.banner = Line("top"), Line("header"), Line("banner")
        self.list, self.strip = Vertical(id="list"), Vertical(id="strip")
        self.conversation = Vertical(id="conversation")
        self.columns = Horizontal(id="columns")
        self.writing = Writing()
        self.notice = Notice()
        self.footer = KeyLine()
        self._chat: Chat | None = None
        self._connected = asyncio.Event()

    def compose(self) -> ComposeResult:
        yield self.top
        yield self.banner
        yield self.strip
        with self.columns:
            yield self.list
            with Vertical(id="middle"):
                yield self.header
                yield self.conversation
                yield self.writing
                yield self.notice
        yield self.footer

    def on_mount(self) -> None:
        self.top.put(Content.styled("Sidekicks", "bold"))
        self.footer.keymap = DEFAULT_KEYMAP
        self.footer.show(_KEYS_AT_FIRST, "")

    def connected(self, chat: "Chat") -> None:
        """From now on `chat` knows what to do."""
        self._chat = chat
        self._connected.set()

    def action_do(self, action_id: str) -> None:
        """Do what the table of actions calls `action_id`."""
        if self._chat is not None:
            if not self._chat.do(action_id):
                raise SkipAction
        elif action_id in ("app.interrupt", "app.quit"):
            self.app.exit()

    def on_composer_submitted(self, message: Composer.Submitted) -> None:
        self.run_worker(self._send(message.text))

    def on_composer_edited(self) -> None:
        if self._chat is not None:
            self._chat.edited()

    def on_composer_editor_wanted(self) -> None:
        if self._chat is not None:
            self._chat.edit()

    def on_descendant_focus(self, _event: events.DescendantFocus) -> None:
        if self._chat is not None:
            self._chat.focus_moved()

    def _hear(self, message: Message) -> None:
        if self._chat is not None:
            self._chat.hear(message)

    # What only an engine has an answer to; `Chat.hear` tells these messages apart by their types.
    on_row_chosen = on_side_panel_chosen = _hear
    on_permission_card_answered = on_question_card_answered = on_question_card_address_wanted = _hear
    on_timeline_older_wanted = on_timeline_read_up_to = on_timeline_file_opened = _hear
    on_conversation_copied = on_conversation_quoted = on_conversation_export_wanted = _hear
    on_search_bar_changed = on_search_bar_stepped = on_search_bar_widened = _hear

    async def _send(self, text: str) -> None:
        await self._connected.wait()
        assert self._chat is not None
        self._chat.send(text)
