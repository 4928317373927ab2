"""The file changed on disk while it was being changed here: both are shown, and the person decides."""

import difflib
from typing import ClassVar, Literal, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from sidekicks_tui.locale import _
from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign

Answer: TypeAlias = Literal["mine", "theirs"]
_STYLES = {"+": "$text-success", "-": "$text-error", "@": MUTED}


class Conflict(Box[Answer | None]):
    """Gives back whose text is wanted; None to go on writing. Scrolled with the arrows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "answer('mine')", show=False),
        Binding("d", "answer('theirs')", show=False),
    ]
    DEFAULT_CSS = """
    Conflict VerticalScroll { height: auto; max-height: 70vh; scrollbar-size-vertical: 1; }
    """

    def __init__(self, theirs: str, mine: str) -> None:
        super().__init__()
        self._difference = difference(theirs, mine)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(foreign(_("The file was changed elsewhere meanwhile"), "bold"))
            yield Static(_("- as it is on disk   + as you wrote it"), classes="muted", markup=False)
            with VerticalScroll():
                yield Static(self._difference)
            yield Static(
                Content.assemble(
                    ("m", ACCENT),
                    _(" save mine   "),
                    ("d", ACCENT),
                    _(" take the disk's (Ctrl+Z brings yours back)   "),
                    ("Esc", ACCENT),
                    _(" go on writing"),
                )
            )

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_answer(self, answer: Answer) -> None:
        self.dismiss(answer)


def difference(theirs: str, mine: str) -> Content:
    """The lines that differ, with two around them."""
    lines = list(difflib.unified_diff(theirs.splitlines(), mine.splitlines(), lineterm="", n=2))[2:]
    return Content("\n").join([foreign(line, _STYLES.get(line[:1], "")) for line in lines])
