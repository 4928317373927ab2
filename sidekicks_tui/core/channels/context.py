"""What the parts of the channels need of the engine, handed to each of them as one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sidekicks_tui.core.agents.service import AgentService
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.elicitations import Elicitations
from sidekicks_tui.core.channels.permissions import Permissions
from sidekicks_tui.core.hooks.service import HookService
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.settings import Settings

if TYPE_CHECKING:  # the history brings its library, for which no screen waits
    from sidekicks_tui.store.history import History


@dataclass(frozen=True)
class Context:
    bus: Bus
    history: "History"
    agents: AgentService
    permissions: Permissions
    elicitations: Elicitations
    hooks: HookService
    supervisor: Supervisor
    settings: Callable[[], Settings]
    """The configuration as it is now."""
    new_id: Callable[[], str]
    """Identifiers that sort as they were made, after all that the history has."""
    now: Callable[[], datetime]
    clock: Callable[[], float]
    """Seconds that only ever grow."""

    def waits(self, message: str) -> bool:
        """Something that was asked in `message` waits for the person."""
        return self.permissions.waits(message) or self.elicitations.waits(message)

    def cancel(self, *, channel: str = "", message: str = "") -> None:
        """Cancel what waits for the person in `channel`, or what was asked in `message`."""
        self.permissions.cancel(channel=channel, message=message)
        self.elicitations.cancel(channel=channel, message=message)

    @property
    def agent_names(self) -> tuple[str, ...]:
        """The configured agents, in their order."""
        return tuple(agent.name for agent in self.settings().agents)
