"""One file: its name and state, then its text, a preview, or the sentence that says why there is none."""

from collections.abc import Sequence
from enum import Enum

from pygments.lexer import Lexer
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from sidekicks_tui.locale import _
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign
from sidekicks_tui.widgets.files.area import FileArea
from sidekicks_tui.widgets.files.preview import Preview
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.search_bar import SearchBar
from sidekicks_tui.widgets.timeline.blocks import Block


class Face(Enum):
    """What a pane shows."""

    SENTENCE = "sentence"
    TEXT = "text"
    PREVIEW = "preview"


class FilePane(Vertical):
    DEFAULT_CSS = """
    FilePane {
        & > #head { padding: 0 1; }
        & > #sentence { padding: 1 2; color: $text-muted; height: 1fr; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.area = FileArea()
        self.preview = Preview()
        self.search = SearchBar(_("Search in this file"))
        self._head = Line("head")
        self._sentence = Static(id="sentence", markup=False)
        self.face = Face.SENTENCE

    def compose(self) -> ComposeResult:
        yield self._head
        yield self._sentence
        yield self.area
        yield self.preview
        yield self.search

    def on_mount(self) -> None:
        self._turn(Face.SENTENCE)

    @property
    def content_widget(self) -> Widget:
        """What takes the focus."""
        return self.preview if self.face is Face.PREVIEW else self.area

    def name_file(self, path: str, state: str, asks: str = "") -> None:
        """Head line: what is shown, its state, and what wants the person."""
        self._head.put(
            foreign(path, "bold"), Content("  ").join([Content.styled(asks, ACCENT), foreign(state, MUTED)])
        )

    def say(self, sentence: str) -> None:
        """Why there is no text to see."""
        self._sentence.update(foreign(sentence))
        self._turn(Face.SENTENCE)

    def show_text(self, content: str, lexer: Lexer | None) -> bool:
        """False when it can only be read."""
        self._turn(Face.TEXT)
        return self.area.show(content, lexer)

    def back_to_text(self) -> None:
        self._turn(Face.TEXT)

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        self.preview.show(blocks)
        self._turn(Face.PREVIEW)

    def _turn(self, face: Face) -> None:
        self.face = face
        self._sentence.display = face is Face.SENTENCE
        self.area.display = face is Face.TEXT
        self.preview.display = face is Face.PREVIEW
