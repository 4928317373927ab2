"""Where the person writes: sends, begins lines, completes, and goes back to what was sent before."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static, TextArea

from sidekicks_tui.locale import _
from sidekicks_tui.model.visible import visible
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.composer.popup import CompletionPopup
from sidekicks_tui.widgets.composer.rule import Rule
from sidekicks_tui.widgets.composer.sent import Sent
from sidekicks_tui.widgets.composer.text import WritingArea
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP
from sidekicks_tui.widgets.painting import paint_now
from sidekicks_tui.widgets.scrolling import CALM_BAR

if TYPE_CHECKING:
    from sidekicks_tui.widgets.composer.asked import Asked, Candidate, CompletionSource


class Composer(WritingArea):
    """`written` is the whole text, pastes unfolded; what is shown folds them."""

    DEFAULT_CSS = f"""
    Composer {{
        height: auto;
        max-height: 8;
        background: transparent;
        padding: 0;
        {CALM_BAR}
        &:focus {{ background: transparent; }}
    }}
    """

    class Submitted(Message):
        """The person sends `text`. The composer is empty for the next; what cannot be sent is given back."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Edited(Message):
        """The person changed what stands in the composer."""

    class EditorWanted(Message):
        """What is written shall be opened in an editor."""

    def __init__(self, popup: CompletionPopup) -> None:
        super().__init__(placeholder=_("Write a message"))
        self.source: CompletionSource | None = None
        """Who knows what may be meant; nobody does while there is no engine."""
        self.keys: Mapping[str, str] = DEFAULT_KEYMAP.actions(Place.COMPOSER)
        """By key: the action that it does here."""
        self._popup = popup
        self._sent = Sent()
        self._loaded = ""

    @property
    def written(self) -> str:
        return self.pastes.unfold(self.text)

    def load(self, text: str, sent: Iterable[str] | None = None) -> None:
        """Show `text` as if it had been written; `sent` is what was sent before in this place."""
        if sent is not None:
            self._sent = Sent(sent)
        self.pastes.clear()
        self._put(text)

    def write(self, text: str) -> None:
        """As if the person had written `text` in the place of everything."""
        self._put(text)
        self.post_message(self.Edited())

    def remember(self, text: str) -> None:
        """`text` was sent or cleared: Up has it."""
        self._sent.add(text)

    def _put(self, text: str) -> None:
        self._loaded = self.pastes.fold(visible(text))
        self.load_text(self._loaded)
        self.move_cursor(self.document.end)
        self.close_popup()

    def close_popup(self) -> bool:
        """Whether it was open."""
        was_open = self._popup.display
        self._popup.show_candidates(())
        return was_open

    async def _on_key(self, event: events.Key) -> None:
        # Textual would look at the text area's own handler next.
        event.prevent_default()
        match self.keys.get(event.key):
            case "composer.send":
                self._send()
            case "composer.newline":
                self._replace_via_keyboard("\n", *self.selection)
            case "composer.complete":
                self._complete()
            case "composer.editor":
                self.post_message(self.EditorWanted())
            case _:
                await super()._on_key(event)
                if event.is_printable:
                    paint_now(self)
                return
        event.stop()

    def action_cursor_up(self, select: bool = False) -> None:
        if self._popup.display:
            self._popup.move(-1)
        elif select or not self.cursor_at_first_line:
            super().action_cursor_up(select)
        elif (text := self._sent.older(self.written)) is not None:
            self.write(text)

    def action_cursor_down(self, select: bool = False) -> None:
        if self._popup.display:
            self._popup.move(1)
        elif select or not self.cursor_at_last_line:
            super().action_cursor_down(select)
        elif (text := self._sent.newer()) is not None:
            self.write(text)

    async def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        result = self.replace(self.pastes.fold(visible(event.text)), *self.selection)
        self.move_cursor(result.end_location)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        if self.text == self._loaded:
            return
        self._loaded = ""
        self.post_message(self.Edited())
        self._ask()

    def _send(self) -> None:
        if self._popup.display and self._popup.moved:
            self._complete()
        elif self.text.strip():
            text = self.written
            self.load("")
            self.post_message(self.Submitted(text))

    def _complete(self) -> None:
        if (candidate := self._popup.chosen) is not None:
            self.accept(candidate)
        else:
            self._ask()

    def accept(self, candidate: "Candidate") -> None:
        """`candidate` takes the place of what was written of it."""
        wanted = self._asked()
        if wanted is not None:
            row, column = self.cursor_location
            self.replace(candidate.text, (row, column - wanted.length), (row, column))
        self.close_popup()

    def _ask(self) -> None:
        """Offer what may be meant at the place of the cursor."""
        wanted = self._asked()
        if wanted is None or self.source is None:
            self.close_popup()
        else:
            self._offer(self.source, wanted, self.before_cursor)

    @work(exclusive=True, group="completion")
    async def _offer(self, source: "CompletionSource", wanted: "Asked", before: str) -> None:
        candidates = await source.candidates(wanted)
        # What was written meanwhile asks for itself.
        if self.before_cursor == before:
            self._popup.show_candidates(candidates)

    def _asked(self) -> "Asked | None":
        """What the place of the cursor asks for."""
        from sidekicks_tui.widgets.composer.asked import asked

        return asked(self.before_cursor)


class Writing(Vertical):
    """The composer with what stands around it: the rule that says who answers, the prompt, the popup."""

    DEFAULT_CSS = """
    Writing {
        height: auto;
        & > Horizontal { height: auto; }
        & Static { width: 2; height: 1; color: $text-accent; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.popup = CompletionPopup()
        self.composer = Composer(self.popup)
        self.rule = Rule()

    def compose(self) -> ComposeResult:
        yield self.popup
        yield self.rule
        with Horizontal():
            yield Static("› ", markup=False)
            yield self.composer

    def on_completion_popup_clicked(self, message: CompletionPopup.Clicked) -> None:
        message.stop()
        self.composer.accept(message.candidate)
        self.composer.focus()
