"""Opening a session at the agent: a new one, or a stored one again."""

import asyncio
from collections.abc import Callable
from typing import Final

from sidekicks_tui.core.agents.running import RunningAgent
from sidekicks_tui.core.channels.session import Session
from sidekicks_tui.model.errors import AgentRefused, AuthRequired
from sidekicks_tui.model.sessions import SessionInfo
from sidekicks_tui.runtimes import runtime_for

_REPLAY_QUIET: Final = 0.2
"""Seconds without a message after which the replay of a loaded session is over."""
_REPLAY_LIMIT: Final = 10.0


async def new(running: RunningAgent) -> SessionInfo:
    """A new session. Raises `AgentError`."""
    return await running.connection.new_session(*place(running), running.settings.mcp_servers)


async def restored(running: RunningAgent, session: Session, identifier: str) -> SessionInfo:
    """The stored session, open again; its replay is over. Raises `AgentError`."""
    connection, servers = running.connection, running.settings.mcp_servers
    info: SessionInfo | None = None
    if running.info.resume_session:
        try:
            info = await connection.resume_session(identifier, *place(running), servers)
        except AuthRequired:
            raise
        except AgentRefused:
            if not running.info.load_session:
                raise
    if info is None:
        info = await connection.load_session(identifier, *place(running), servers)
        await _quiet(lambda: session.replayed)
    elif session.replayed:  # which it should not have done
        await _quiet(lambda: session.replayed)
    session.replaying = False
    return info


def place(running: RunningAgent) -> tuple[str, list[str]]:
    """The agent's folder and its additional ones, as it sees them."""
    settings = running.settings
    to_agent = runtime_for(settings).to_agent
    return to_agent(settings.workspace), [to_agent(path) for path in settings.additional_directories]


async def _quiet(heard: Callable[[], int]) -> None:
    """Wait until nothing more is heard: some agents answer before their replay is over."""
    loop = asyncio.get_running_loop()
    give_up = loop.time() + _REPLAY_LIMIT
    before = -1
    while heard() != before and loop.time() < give_up:
        before = heard()
        await asyncio.sleep(_REPLAY_QUIET)
