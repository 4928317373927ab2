"""Every agent with its state and runtime, and the log of the one that is chosen."""

from collections.abc import Callable, Coroutine
from typing import Any

from textual import work
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.agents import AgentStatus
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.events import (
    AgentLogged,
    AgentStateChanged,
    ConfigChanged,
    ElicitationRequested,
    ElicitationResolved,
    PermissionRequested,
    PermissionResolved,
)
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.channel_list import state_word
from sidekicks_tui.widgets.choices import Choice, ChoiceList
from sidekicks_tui.widgets.content import ACCENT, ERROR, MUTED, foreign
from sidekicks_tui.widgets.footer import KeyLine
from sidekicks_tui.widgets.keys import Keymap, binding, bindings
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.log_view import LogView
from sidekicks_tui.widgets.notice import Notice, Tone

_REQUESTS = (PermissionRequested, PermissionResolved, ElicitationRequested, ElicitationResolved)
_FOLLOWED = (AgentStateChanged, AgentLogged, ConfigChanged, *_REQUESTS)
_KEYS = ("agents.start", "agents.stop", "agents.restart", "agents.open", "agents.back")


class AgentsScreen(Screen[str | None], inherit_bindings=False):
    """Gives the agent back whose conversation is wanted, `""` for what waits, or None.

    `waiting` says what waits elsewhere, empty when nothing does.
    """

    BINDINGS = bindings(Place.AGENTS) + binding("app.next_waiting")
    AUTO_FOCUS = ""

    DEFAULT_CSS = """
    AgentsScreen {
        & > ChoiceList { padding: 0 1; max-height: 50%; }
        & > #detail { margin: 1 0 0 0; padding: 0 1; height: auto; max-height: 10; }
    }
    """

    def __init__(self, engine: Engine, keymap: Keymap, waiting: Callable[[], Content]) -> None:
        super().__init__()
        self._engine = engine
        self._waiting = waiting
        self._title = Line("title")
        self._list = ChoiceList()
        self._detail = Static(id="detail", markup=False)
        self._log = LogView()
        self._notice = Notice()
        self._footer = KeyLine()
        self._footer.keymap = keymap
        self._shown = ""
        """The agent whose log is in sight."""

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._list
        yield self._detail
        yield self._log
        yield self._notice
        yield self._footer

    def on_mount(self) -> None:
        self._tell_what_waits()
        self._list.show(self._choices())
        self._show_chosen()
        self._follow()

    def action_do(self, action_id: str) -> None:
        agent = self._list.chosen.key if self._list.chosen else ""
        match action_id:
            case "agents.back":
                self.dismiss(None)
            case "app.next_waiting":
                self.dismiss("")
            case "agents.up" | "agents.down":
                self._list.move(-1 if action_id == "agents.up" else 1)
                self._show_chosen()
            case "agents.open" if agent:
                self.dismiss(agent)
            case "agents.start" if agent:
                self._run(self._engine.agents.start(agent))
            case "agents.stop" if agent:
                self._run(self._engine.agents.stop(agent))
            case "agents.restart" if agent:
                self._run(self._engine.agents.restart(agent))
            case _:
                raise SkipAction

    def on_choice_list_clicked(self, message: ChoiceList.Clicked) -> None:
        self.dismiss(message.choice.key)

    @work
    async def _follow(self) -> None:
        async with self._engine.bus.subscribe(*_FOLLOWED) as happenings:
            async for event in happenings:
                match event:
                    case AgentLogged():
                        if event.agent == self._shown:
                            self._log.append(event.line)
                    case _ if isinstance(event, _REQUESTS):
                        # The chat, which is asked, hears of it at the same time.
                        self.call_later(self._tell_what_waits)
                    case _:
                        self._list.update(self._choices())
                        self._show_chosen()

    def _tell_what_waits(self) -> None:
        waiting = self._waiting()
        self._title.put(Content.assemble((_("Agents"), "bold"), "   ", waiting))
        self._footer.show(("app.next_waiting", *_KEYS) if waiting else _KEYS, "")

    def _run(self, command: Coroutine[Any, Any, None]) -> None:
        self._notice.dismiss()
        self.run_worker(self._told(command))

    async def _told(self, command: Coroutine[Any, Any, None]) -> None:
        try:
            await command
        except SidekicksError as error:
            self._notice.say(str(error), Tone.ERROR)

    def _choices(self) -> list[Choice]:
        return [
            Choice(agent.name, agent.name, f"{agent.runtime}   {agent.description}", state_word(agent.state))
            for agent in self._engine.agents.list()
        ]

    def _show_chosen(self) -> None:
        chosen = self._list.chosen
        agent = next(
            (each for each in self._engine.agents.list() if chosen and each.name == chosen.key), None
        )
        if agent is None:
            return
        self._detail.update(_detail(agent))
        if agent.name != self._shown:
            self._shown = agent.name
            self._log.show(self._engine.agents.logs(agent.name))


def _detail(agent: AgentStatus) -> Content:
    """What the list has no room for: why it is in error, that it is outdated."""
    lines = [Content.assemble((_("Log of "), MUTED), foreign(agent.name, "bold"))]
    if agent.outdated:
        lines.append(Content.styled(_("restart to apply changes"), ACCENT))
    lines += [foreign(line, ERROR) for line in agent.error.splitlines()]
    return Content("\n").join(lines)
