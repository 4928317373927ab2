"""Type a few letters, choose: the switcher, the palette, and every other choice among many."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.choices import Choice, ChoiceList, matching

Source = Callable[[str], Awaitable[Sequence[Choice]]]

_PAGE = 10


def among(choices: Sequence[Choice]) -> Source:
    """A source that filters `choices`."""

    async def source(query: str) -> Sequence[Choice]:
        return matching(query, choices)

    return source


class Chooser(Box[Choice | None]):
    """Gives the choice back, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,ctrl+p", "move(-1)", show=False, priority=True),
        Binding("down,ctrl+n", "move(1)", show=False, priority=True),
        Binding("pageup", f"move(-{_PAGE})", show=False, priority=True),
        Binding("pagedown", f"move({_PAGE})", show=False, priority=True),
        Binding("enter", "choose", show=False, priority=True),
    ]

    def __init__(self, prompt: str, source: Source, *, nothing: str, query: str = "") -> None:
        super().__init__()
        self._source = source
        self._nothing = nothing
        self._input = Input(query, placeholder=prompt, select_on_focus=False)
        self._input.cursor_blink = False
        self._list = ChoiceList()
        self._note = Static(classes="muted", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield self._input
            yield self._list
            yield self._note

    def on_mount(self) -> None:
        self._search(self._input.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def on_choice_list_clicked(self, message: ChoiceList.Clicked) -> None:
        self.dismiss(message.choice)

    def action_move(self, step: int) -> None:
        self._list.move(step)

    def action_choose(self) -> None:
        if self._list.chosen is not None:
            self.dismiss(self._list.chosen)

    @work(exclusive=True)
    async def _search(self, query: str) -> None:
        found = await self._source(query)
        self._list.show(found)
        self._note.display = not found
        self._note.update("" if found else self._nothing)
