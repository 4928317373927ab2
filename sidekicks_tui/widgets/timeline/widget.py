"""The conversation: one widget that draws the rows in sight, whatever the length of what is above them.

Theory of operation. What arrives changes the document at once and costs next to nothing; a frame, 20 a second
at most, takes the text in, draws what is in sight and repaints the rows that came out different. A frame ends
after a few milliseconds and goes on in the next, so that no key waits for a megabyte. Nothing is animated,
and nothing runs while nothing happens.
"""

from collections.abc import Callable, Sequence
from datetime import date
from time import perf_counter
from typing import Final

from textual import events
from textual.message import Message as Posted

from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.events import MessageDelta
from sidekicks_tui.model.messages import Location, Message
from sidekicks_tui.widgets.timeline import contents
from sidekicks_tui.widgets.timeline.blocks import Block
from sidekicks_tui.widgets.timeline.canvas import Canvas
from sidekicks_tui.widgets.timeline.cursor import Cursor
from sidekicks_tui.widgets.timeline.document import Document, Place, Sight
from sidekicks_tui.widgets.timeline.entry import TitleOf
from sidekicks_tui.widgets.timeline.finder import Finder
from sidekicks_tui.widgets.timeline.viewport import ReadingPosition
from sidekicks_tui.widgets.timeline.words import how_many_new

_BUDGET: Final = 0.008
"""Seconds that a frame may take before it goes on in the next."""
_REST: Final = 3.0
"""A frame is followed by a rest of this many times what it took, so that drawing never takes all the time."""
_PAUSE: Final = 0.01
"""The rest after a frame that was not done."""
_OLDER_SCREENS: Final = 2
"""Older messages are asked for when less than this many screens are left above."""


