"""The question of an agent that waits, above what is being written.

As the card of a permission, it never takes the focus by itself. With it, the keys fill the form in; what
sends, declines or opens does not count for a moment after another question has taken the place of the one in
sight.
"""

import time
from collections.abc import Callable, Mapping

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from sidekicks_tui.locale import _
from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationForm,
    ElicitationRequest,
    ElicitationUrl,
    FieldValue,
)
from sidekicks_tui.model.limits import PERMISSION_PAUSE
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.content import MUTED, foreign
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP, is_typed
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.question.fields import Field
from sidekicks_tui.widgets.question.options import Options
from sidekicks_tui.widgets.question.words import said
from sidekicks_tui.widgets.scrolling import CALM_BAR


class QuestionCard(Vertical, can_focus=True):
    """Shows one question; hidden while there is none."""

    DEFAULT_CSS = f"""
    QuestionCard {{
        height: auto;
        max-height: 70%;
        margin: 1 1 0 0;
        padding: 0 1;
        border-left: outer $foreground 30%;
        overflow-y: auto;
        display: none;
        {CALM_BAR}
        &:focus, &:focus-within {{ border-left: outer $accent; }}
        & Line {{ padding: 0; }}
        & > .said {{ height: auto; padding: 0 2 1 2; }}
        & > .fields {{ height: auto; padding: 0 2; }}
    }}
    """

    class Answered(Message):
        """The person answers; `content` has what was filled in when a form is sent."""

        def __init__(
            self,
            request: ElicitationRequest,
            action: ElicitationAction,
            content: Mapping[str, FieldValue] | None = None,
        ) -> None:
            super().__init__()
            self.request = request
            self.action = action
            self.content = content

    class AddressWanted(Message):
        """The person wants the address: in the browser when `open` is set, otherwise as a copy."""

        def __init__(self, request: ElicitationRequest, address: str, *, open: bool) -> None:
            super().__init__()
            self.request = request
            self.address = address
            self.open = open

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.keys: Mapping[str, str] = DEFAULT_KEYMAP.actions(Place.QUESTION)
        """By key: the action that it does here."""
        self._clock = clock
        self._settled = 0.0
        self.request: ElicitationRequest | None = None
        self._count = 0
        self._reach = ""
        self._head = Line()
        self._said = Static(classes="said", markup=False)
        self._form = Vertical(classes="fields")
        self._fields: list[Field] = []

    def compose(self) -> ComposeResult:
        yield self._head
        yield self._said
        yield self._form

    def show(self, request: ElicitationRequest | None, reach: str, count: int) -> None:
        """`request`, the first of `count` that wait; `reach` is the key that leads here."""
        old, self.request = self.request, request
        self._reach, self._count = reach, count
        self.display = request is not None
        if request is None:
            return
        if old is None or old.id != request.id:
            self._begin(request)
        self._tell()

    @property
    def entry(self) -> Widget:
        """What gets the focus when the person comes here."""
        first = self._fields[0].control if self._fields else self
        return first if first.is_attached else self

    def tell_problems(self, problems: Mapping[str, str]) -> None:
        """What is wrong with what was filled in, by the name of the field."""
        for field in self._fields:
            field.tell(problems.get(field.field.name, ""))
        wrong = [field for field in self._fields if field.field.name in problems]
        if wrong:
            self.screen.set_focus(wrong[0].control)

    def on_key(self, event: events.Key) -> None:
        if self._fields and is_typed(event.key):
            return
        match self.keys.get(event.key):
            case "question.above":
                self._step(-1)
            case "question.below":
                self._step(1)
            case "question.next":
                if not self._step(1):
                    self._answer(ElicitationAction.ACCEPT)
            case "question.send":
                self._answer(ElicitationAction.ACCEPT)
            case "question.decline":
                self._answer(ElicitationAction.DECLINE)
            case "question.cancel":
                self._answer(ElicitationAction.CANCEL)
            case "question.open":
                self._fetch(open=True)
            case "question.copy":
                self._fetch(open=False)
            case _:
                return
        event.stop()
        event.prevent_default()

    def on_focus(self) -> None:
        # A form that was not there yet, or a click beside its fields.
        self.call_after_refresh(self._enter)

    def on_descendant_focus(self) -> None:
        self._tell()

    def on_descendant_blur(self) -> None:
        self.call_later(self._tell)

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._tell()

    def on_options_moved(self, message: Options.Moved) -> None:
        message.stop()
        top = self.scroll_offset.y + message.options.region.y - self.content_region.y
        self.scroll_to_region(Region(0, top + message.row, 1, 1), animate=False)

    def _enter(self) -> None:
        if self.has_focus and self.entry is not self:
            self.screen.set_focus(self.entry)

    def _begin(self, request: ElicitationRequest) -> None:
        question = request.question
        self._settled = self._clock() + PERMISSION_PAUSE
        if self.has_focus_within:
            self.screen.set_focus(self)
            self.call_after_refresh(self._enter)
        self._fields = (
            [Field(field) for field in question.fields] if isinstance(question, ElicitationForm) else []
        )
        self._form.remove_children()
        self._form.mount(*self._fields)
        self._said.update(said(question))
        self.scroll_home(animate=False)

    def _tell(self) -> None:
        """Who asks, and the keys."""
        request = self.request
        if request is None:
            return
        place = _("1 of {count}").format(count=self._count) if self._count > 1 else ""
        who = Content.assemble(foreign(request.agent, "bold"), " ", _("asks you"))
        reach = "" if self.has_focus_within else _("{key} to answer").format(key=self._reach)
        self._head.put(who, Content.styled(" · ".join(filter(None, (place, reach))), MUTED))

    def _step(self, step: int) -> bool:
        """The focus to the field below (1) or above (-1); False where there is none."""
        at = next((n for n, field in enumerate(self._fields) if field.control.has_focus), -1)
        if not 0 <= at + step < len(self._fields):
            return False
        self.screen.set_focus(self._fields[at + step].control)
        return True

    def _answer(self, action: ElicitationAction) -> None:
        if self.request is None or self._clock() < self._settled:
            return
        content: dict[str, FieldValue] | None = None
        if action is ElicitationAction.ACCEPT and isinstance(self.request.question, ElicitationForm):
            values = {field.field.name: field.value for field in self._fields}
            content = {name: value for name, value in values.items() if value is not None}
        self.post_message(self.Answered(self.request, action, content))

    def _fetch(self, *, open: bool) -> None:
        """The address, to be opened or copied."""
        if self.request is None or not isinstance(self.request.question, ElicitationUrl):
            return
        if not open or self._clock() >= self._settled:
            self.post_message(self.AddressWanted(self.request, self.request.question.url, open=open))
