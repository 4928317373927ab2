"""Asks for a new key by having it pressed."""

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from sidekicks_tui.locale import _
from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.actions import BY_ID
from sidekicks_tui.widgets.content import foreign
from sidekicks_tui.widgets.keys import read_keymap, show


class PressKey(Box[str | None]):
    """Gives the key back, as the configuration spells it: empty for the action's own, None to leave it.

    A key that cannot be had is told with the reason, and another may be pressed.
    """

    def __init__(self, action_id: str, entries: Mapping[str, str]) -> None:
        """`entries` are the `keys:` as they are now."""
        super().__init__()
        self._action = BY_ID[action_id]
        self._entries = entries
        self._told = Static(markup=False, classes="error")

    def compose(self) -> ComposeResult:
        now = show(self._entries[self._action.id]) if self._action.id in self._entries else ""
        own = self._action.shown_keys or ", ".join(show(key) for key in self._action.keys.split(","))
        with Vertical(classes="box"):
            yield Static(foreign(_("The new key for: {name}").format(name=self._action.name), "bold"))
            yield Static(
                foreign(_("now {now}, its own {own}").format(now=now or own, own=own)), classes="muted"
            )
            yield self._told
            yield Static(_("Press it · Backspace: its own · Esc: as it is"), classes="muted", markup=False)

    def on_mount(self) -> None:
        self._told.display = False

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "backspace":
            self.dismiss("")
            return
        keymap = read_keymap({**self._entries, self._action.id: event.key})
        if self._action.id in keymap.changed:
            self.dismiss(event.key)
            return
        wrong = next((problem for problem in keymap.problems if self._action.id in problem), "")
        self._told.update(foreign(wrong.removeprefix("keys: ")))
        self._told.display = True
