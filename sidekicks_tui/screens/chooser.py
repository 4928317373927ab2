"""Type a few letters, choose: the switcher, the palette, and every other choice among many."""

from collections.abc import Awaitable, Callable, Sequence

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.choices import Choice, ChoiceList, matching

Source = Callable[[str], Awaitable[Sequence[Choice]]]

_STEPS = {"up": -1, "down": 1, "ctrl+p": -1, "ctrl+n": 1, "pageup": -10, "pagedown": 10}


def among(choices: Sequence[Choice]) -> Source:
    """A source that filters `choices`."""

    async def source(query: str) -> Sequence[Choice]:
        return matching(query, choices)

    return source


class Chooser(Box[Choice | None]):
    """Gives the choice back, or None."""

    def __init__(self, prompt: str, source: Source, *, nothing: str, query: str = "") -> None:
        super().__init__()
        self._source = source
        self._nothing = nothing
        self._input = Input(query, placeholder=prompt, select_on_focus=False)
        self._input.cursor_blink = False
        self._list = ChoiceList()
        self._note = Static(classes="muted", markup=False)
        self._query: str | None = None
        self._searching = False
        self._enter_waits = False
        """Enter was pressed before what was typed had been looked for."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield self._input
            yield self._list
            yield self._note

    def on_mount(self) -> None:
        self._search(self._input.value)

    def on_input_changed(self) -> None:
        # Not what the event says: an Enter that came behind it has looked for what is written now.
        self._search(self._input.value)

    def on_choice_list_clicked(self, message: ChoiceList.Clicked) -> None:
        self.dismiss(message.choice)

    def on_key(self, event: events.Key) -> None:
        # No bindings: they would overtake the letters before them, and choose by fewer than were typed.
        if event.key == "enter":
            self._search(self._input.value)
            self._enter_waits = True
            if not self._searching:
                self._choose()
        elif (step := _STEPS.get(event.key)) is not None:
            self._list.move(step)
        else:
            return
        event.stop()
        event.prevent_default()

    def _search(self, query: str) -> None:
        """Look for `query`, unless that is done or under way."""
        if query != self._query:
            self._query = query
            self._searching = True
            self._enter_waits = False
            self._find(query)

    def _choose(self) -> None:
        self._enter_waits = False
        if self._list.chosen is not None:
            self.dismiss(self._list.chosen)

    @work(exclusive=True)
    async def _find(self, query: str) -> None:
        found = await self._source(query)
        self._searching = False
        self._list.show(found)
        self._note.display = not found
        self._note.update("" if found else self._nothing)
        if self._enter_waits:
            self._choose()
