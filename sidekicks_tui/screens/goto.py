"""After Ctrl+G: a letter leads to a screen."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from sidekicks_tui.locale import N_, _
from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.content import ACCENT

SCREENS = {
    "c": ("chat", N_("chat")),
    "a": ("agents", N_("agents")),
    "f": ("files", N_("files")),
    "t": ("terminals", N_("terminals")),
    "s": ("settings", N_("settings")),
}
"""By letter: the screen and its name."""


class GoTo(Box[str | None]):
    """Shows the letters while it waits; gives the screen back, or None."""

    DEFAULT_CSS = """
    GoTo > .box { width: auto; }
    GoTo Static { width: auto; }
    """

    def compose(self) -> ComposeResult:
        letters = [
            Content.assemble((letter, ACCENT), f" {_(name)}") for letter, (_screen, name) in SCREENS.items()
        ]
        with Vertical(classes="box"):
            yield Static(Content("   ").join(letters))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        screen, _name = SCREENS.get(event.key, (None, ""))
        self.dismiss(screen)
