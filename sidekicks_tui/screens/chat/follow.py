"""Follows the bus: one subscription, whose events go to the overview, the timeline and what stands around."""

from sidekicks_tui.locale import _
from sidekicks_tui.model.events import (
    AgentLogged,
    AgentStateChanged,
    ChannelsChanged,
    ConfigChanged,
    ElicitationCompleted,
    EngineFault,
    Event,
    MessageDelta,
    MessageUpdated,
)
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.navigate import Navigation
from sidekicks_tui.screens.chat.overview import Touched
from sidekicks_tui.screens.chat.painter import Painter
from sidekicks_tui.screens.chat.panes import Panes
from sidekicks_tui.screens.chat.reading import Reading
from sidekicks_tui.widgets.notice import Tone


class Follower:
    def __init__(
        self, desk: Desk, painter: Painter, navigation: Navigation, panes: Panes, reading: Reading
    ) -> None:
        self._desk = desk
        self._reading = reading
        self._overview = desk.overview
        self._painter = painter
        self._navigation = navigation
        self._panes = panes

    async def follow(self) -> None:
        async with self._desk.engine.bus.subscribe() as events:
            async for event in events:
                self.tell(event)

    def tell(self, event: Event) -> None:
        """Show what `event` changes."""
        touched = self._overview.apply(event)
        match event:
            case MessageDelta() | MessageUpdated() if event.channel == self._overview.current:
                first = self._desk.timeline.empty
                self._reading.tell(event)
                if first:
                    touched |= Touched.CURRENT
            case AgentStateChanged():
                self._overview.set_agents(self._desk.engine.agents.list())
                touched |= Touched.LIST | Touched.CURRENT
            case AgentLogged():
                self._panes.logged(event.agent, event.line)
            case ChannelsChanged():
                if self._overview.channel(self._overview.current) is None:
                    self._desk.run(self._navigation.open_first())
            case ConfigChanged():
                self._overview.set_agents(self._desk.engine.agents.list())
                touched |= Touched.LIST | Touched.CURRENT
                self._panes.show_problems()
            case ElicitationCompleted():
                self._desk.say(_("The agent says that what it asked for in the browser is done."))
            case EngineFault():
                self._desk.say(
                    _("{sentence} (the log has the details)").format(sentence=event.sentence), Tone.ERROR
                )
        self._painter.touched(touched)
        if touched:
            self._panes.changed()