class Timeline(Canvas, can_focus=True, inherit_bindings=False):
    """The conversation of a channel. `title_of` tells how an agent is called, by its name."""

    class OlderWanted(Posted):
        """The person comes near the first message that is loaded, `before`; see `prepend`."""

        def __init__(self, channel: str, before: str) -> None:
            super().__init__()
            self.channel = channel
            self.before = before

    class FileOpened(Posted):
        """The person wants to see a file that `agent` worked on."""

        def __init__(self, agent: str, location: Location) -> None:
            super().__init__()
            self.agent = agent
            self.location = location

    class ReadUpTo(Posted):
        """The end of the channel was in sight; its newest message is `message_id`."""

        def __init__(self, channel: str, message_id: str) -> None:
            super().__init__()
            self.channel = channel
            self.message_id = message_id

    def __init__(
        self, title_of: TitleOf, *, today: Callable[[], date] = date.today, id: str | None = None
    ) -> None:
        super().__init__(Document(title_of, today), id=id)
        self.frame_seconds = 1 / 20
        """The least time between two frames while text streams; a slow line wants more."""
        self._cursor = Cursor(self.viewport)
        self._finder = Finder(self.viewport)
        self._channel = ""
        self._more = False
        self._older_asked = False
        self._read = ""
        self._growing: set[str] = set()
        self._unseen: set[str] = set()
        self._frame_planned = False
        self._next_frame = 0.0

    # What it shows

    def show(
        self,
        channel: Channel,
        messages: Sequence[Message],
        *,
        more: bool,
        read: str = "",
        at: ReadingPosition | None = None,
    ) -> None:
        """Show a channel with its last messages; `more` tells that older ones exist, `read` what was read."""
        self._channel = channel.id
        self._more, self._older_asked, self._read = more, False, read
        self._unseen.clear()
        self._growing = {message.id for message in messages if not message.done}
        self._cursor.at = None
        self._finder.clear()
        self.document.fill(messages, read)
        self.viewport.restore(at or ReadingPosition())
        self.repaint_all()
        self._plan_frame()

    def message_updated(self, message: Message) -> None:
        """A message is added, finished or replaced."""
        if message.channel == self._channel:
            self.document.put(message)
            self._changed(message.id)

    def message_delta(self, delta: MessageDelta) -> None:
        """A message grows. Thousands a second are welcome: they cost little before the next frame."""
        if delta.channel == self._channel and (index := self.document.find(delta.message_id)) is not None:
            self.document.entries[index].apply(delta)
            self._changed(delta.message_id)

    def prepend(self, messages: Sequence[Message], more: bool) -> None:
        """Older messages were loaded; what is in sight stays in its place."""
        position = self.viewport.position()
        self._more, self._older_asked = more, False
        self.document.prepend(messages)
        self.viewport.restore(position)
        self.lay_out()

    def position(self) -> ReadingPosition:
        """Where the person reads, to be given to `show` when the channel is shown again."""
        return self.viewport.position()

    def _changed(self, message_id: str) -> None:
        self._growing.add(message_id)
        if not self.viewport.following:
            self._unseen.add(message_id)
        self._plan_frame()

    # Moving

    @property
    def following(self) -> bool:
        """The end is in sight and stays so."""
        return self.viewport.following

    def follow(self) -> None:
        """Go to the end and stay there."""
        self.viewport.follow()
        self.lay_out()

    def scroll_page(self, direction: int) -> None:
        """A screen down (1) or up (-1); two rows stay in sight."""
        self.scroll_rows(direction * max(1, self.viewport.height - 2))

    def to_start(self) -> None:
        """To the first message that is loaded."""
        self.viewport.go_to(Place(0, 0, 0))
        self.lay_out()

    def to_end(self) -> None:
        """To the end, with the cursor if there is one."""
        self.viewport.follow()
        if self.has_cursor:
            self._cursor.at = None
            self._cursor.move(-1)
        self.lay_out()

    def go_to(self, message_id: str) -> bool:
        """Put a message at the top of what is in sight; False where it is not loaded."""
        index = self.document.find(message_id)
        if index is not None:
            self.viewport.go_to(Place(index, 0, 0))
            self.lay_out()
        return index is not None

    # The cursor

    @property
    def has_cursor(self) -> bool:
        return self._cursor.at is not None

    def cursor_move(self, step: int) -> None:
        """The cursor to the next part (1) or the one before (-1); it appears where the eye is."""
        self._cursor.move(step)
        self.lay_out()

    def cursor_to_prompt(self, step: int) -> None:
        """The cursor to the person's message before (-1) or after (1)."""
        self._cursor.to_prompt(step)
        self.lay_out()

    def leave_cursor(self) -> None:
        self._cursor.at = None
        self.lay_out()

    def fold_or_open(self) -> None:
        """Open what is folded at the cursor, unfold it whole, or close it again."""
        if self._cursor.at is not None:
            self._turn(*self._cursor.at)

    def copy_text(self) -> str:
        """The text of the part at the cursor as its author wrote it; empty without a cursor."""
        return contents.text_of(self.document, self._cursor.at)

    def quote_text(self) -> str:
        """The same, as a Markdown quote."""
        return contents.quoted(self.copy_text())

    def file_at_cursor(self) -> Location | None:
        """The first file that the tool call at the cursor works on."""
        return contents.file_of(self.document, self._cursor.at)

    def open_file(self) -> None:
        """Post `FileOpened` for the file at the cursor, if there is one."""
        location = self.file_at_cursor()
        if location is not None and self._cursor.at is not None:
            self.post_message(self.FileOpened(contents.agent_of(self.document, self._cursor.at), location))

    def _turn(self, message_id: str, part: int) -> None:
        index = self.document.find(message_id)
        if index is None or not self.document.entries[index].turn(part):
            return
        self.viewport.hold()
        self.document.measure(index)
        self.viewport.look()
        if self._cursor.at == (message_id, part):
            self._cursor.show()
        self.lay_out()

    # Searching

    def find(self, words: str) -> int:
        """Look for `words` in what is loaded, and go to the last match; returns how many parts hold them."""
        count = self._finder.find(words)
        self.repaint_all()
        return count

    def next_match(self, step: int) -> bool:
        """To the match below (1) or above (-1), around the ends; False when there is none."""
        found = self._finder.step(step)
        self.lay_out()
        return found

    # Frames

    def _plan_frame(self) -> None:
        if not self._frame_planned and self.is_mounted:
            self._frame_planned = True
            self.set_timer(max(0.001, self._next_frame - perf_counter()), self._frame)

    def _frame(self) -> None:
        """Take in what arrived, draw it, and use the time that is left for colours."""
        self._frame_planned = False
        start = perf_counter()
        busy = self._take_in(start + _BUDGET)
        self.lay_out()
        busy |= self._color(start + _BUDGET)
        spent = perf_counter() - start
        rest = max(_PAUSE, spent) if busy else max(self.frame_seconds - spent, _REST * spent)
        self._next_frame = start + spent + rest
        if busy:
            self._plan_frame()

    def _take_in(self, deadline: float) -> bool:
        """Let messages grow by what arrived. True when some is left."""
        busy = False
        for message_id in list(self._growing):
            index = self.document.find(message_id)
            if index is not None and self.document.entries[index].advance(deadline):
                busy = True
            else:
                self._growing.discard(message_id)
            if index is not None:
                self.document.measure(index)
        return busy

    def _color(self, deadline: float) -> bool:
        """Find the colours of code in sight that was drawn without them. True when some are missing still."""
        pale = [block for block in self._blocks_in_sight() if block.pale]
        for block in pale:
            while block.pale and block.color() and perf_counter() < deadline:
                pass
        if pale:
            self.lay_out()
        return any(block.pale for block in pale)

    def _blocks_in_sight(self) -> list[Block]:
        return list(dict.fromkeys(map(self.document.block_of, self.viewport.sights)))

    # What the canvas asks

    def bar_of(self, sight: Sight) -> str:
        if sight.part < 0 or self.document.is_gap_above(sight):
            return ""
        entry = self.document.entries[sight.place.entry]
        if self._cursor.at == (entry.message.id, sight.part):
            return "cursor"
        return "person" if entry.personal else ""

    def is_match(self, sight: Sight) -> bool:
        return sight.place == self._finder.place

    def words(self) -> tuple[str, ...]:
        return self._finder.words

    def label(self) -> str:
        return f" {how_many_new(len(self._unseen))} ↓ " if self._unseen else ""

    def moved(self) -> None:
        """Ask for older messages and for colours, and say what was read."""
        if self.viewport.following:
            self._unseen.clear()
        entries = self.document.entries
        if not entries:
            return
        near_start = self.viewport.top < _OLDER_SCREENS * self.viewport.height
        if self._more and not self._older_asked and near_start:
            self._older_asked = True
            self.post_message(self.OlderWanted(self._channel, entries[0].message.id))
        newest = entries[-1].message.id
        if self.viewport.following and newest > self._read and self.screen.is_current and self.app.app_focus:
            self._read = newest
            self.post_message(self.ReadUpTo(self._channel, newest))
        if self._growing or any(block.pale for block in self._blocks_in_sight()):
            self._plan_frame()

    def on_click(self, event: events.Click) -> None:
        """A click on what is folded opens it; on a file, the file; on what is new, the end."""
        if self.text_selection is not None or not 0 <= event.y < len(self.viewport.sights):
            return
        sight = self.viewport.sights[event.y]
        message = self.document.entries[sight.place.entry].message
        if self._unseen and event.y == self.viewport.height - 1:
            self.follow()
        elif location := contents.file_in(self.document, sight):
            self.post_message(self.FileOpened(message.agent, location))
        elif contents.folds(self.document, sight):
            self._turn(message.id, sight.part)
