"""From a file in a folder to what a message says of it."""

from sidekicks_tui.core.channels.joined import can_be_joined
from sidekicks_tui.core.engine import Engine


async def mention(engine: Engine, agent: str, path: str, owner: str) -> str:
    """What joins the file of `agent` to a message that looks for files in the folder of `owner`.

    Where that is another's, or the path cannot stand in a message, the file is copied there. Raises
    `WorkspaceError`.
    """
    if agent != owner or not can_be_joined(path):
        settings = engine.config.settings.agent(agent)
        assert settings is not None  # its folder is in sight
        path = await engine.workspaces.attach(owner or agent, str(settings.workspace / path))
    return f"${path}"
