"""The words that are looked for in the conversation, and how many parts hold them."""

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from sidekicks_tui.locale import _, plural
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP


class SearchBar(Horizontal):
    DEFAULT_CSS = """
    SearchBar {
        height: 1;
        padding: 0 1;
        display: none;
        & Input, & Input:focus { border: none; height: 1; padding: 0; background: transparent; width: 1fr; }
        & Static { width: auto; color: $text-muted; }
    }
    """

    class Changed(Message):
        """Other words are looked for; empty: nothing any more."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    class Stepped(Message):
        """To the next match: below (1) or above (-1)."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    class Widened(Message):
        """The words shall be looked for everywhere."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, placeholder: str = "") -> None:
        super().__init__()
        self._input = Input(
            placeholder=placeholder or _("Search here; Tab: everywhere"), select_on_focus=True
        )
        self._input.cursor_blink = False
        self.keys: Mapping[str, str] = DEFAULT_KEYMAP.actions(Place.SEARCH)
        """By key: the action that it does here."""
        self._count = Static(markup=False)

    def compose(self) -> ComposeResult:
        yield self._input
        yield self._count

    def open(self) -> None:
        self.display = True
        self.screen.set_focus(self._input, scroll_visible=False)
        self.post_message(self.Changed(self._input.value))

    def close(self) -> bool:
        """Whether it was open."""
        was_open = self.display
        self.display = False
        if was_open:
            self.post_message(self.Changed(""))
        return bool(was_open)

    def tell(self, found: int) -> None:
        """How many parts of what is loaded hold the words."""
        words = (
            plural("{count} found", "{count} found", found).format(count=found) if found else _("not found")
        )
        self._count.update(words if self._input.value.strip() else "")

    def on_key(self, event: events.Key) -> None:
        match self.keys.get(event.key):
            case "search.above":
                self.post_message(self.Stepped(-1))
            case "search.below":
                self.post_message(self.Stepped(1))
            case "search.everywhere":
                self.post_message(self.Widened(self._input.value))
            case _:
                return
        event.stop()
        event.prevent_default()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(event.value))
