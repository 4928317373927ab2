"""Programs that Sidekicks works with: git, container engines, sandboxes, and its own terminal's emulator."""

import asyncio
import json
from collections.abc import Iterable

from sidekicks_tui.cli.doctor.asking import ask
from sidekicks_tui.cli.doctor.findings import Finding, Grade
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import StartError
from sidekicks_tui.model.settings import AgentSettings, RuntimeType
from sidekicks_tui.terminal import new_emulator


async def look_at_programs(agents: Iterable[AgentSettings]) -> list[Finding]:
    runtimes = [agent.runtime for agent in agents]
    engines = {runtime.engine for runtime in runtimes if runtime.type is RuntimeType.CONTAINER}
    is_sbx_needed = any(runtime.type is RuntimeType.SBX for runtime in runtimes)
    others = sorted(engines - {"docker"})
    return await asyncio.gather(
        _emulator(),
        _git(),
        _engine("docker", "docker" in engines),
        *(_engine(engine, True) for engine in others),
        _sbx(is_sbx_needed),
    )


async def _emulator() -> Finding:
    try:
        await asyncio.to_thread(new_emulator, 80, 24)
    except StartError as error:
        return _finding("shells", Grade.NOTE, str(error))
    return _finding("shells", Grade.OK, _("they open inside Sidekicks"))


async def _git() -> Finding:
    answer = await ask(["git", "--version"])
    if answer.status != 0:
        told = answer.said or _("it does not answer")
        return _finding("git", Grade.NOTE, told, _("install git to see what agents changed in their folders"))
    return _finding("git", Grade.OK, answer.output.strip())


async def _engine(name: str, is_needed: bool) -> Finding:
    command = [name, "version"] if name == "kubectl" else [name, "version", "--format", "{{.Server.Version}}"]
    answer = await ask(command)
    if answer.status == 0:
        return _finding(name, Grade.OK, answer.output.strip().partition("\n")[0])
    told = answer.said or _("it does not answer")
    advice = _("install {name} and start its daemon; agents in containers do not start before").format(
        name=name
    )
    return _missing(name, is_needed, told, advice)


async def _sbx(is_needed: bool) -> Finding:
    answer = await ask(["sbx", "ls", "--json"])
    if answer.status == 0:
        return _finding("sbx", Grade.OK, _sandboxes(answer.output))
    told = answer.said or _("it does not answer")
    advice = _("install sbx and log in with it; agents in sandboxes do not start before")
    return _missing("sbx", is_needed, told, advice)


def _sandboxes(output: str) -> str:
    """How many there are; lines of its daemon may come before the JSON."""
    try:
        count = len(json.loads(output[output.index("{") :])["sandboxes"])
    except (ValueError, KeyError, TypeError):
        return _("it answers")
    return _("sandboxes: {count}").format(count=count)


def _missing(name: str, is_needed: bool, told: str, advice: str) -> Finding:
    if is_needed:
        return _finding(name, Grade.FAILED, told, advice)
    return _finding(name, Grade.ABSENT, _("no agent needs it ({told})").format(told=told))


def _finding(name: str, grade: Grade, told: str, advice: str = "") -> Finding:
    return Finding(about="programs", name=name, grade=grade, told=told, advice=advice)
