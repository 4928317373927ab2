"""Which workspace an agent has."""

from sidekicks_tui.core.workspaces.local import LocalWorkspace
from sidekicks_tui.model.errors import StartError, WorkspaceError
from sidekicks_tui.model.settings import AgentSettings
from sidekicks_tui.runtimes import runtime_for


def workspace_of(settings: AgentSettings) -> LocalWorkspace:
    """The agent's folder, reached as its runtime says. Raises `WorkspaceError` where that cannot be."""
    try:
        runtime_for(settings)
    except StartError as error:
        raise WorkspaceError(str(error)) from error
    return LocalWorkspace(settings.workspace)
