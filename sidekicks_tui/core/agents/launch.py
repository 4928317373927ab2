"""Bringing one process of an agent up, as far as the handshake. Whatever goes wrong, no process is left."""

import asyncio
import contextlib
from collections.abc import Callable

from sidekicks_tui.acp.client import Client
from sidekicks_tui.acp.connection import AgentConnection
from sidekicks_tui.core.agents.handshake import SignsOfLife, shake_hands
from sidekicks_tui.core.agents.running import Connect, Line, Process, RunningAgent, Spawn
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import AgentError, AgentGone, StartError
from sidekicks_tui.model.sessions import AgentInfo
from sidekicks_tui.model.settings import AgentSettings


async def launch(
    settings: AgentSettings,
    generation: int,
    client: Client,
    signs: SignsOfLife,
    on_stderr: Callable[[str], None],
    spawn: Spawn,
    connect: Connect,
) -> RunningAgent:
    """Start the agent and shake hands with it. Cancelled, it ends what it has started.

    Raises `StartError`: the reason, and on the lines below it the last that the agent printed.
    """
    process = await _spawned(asyncio.ensure_future(spawn(settings, on_stderr)))
    line = Line(process)
    try:
        connection = connect(line, client)
        try:
            info = await shake_hands(_introduce(connection, line), signs)
        except BaseException:
            await connection.close()
            raise
    except AgentError as error:
        await _end(process)
        raise StartError("\n".join([str(error), *signs.lines])) from error
    except BaseException:
        await _end(process)
        raise
    return RunningAgent(settings, generation, info, connection, process, line)


async def _spawned(spawning: asyncio.Future[Process]) -> Process:
    try:
        return await asyncio.shield(spawning)
    except asyncio.CancelledError:
        # What is being made cannot be unmade: wait, so that nobody quits before it has ended.
        with contextlib.suppress(StartError):
            await _end(await spawning)
        raise


async def _introduce(connection: AgentConnection, line: Line) -> AgentInfo:
    answered = asyncio.ensure_future(connection.initialize())
    ended = asyncio.ensure_future(line.end())
    try:
        await asyncio.wait([answered, ended], return_when=asyncio.FIRST_COMPLETED)
        # An answer is good whatever came after it; why a connection broke, the end of the process tells.
        if answered.done() and not isinstance(answered.exception(), AgentGone):
            return answered.result()
        raise StartError(_("{end} before it answered the ACP handshake").format(end=await ended))
    finally:
        answered.cancel()
        ended.cancel()


async def _end(process: Process) -> None:
    await process.stop()
    await process.wait()
