"""Whether an agent starts and speaks: its command and the handshake, as the engine does them."""

import asyncio
import os
from typing import Final

from sidekicks_tui.acp.connection import AgentConnection, load_sdk
from sidekicks_tui.cli.doctor.findings import Finding, Grade
from sidekicks_tui.cli.doctor.secrets import without_secrets
from sidekicks_tui.config.commands import is_found
from sidekicks_tui.core.agents.handshake import SignsOfLife
from sidekicks_tui.core.agents.launch import launch
from sidekicks_tui.core.agents.processes import Processes
from sidekicks_tui.core.agents.running import RunningAgent
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.client.client import AgentClient
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.locale import _
from sidekicks_tui.model.elicitation import ElicitationAction, ElicitationAnswer, Question
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.settings import AgentSettings
from sidekicks_tui.runtimes import Runtime, runtime_for

LIMIT: Final = 60.0
"""A start that takes longer is not waited for; the engine gives one that prints something more time."""
_GRACE: Final = 1.0
"""An agent that was only asked who it is has nothing to tidy up."""


async def look_at_agent(settings: AgentSettings, processes: Processes, limit: float = LIMIT) -> Finding:
    """Start the agent, shake hands, and end it."""
    try:
        runtime = runtime_for(settings)
    except SidekicksError as error:
        return _failed(settings, str(error), advice="")
    await load_sdk()  # it takes a second, which is not the agent's
    loop = asyncio.get_running_loop()
    begin = loop.time()
    try:
        async with asyncio.timeout(limit):
            running = await _start(settings, runtime, processes)
    except SidekicksError as error:
        return _failed(settings, str(error), _by_hand(settings))
    except TimeoutError:
        told = _("it did not start within {seconds:.0f} s").format(seconds=limit)
        return _failed(settings, told, _by_hand(settings))
    seconds = loop.time() - begin
    await running.process.stop(_GRACE, _GRACE)
    await running.close()
    who = " ".join(filter(None, (running.info.title or running.info.name, running.info.version)))
    told = _("{who}, answered in {seconds:.1f} s").format(who=who or settings.command[0], seconds=seconds)
    if problem := runtime.info(settings).problem:
        return Finding(about="agents", name=settings.name, grade=Grade.NOTE, told=told, advice=problem)
    return Finding(about="agents", name=settings.name, told=told)


async def _start(settings: AgentSettings, runtime: Runtime, processes: Processes) -> RunningAgent:
    signs = SignsOfLife()
    client = AgentClient(
        settings,
        runtime=runtime,
        spawn=processes.run,
        supervisor=Supervisor(Bus()),
        noise=signs.heard,
        elicit=_decline,
        completed=lambda _address: None,
    )

    return await launch(settings, 0, client, signs, signs.heard, processes.launch, AgentConnection)


async def _decline(_question: Question) -> ElicitationAnswer:
    return ElicitationAnswer(action=ElicitationAction.DECLINE)


def _failed(settings: AgentSettings, words: str, advice: str) -> Finding:
    """The reason, and the last that the agent printed."""
    reason, *lines = without_secrets(words, settings.env).splitlines()
    told = _("{reason}; its last words: {line}").format(reason=reason, line=lines[-1]) if lines else reason
    return Finding(about="agents", name=settings.name, grade=Grade.FAILED, told=told, advice=advice)


def _by_hand(settings: AgentSettings) -> str:
    """What to do about an agent whose program is there."""
    if not is_found(settings.command, settings.workspace, os.environ.get("PATH")):
        return ""
    return _("run its command in {folder} and see what it says").format(folder=settings.workspace)
