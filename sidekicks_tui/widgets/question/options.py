"""Options to choose among, one below the other: one of them, or any number."""

from collections.abc import Iterable, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from sidekicks_tui.model.sessions import Choice
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign

_ONE, _SEVERAL = ("○", "●"), ("☐", "☑")


class Options(Widget, can_focus=True):
    """The keys that mean nothing here go on to whoever holds it."""

    DEFAULT_CSS = """
    Options { height: auto; }
    """

    class Moved(Message):
        """The cursor stands on the option in `row`."""

        def __init__(self, options: "Options", row: int) -> None:
            super().__init__()
            self.options = options
            self.row = row

    def __init__(self, choices: Sequence[Choice], chosen: Iterable[str] = (), *, several: bool) -> None:
        super().__init__()
        self._choices = choices
        self._several = several
        self._at = next((n for n, choice in enumerate(choices) if choice.id in (chosen := set(chosen))), 0)
        self._chosen = {choice.id for choice in choices} & set(chosen)
        self.touched = False
        """The person chose something."""

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of what is chosen, in the order in which they are offered."""
        return tuple(choice.id for choice in self._choices if choice.id in self._chosen)

    def on_key(self, event: events.Key) -> None:
        match event.key:
            case "up" if self._at > 0:
                self._move(-1)
            case "down" if self._at + 1 < len(self._choices):
                self._move(1)
            case "space":
                self._choose()
            case "enter" if not self._several:
                self._choose()
                return
            case _:
                return
        event.stop()
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self._choices):
            self._at = event.y
            self._choose()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._choices)

    def render(self) -> Content:
        width = self.size.width
        rows = [self._row(n, choice) for n, choice in enumerate(self._choices)]
        return Content("\n").join(row.truncate(width, ellipsis=True) for row in rows)

    def _move(self, step: int) -> None:
        self._at += step
        self.refresh()
        self.post_message(self.Moved(self, self._at))

    def _choose(self) -> None:
        self.touched = True
        chosen = self._choices[self._at].id
        self._chosen = self._chosen ^ {chosen} if self._several else {chosen}
        self.refresh()

    def _row(self, place: int, choice: Choice) -> Content:
        here = self.has_focus and place == self._at
        is_chosen = choice.id in self._chosen
        sign = (_SEVERAL if self._several else _ONE)[is_chosen]
        detail = foreign(f"   {choice.description}", MUTED) if choice.description else Content("")
        return Content.assemble(
            ("› " if here else "  ", ACCENT),
            (f"{sign} ", ACCENT if is_chosen else MUTED),
            foreign(choice.name or choice.id, "bold" if here else ""),
            detail,
        )
