"""Which channels wait for an agent that answers elsewhere, and where."""

from collections.abc import Iterator
from contextlib import contextmanager

from sidekicks_tui.core.agents.service import AgentService
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.model.errors import UnknownAgent


class WaitingRoom:
    def __init__(self, agents: AgentService) -> None:
        self._agents = agents
        self._waiting: dict[LiveChannel, str] = {}

    @contextmanager
    def wait(self, live: LiveChannel, agent: str) -> Iterator[None]:
        """`live` waits for `agent` as long as the context is open; the channel shows whose turn it is."""
        self._waiting[live] = agent
        self._show(live)
        try:
            yield
        finally:
            del self._waiting[live]
            live.turn(waiting_for="")
            # It is this channel's turn now: those that wait on wait for this one.
            for other in self._waiting:
                self._show(other)

    def _show(self, live: LiveChannel) -> None:
        try:
            serving = self._agents.serving(self._waiting[live])
        except UnknownAgent:
            serving = ""  # the one who waits will hear of it
        live.turn(waiting_for="" if serving == live.id else serving)
