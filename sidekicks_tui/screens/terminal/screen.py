"""Shells in the agents' folders, in tabs.

The keys are the shell's until the one that leads out of it; then they are the screen's, as the footer shows.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.screens.terminal.questions import ask_agent, ask_to_close
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.actions import BY_ID
from sidekicks_tui.widgets.clipboard import copy
from sidekicks_tui.widgets.content import MUTED
from sidekicks_tui.widgets.footer import KeyLine
from sidekicks_tui.widgets.keys import Keymap, binding, bindings
from sidekicks_tui.widgets.notice import Notice, Tone
from sidekicks_tui.widgets.terminal.pane import TerminalPane
from sidekicks_tui.widgets.terminal.tabs import Tabs

_INSIDE: Final[tuple[str, ...]] = ("terminal.out", "app.next_waiting")
_NOWHERE: Final[tuple[str, ...]] = ("terminal.new", "terminal.back")
_OUTSIDE: Final[tuple[str, ...]] = (
    "terminal.shell",
    "terminal.back",
    "terminal.new",
    "terminal.close",
    "terminal.restart",
    "terminal.search",
)
_TABS_EVERY: Final = 0.1
"""Seconds between two looks at the titles and bells of all terminals."""


class TerminalScreen(Screen[str | None], inherit_bindings=False):
    """Gives back what is to be quoted into the message, `""` for what waits elsewhere, or None.

    `agent`: in whose folder the person wants a shell; `or_any`: unless there is one, in whatever folder.
    `waiting` says what waits elsewhere, empty when nothing does.
    """

    BINDINGS = bindings(Place.TERMINAL) + binding("app.next_waiting")
    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    TerminalScreen {
        layers: default over;
        & > TerminalPane { height: 1fr; }
        & > Notice { layer: over; dock: bottom; margin: 0 0 1 0; background: $panel; }
    }
    """
    # What is said lies over the terminal: programs would see each line that comes and goes as a new size.

    def __init__(
        self, engine: Engine, keymap: Keymap, waiting: Callable[[], Content], agent: str, *, or_any: bool
    ) -> None:
        super().__init__()
        self._engine = engine
        self._service = engine.terminals
        self._waiting = waiting
        self._agent = agent
        self._or_any = or_any
        self._tabs = Tabs()
        self._pane = TerminalPane(self._service, keymap, titled=False)
        self._pane.view.outside = keymap.keys(BY_ID["app.next_waiting"])
        self._notice = Notice()
        self._footer = KeyLine()
        self._footer.keymap = keymap
        self._rang: dict[str, int] = {}
        """How often each terminal had rung when it was last in sight."""
        self._listening: dict[str, Callable[[], None]] = {}
        self._due: asyncio.TimerHandle | None = None

    def compose(self) -> ComposeResult:
        yield self._tabs
        yield self._pane
        yield self._notice
        yield self._footer

    def on_mount(self) -> None:
        self.call_after_refresh(self._begin)

    def on_unmount(self) -> None:
        for end in self._listening.values():
            end()

    def action_do(self, action_id: str) -> None:
        view = self._pane.view
        match action_id:
            case "terminal.back":
                self.dismiss(None)
            case "app.next_waiting":
                self.dismiss("")
            case "terminal.new":
                self._run(self._new())
            case "terminal.previous" | "terminal.next":
                self._step(-1 if action_id == "terminal.previous" else 1)
            case _ if view.shell is None:
                raise SkipAction
            case "terminal.shell":
                self._pane.focus_terminal()
            case "terminal.out":
                view.type_key(self._pane.way_out)
                self._pane.focus_terminal()
            case "terminal.restart":
                self._run(self._pane.restart())
                self._pane.focus_terminal()
            case "terminal.close":
                self._run(self._close(view.shell.id))
            case "terminal.search":
                self._pane.search()
            case "terminal.up" | "terminal.down":
                view.scroll_rows(-1 if action_id == "terminal.up" else 1)
            case "terminal.page_up" | "terminal.page_down":
                view.scroll_pages(-1 if action_id == "terminal.page_up" else 1)
            case "terminal.top":
                view.scroll_to_start()
            case "terminal.bottom":
                view.scroll_to_end()
            case "terminal.copy":
                self._notice.say(copy(self.app, view.text()))
            case "terminal.quote":
                self.dismiss(view.text())
            case _:
                raise SkipAction

    def on_terminal_pane_left(self) -> None:
        self.set_focus(self._tabs)

    def on_terminal_pane_changed(self) -> None:
        self._look()

    def on_terminal_pane_rang(self) -> None:
        if self._engine.config.settings.notifications.bell:
            self.app.bell()

    def on_tabs_chosen(self, message: Tabs.Chosen) -> None:
        self._show(message.identifier)

    def on_descendant_focus(self, _event: events.DescendantFocus) -> None:
        self._show_keys()
        self._show_tabs()

    def _begin(self) -> None:
        """Show the terminal that is asked for; where there is none, open one."""
        wanted = [each for each in self._service.list() if self._or_any or each.agent == self._agent]
        if wanted:
            self._show(wanted[-1].id)
        else:
            self._show("")
            self._run(self._new(self._agent))

    def _show(self, identifier: str) -> None:
        self._pane.show(identifier)
        if identifier:
            self._pane.focus_terminal()
        else:
            self.set_focus(self._tabs)
        self._show_tabs()
        self._show_keys()

    def _step(self, by: int) -> None:
        """To the terminal before or after, around the end."""
        identifiers = [each.id for each in self._service.list()]
        shell = self._pane.view.shell
        if shell is not None and shell.id in identifiers:
            place = (identifiers.index(shell.id) + by) % len(identifiers)
            self._pane.show(identifiers[place])
            self._show_tabs()

    async def _new(self, agent: str = "") -> None:
        agent = agent or await ask_agent(self.app, self._engine)
        if agent:
            self._notice.say(_("Opening a terminal in the folder of {agent}…").format(agent=agent))
            await self._pane.open(agent)
            self._notice.dismiss()
            self._pane.focus_terminal()
            self._show_tabs()
            self._show_keys()

    async def _close(self, identifier: str) -> None:
        if not await ask_to_close(self.app, self._service.shell(identifier).status):
            return
        identifiers = [each.id for each in self._service.list()]
        place = identifiers.index(identifier)
        others = identifiers[:place] + identifiers[place + 1 :]
        self._pane.show(others[min(place, len(others) - 1)] if others else "")
        if end := self._listening.pop(identifier, None):
            end()
        self.call_next(self._show_tabs)  # it is gone from the list at once, but ends in a second at most
        await self._service.close(identifier)

    def _run(self, command: Coroutine[Any, Any, None]) -> None:
        self._notice.dismiss()
        self.run_worker(self._told(command))

    async def _told(self, command: Coroutine[Any, Any, None]) -> None:
        try:
            await command
        except SidekicksError as error:
            self._notice.say(str(error), Tone.ERROR)

    def _look(self) -> None:
        """Title, bell or end of a terminal may be new: see to it, soon."""
        if self._due is None and self.is_attached:
            self._due = asyncio.get_running_loop().call_later(_TABS_EVERY, self.call_later, self._show_tabs)

    def _show_tabs(self) -> None:
        self._due = None
        terminals = self._service.list()
        for each in terminals:
            if each.id not in self._listening:
                self._listening[each.id] = self._service.shell(each.id).listen(self._look)
        shell = self._pane.view.shell
        current = shell.id if shell is not None else ""
        if shell is not None:
            self._rang[current] = shell.emulator.bells
        state = self._pane.state if terminals else Content.styled(_("No terminal is open."), MUTED)
        self._tabs.show(terminals, current, self._rang, state)

    def _show_keys(self) -> None:
        waiting = self._waiting()
        if self._pane.view.shell is None:
            keys = _NOWHERE
        elif self._pane.view.has_focus:
            keys = _INSIDE if waiting else _INSIDE[:1]
        else:
            keys = _OUTSIDE
        self._footer.show(keys, waiting.plain)
