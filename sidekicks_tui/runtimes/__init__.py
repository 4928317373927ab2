"""How an agent's process and folder are reached."""

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import StartError
from sidekicks_tui.model.settings import AgentSettings, RuntimeType
from sidekicks_tui.runtimes.base import Location, Runtime
from sidekicks_tui.runtimes.local import LocalRuntime

__all__ = ["LocalRuntime", "Location", "Runtime", "runtime_for"]


def runtime_for(settings: AgentSettings) -> Runtime:
    """The runtime that the agent declares. Raises `StartError` where it cannot be had here.

    A sandboxed agent is never started on this machine in its sandbox's place.
    """
    if settings.runtime.type is RuntimeType.LOCAL:
        return LocalRuntime()
    raise StartError(
        _(
            "{name} declares the runtime {type}, which is not supported yet in this version: "
            "only `runtime: {{type: local}}` is"
        ).format(name=settings.name, type=settings.runtime.type.value)
    )
