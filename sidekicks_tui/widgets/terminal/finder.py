"""Words looked for in a terminal and its scrollback."""

import asyncio

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from sidekicks_tui.locale import _, plural
from sidekicks_tui.terminal.emulator import Search
from sidekicks_tui.widgets.terminal.view import TerminalView


class Finder(Horizontal):
    """One line above the last row of the terminal, so that the terminal keeps its size."""

    DEFAULT_CSS = """
    Finder {
        layer: over;
        dock: bottom;
        height: 1;
        padding: 0 1;
        display: none;
        background: $panel;
        & Input, & Input:focus { border: none; height: 1; padding: 0; background: transparent; width: 1fr; }
        & Static { width: auto; color: $text-muted; }
    }
    """

    class Closed(Message):
        pass

    def __init__(self, view: TerminalView) -> None:
        super().__init__()
        self._view = view
        self._search: Search | None = None
        self._input = Input(placeholder=_("Search; Enter: older, Down: newer, Esc: close"))
        self._input.cursor_blink = False
        self._count = Static(markup=False)

    def compose(self) -> ComposeResult:
        yield self._input
        yield self._count

    def open(self) -> None:
        self.display = True
        self._input.focus()
        self._look_for(self._input.value)

    def close(self) -> None:
        self._forget()
        self.display = False
        self.post_message(self.Closed())

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._look_for(event.value)

    def on_key(self, event: events.Key) -> None:
        match event.key:
            case "enter" | "up":
                self._step(older=True)
            case "down":
                self._step(older=False)
            case "escape":
                self.close()
            case _:
                return
        event.stop()
        event.prevent_default()

    def _look_for(self, words: str) -> None:
        self._forget()
        self._tell()
        shell = self._view.shell
        if self.display and words and shell is not None:
            self._search = shell.emulator.search(words)
            self._work(self._search)

    @work(exclusive=True)
    async def _work(self, search: Search) -> None:
        goes_on = True
        while goes_on and search is self._search:
            goes_on = search.work()
            await asyncio.sleep(0)
        if search is self._search and search.found:
            self._step(older=True)
        self._tell()

    def _step(self, *, older: bool) -> None:
        if self._search is not None:
            self._search.work()  # what was printed since
            self._search.step(older)
            self._view.happened()
            self._tell()

    def _forget(self) -> None:
        if self._search is not None:
            self._search.close()
            self._search = None

    def _tell(self) -> None:
        if self._search is None:
            self._count.update("")
        elif not self._search.found:
            self._count.update(_("not found"))
        else:
            found, at = self._search.found, self._search.at
            place = f"{at + 1}/" if at is not None else ""
            self._count.update(place + plural("{count} found", "{count} found", found).format(count=found))
