"""A terminal with its title and its search, to be placed on any screen."""

from collections.abc import Coroutine
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from sidekicks_tui.core.terminals.service import TerminalService
from sidekicks_tui.locale import _, plural
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.terminals import TerminalStatus
from sidekicks_tui.widgets.actions import BY_ID
from sidekicks_tui.widgets.content import ACCENT, ERROR, MUTED, foreign
from sidekicks_tui.widgets.keys import Keymap
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.terminal.finder import Finder
from sidekicks_tui.widgets.terminal.view import TerminalView


class TerminalPane(Vertical):
    """Shows one terminal of the service; opens, restarts, searches it."""

    DEFAULT_CSS = """
    TerminalPane { height: 1fr; }
    TerminalPane > #terminal { height: 1fr; layers: default over; }
    """

    class Left(Message):
        """The person pressed the key that leads out of the terminal."""

    class Changed(Message):
        """What `status` and `state` tell may be other things."""

    class Rang(Message):
        """The program rang the bell."""

    def __init__(self, terminals: TerminalService, keymap: Keymap, *, titled: bool = True) -> None:
        """`titled`: a line above tells what runs here, and `state`."""
        super().__init__()
        self._terminals = terminals
        self._title = Line()
        self._titled = titled
        self.view = TerminalView()
        self.use_keymap(keymap)
        self._finder = Finder(self.view)
        self._problem = ""
        self._bells = 0

    def compose(self) -> ComposeResult:
        if self._titled:
            yield self._title
        with Vertical(id="terminal"):
            yield self.view
            yield self._finder

    def use_keymap(self, keymap: Keymap) -> None:
        """The configuration changed the keys."""
        self._way_out = keymap.first("terminal.out")
        self.view.ways_out = keymap.keys(BY_ID["terminal.out"])

    @property
    def way_out(self) -> str:
        """The key that leads out of the terminal."""
        return next(iter(self.view.ways_out), "")

    @property
    def status(self) -> TerminalStatus | None:
        """Of the terminal in sight."""
        return self.view.shell.status if self.view.shell is not None else None

    @property
    def state(self) -> Content:
        """What there is to know beside the title: an error, the end of the shell, how far it is scrolled."""
        if self._problem:
            return foreign(self._problem, ERROR)
        shell = self.view.shell
        if shell is None:
            return Content("")
        if shell.exit_status is not None:
            return Content.assemble(
                (_("ended: {status}").format(status=end_words(shell.exit_status)), MUTED),
                ("   Enter ", ACCENT),
                (_("starts it anew"), MUTED),
            )
        below = shell.emulator.position.below
        if below:
            lines = plural("{count} line below", "{count} lines below", below).format(count=below)
            return Content.assemble((lines, MUTED), ("   Shift+End ", ACCENT), (_("to the end"), MUTED))
        if not self.view.has_focus:
            return Content("")
        return Content.assemble((f"{self._way_out} ", ACCENT), (_("leads out"), MUTED))

    def show(self, identifier: str) -> None:
        """Show the terminal `identifier`, none when it is empty. Raises `UsageError`."""
        shell = self._terminals.shell(identifier) if identifier else None
        self._problem = ""
        self._bells = shell.emulator.bells if shell is not None else 0
        if self._finder.display:
            self._finder.close()
        self.view.show(shell)
        self._changed()

    async def open(self, agent: str) -> str:
        """Open a shell in the folder of `agent` and show it; returns its identifier.

        Raises what the service raises.
        """
        columns, rows = self.view.size
        identifier = await self._terminals.open(agent, columns or 80, rows or 24)
        self.show(identifier)
        return identifier

    async def restart(self) -> None:
        """End what runs here and start a shell anew; what goes wrong is told on the pane."""
        shell = self.view.shell
        if shell is not None:
            await self._told(self._terminals.restart(shell.id))

    def search(self) -> None:
        self._finder.open()

    def focus_terminal(self) -> None:
        """At once: Textual's own `focus` does it after keys that wait already."""
        self.screen.set_focus(self.view)

    def on_terminal_view_left(self, message: TerminalView.Left) -> None:
        message.stop()
        self.post_message(self.Left())

    def on_terminal_view_changed(self, message: TerminalView.Changed) -> None:
        message.stop()
        self._changed()

    def on_terminal_view_restart_wanted(self, message: TerminalView.RestartWanted) -> None:
        message.stop()
        if self.view.shell is not None and not self.view.shell.changing.locked():
            self.run_worker(self.restart())

    def on_terminal_view_selected(self, message: TerminalView.Selected) -> None:
        message.stop()
        self.app.copy_to_clipboard(message.text)

    def on_finder_closed(self, message: Finder.Closed) -> None:
        message.stop()
        self.focus_terminal()

    async def _told(self, command: Coroutine[Any, Any, None]) -> None:
        self._problem = ""
        try:
            await command
        except SidekicksError as error:
            self._problem = str(error)
        self._changed()

    def _changed(self) -> None:
        status = self.status
        if status is not None and status.bells != self._bells:
            self._bells = status.bells
            self.post_message(self.Rang())
        if self._titled:
            title = foreign(status.agent, "bold") if status is not None else Content(_("Terminal"))
            if status is not None and status.title:
                title = Content.assemble(title, "  ", foreign(status.title, MUTED))
            self._title.put(title, self.state)
        self.post_message(self.Changed())


def end_words(status: int) -> str:
    """An exit status in words, negative for a signal."""
    if status >= 0:
        return _("status {status}").format(status=status)
    return _("signal {number}").format(number=-status)
