"""An agent as the person sees it."""

from sidekicks_tui.model.agents import AgentState, AgentStatus
from sidekicks_tui.model.settings import AgentSettings


def agent_status(
    settings: AgentSettings,
    state: AgentState = AgentState.STOPPED,
    error: str = "",
    outdated: bool = False,
) -> AgentStatus:
    """What the configuration says of an agent, together with how it stands."""
    return AgentStatus(
        name=settings.name,
        title=settings.title or settings.name,
        icon=settings.icon,
        description=settings.description,
        state=state,
        error=error,
        outdated=outdated,
        runtime=settings.runtime.type,
        can_stop_sandbox=bool(settings.runtime.lifecycle.stop),
        can_remove_sandbox=bool(settings.runtime.lifecycle.remove),
    )
