"""Asking the person: for a few lines, or for a yes."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.content import ACCENT, foreign


class Ask(Box[bool | None]):
    """Asks for `fields` (their names and first values), then runs `submit` with what was written.

    What `submit` refuses is shown, and the person may mend it. Gives True back once it was done.
    """

    def __init__(
        self,
        title: str,
        fields: Sequence[tuple[str, str]],
        submit: Callable[[tuple[str, ...]], Awaitable[None]],
    ) -> None:
        super().__init__()
        self._title = title
        self._submit = submit
        self._inputs = [Input(value, placeholder=name, select_on_focus=False) for name, value in fields]
        for field in self._inputs:
            field.cursor_blink = False
        self._error = Static(classes="error", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(foreign(self._title, "bold"))
            yield from self._inputs
            yield self._error
            yield Static(_("Enter: on · Esc: close"), classes="muted", markup=False)

    def on_mount(self) -> None:
        self._error.display = False

    def on_input_submitted(self) -> None:
        """Enter leads to the next field, and after the last one submits."""
        place = next((n for n, field in enumerate(self._inputs) if field.has_focus), len(self._inputs) - 1)
        if place + 1 < len(self._inputs):
            self._inputs[place + 1].focus()
        else:
            self._finish()

    @work(exclusive=True)
    async def _finish(self) -> None:
        try:
            await self._submit(tuple(field.value.strip() for field in self._inputs))
        except SidekicksError as error:
            self._error.update(foreign(str(error)))
            self._error.display = True
            self._inputs[0].focus()
        else:
            self.dismiss(True)


class Confirm(Box[bool | None]):
    """Asks a question that `y` answers with yes, and every other way with no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n", "answer(False)", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(foreign(self._question))
            yield Static(Content.assemble(("y", ACCENT), _(" yes   "), ("n", ACCENT), _(" no")))

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)
