"""A file's text, with line numbers and in colours, to be read or edited."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from pygments.lexer import Lexer
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.document._document import Document, EditResult
from textual.document._document_navigator import DocumentNavigator
from textual.document._edit import Edit
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.actions import ACTIONS
from sidekicks_tui.widgets.files.coloring import Coloring
from sidekicks_tui.widgets.files.disguise import disguise, reveal
from sidekicks_tui.widgets.files.wrapping import LongWrappedDocument
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP
from sidekicks_tui.widgets.timeline.palette import PREFIX, ROLES, css

_OURS: Final = frozenset(
    key
    for action in ACTIONS
    if action.place in (Place.EDITOR, Place.FILES) and action.rebindable
    for key in action.keys.split(",")
    if "+" in key
)
_CODE: Final = tuple(role for role in ROLES if role.startswith("code"))


def _editing_keys() -> list[BindingType]:
    """Textual's keys for editing, without those that mean something else here."""
    kept: list[BindingType] = []
    for binding in TextArea.BINDINGS:
        assert isinstance(binding, Binding)
        if keys := [key for key in binding.key.split(",") if key not in _OURS]:
            kept.append(replace(binding, key=",".join(keys)))
    return kept


class FileArea(TextArea, inherit_bindings=False):
    """Read-only until `edit`. `keys` says which actions its keys do while the person writes."""

    BINDINGS = _editing_keys()
    COMPONENT_CLASSES: ClassVar[set[str]] = {PREFIX + role for role in _CODE}
    DEFAULT_CSS = """
    FileArea, FileArea:focus {
        border: none; padding: 0; height: 1fr; background: transparent;
        scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1; scrollbar-gutter: stable;
        & .text-area--cursor-line, & .text-area--cursor-gutter { background: $foreground 6%; }
        & .text-area--gutter { color: $foreground 35%; background: transparent; }
    }
    """ + css("FileArea")

    class Asked(Message):
        """A key of the table was pressed while the person writes."""

        def __init__(self, action_id: str) -> None:
            super().__init__()
            self.action_id = action_id

    def __init__(self) -> None:
        super().__init__(compact=True, read_only=True, show_line_numbers=True, tab_behavior="indent")
        self.cursor_blink = False
        self.keys: Mapping[str, str] = DEFAULT_KEYMAP.actions(Place.EDITOR)
        self._whole: str | None = None
        self._coloring = Coloring(None, self._some_lines)
        self._inks: dict[str, Style] = {}
        self._found: Sequence[Selection] = ()

    @property
    def content(self) -> str:
        """The file's text as it stands."""
        return reveal(self.text)

    @property
    def text(self) -> str:
        # Textual asks for it once for each row that it draws.
        if self._whole is None:
            self._whole = self.document.text
        return self._whole

    @text.setter
    def text(self, value: str) -> None:
        self.load_text(value)

    def show(self, content: str, lexer: Lexer | None) -> bool:
        """Another file; False when it cannot be edited, because it holds signs that stand for others here."""
        text = disguise(content)
        self.read_only = True
        self._coloring = Coloring(lexer, self._some_lines)
        self._found = ()
        self.load_text(text if text is not None else content)
        return text is not None

    def exchange(self, content: str) -> None:
        """The same file as somebody else wrote it, with the cursor and what is in sight where they were.

        What was there before can be had back, as after any other edit.
        """
        place, scroll = self.cursor_location, self.scroll_offset
        text = disguise(content)
        self.replace(text if text is not None else content, (0, 0), self.document.end)
        self.move_cursor(self.clamp_visitable(place))
        self.scroll_to(*scroll, animate=False, immediate=True)

    def find(self, words: str) -> int:
        """Look for `words`, whatever their case; how often they stand there."""
        pattern = re.compile(re.escape(words), re.IGNORECASE)
        self._found = [
            Selection((row, match.start()), (row, match.end()))
            for row, line in enumerate(self.document.lines if words else ())
            for match in pattern.finditer(line)
        ]
        self.notify_style_update()  # every line may look different now
        self.refresh()
        return len(self._found)

    def next_found(self, step: int) -> None:
        """To the match below (1) or above (-1) the cursor, around the end."""
        if not self._found:
            return
        starts = [match.start for match in self._found]
        here = self.selection.start
        place = bisect_right(starts, here) % len(starts) if step > 0 else bisect_left(starts, here) - 1
        self.selection = self._found[place]
        self.scroll_cursor_visible(center=True)

    def load_text(self, text: str) -> None:
        self._whole = None
        self._coloring.changed(0)
        super().load_text(text)

    def _set_document(self, text: str, language: str | None) -> None:
        """As Textual has it for a text without a grammar, but with wrapping that stands long ones."""
        self.document = Document(text)
        self.wrapped_document = LongWrappedDocument(self.document, self.wrap_width, self.indent_width)
        self.navigator = DocumentNavigator(self.wrapped_document)
        self.move_cursor((0, 0))
        self._rewrap_and_refresh_virtual_size()

    def edit(self, edit: Edit) -> EditResult:
        self._changed(min(edit.from_location, edit.to_location)[0])
        return super().edit(edit)

    def undo(self) -> None:
        self._changed(0)
        super().undo()

    def redo(self) -> None:
        self._changed(0)
        super().redo()

    def get_line(self, line_index: int) -> Text:
        line = self.document.get_line(line_index)
        text = Text(end="", no_wrap=True)
        for piece, ink in self._coloring.runs(line_index):
            text.append(piece, self._ink(ink.role))
        if text.plain != line:  # a lexer that changed it: colours are no reason to show something else
            text = Text(line, end="", no_wrap=True)
        for match in self._found:
            if match.start[0] == line_index:
                text.stylize("reverse", match.start[1], match.end[1])
        return text

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._inks = {}

    def on_key(self, event: events.Key) -> None:
        if not self.read_only and (action := self.keys.get(event.key)):
            event.stop()
            event.prevent_default()
            self.post_message(self.Asked(action))

    def _changed(self, line: int) -> None:
        self._whole = None
        self._coloring.changed(line)
        self._found = ()

    def _some_lines(self, start: int, end: int) -> Sequence[str]:
        return self.document.lines[start:end]

    def _ink(self, role: str) -> Style:
        if role not in self._inks:
            styles = self.get_component_styles(PREFIX + role)
            ground = self.background_colors[1]
            self._inks[role] = Style(color=(ground + styles.color).rich_color)
        return self._inks[role]
