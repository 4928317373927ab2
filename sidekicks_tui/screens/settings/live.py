"""A choice whose effect is seen before it is made."""

from collections.abc import Callable, Sequence

from textual import events

from sidekicks_tui.screens.chooser import Chooser, among
from sidekicks_tui.widgets.choices import Choice


class LiveChooser(Chooser):
    """Tells `seen` each choice that the person comes to."""

    def __init__(
        self, prompt: str, choices: Sequence[Choice], seen: Callable[[str], None], *, nothing: str
    ) -> None:
        find = among(choices)

        async def source(query: str) -> Sequence[Choice]:
            found = await find(query)
            if query and found:
                seen(found[0].key)
            return found

        super().__init__(prompt, source, nothing=nothing)
        self._seen = seen

    def on_key(self, event: events.Key) -> None:
        before = self._list.chosen
        super().on_key(event)
        chosen = self._list.chosen
        if chosen is not None and chosen is not before:
            self._seen(chosen.key)
