"""An adapter with every seam, hooks that are one line of shell, and moments to ask about."""

from collections.abc import Mapping
from pathlib import Path

from sidekicks_tui.hooks.adapter import HookAdapter
from sidekicks_tui.hooks.matrix import Served
from sidekicks_tui.hooks.moments import Moment, Place
from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.runner import Runner
from sidekicks_tui.hooks.tools import Act, ToolFacts
from sidekicks_tui.hooks.trust import Trust
from sidekicks_tui.model.settings import AgentSettings
from sidekicks_tui.system.process import ChildProcess

EVERYWHERE: Served = {occasion: tuple(Seam) for occasion in Occasion}


def adapter(folder: Path, *agents: AgentSettings, served: Served = EVERYWHERE) -> HookAdapter:
    return HookAdapter(
        served=served,
        base_dir=folder,
        runner=Runner(ChildProcess.spawn),
        trust=Trust(folder / "trusted.json"),
        agents=agents,
    )


def place(folder: Path, agent: str = "a") -> Place:
    return Place(agent=agent, session="s-1", cwd=folder, workspace=folder, mode="plan", model="m", turn="t-1")


def shell(command: str = "rm -rf build/", **more: object) -> ToolFacts:
    values = {"id": "call-1", "act": Act.SHELL, "command": command, "title": command} | more
    return ToolFacts(**values)  # type: ignore[arg-type]  the test knows the fields


def before(folder: Path, tool: ToolFacts | None = None, seam: Seam = Seam.PERMISSION) -> Moment:
    return Moment(
        occasion=Occasion.TOOL_BEFORE,
        seam=seam,
        place=place(folder),
        tool=tool if tool is not None else shell(),
    )


def moment(
    occasion: Occasion, seam: Seam, folder: Path, fields: Mapping[str, object] | None = None
) -> Moment:
    return Moment(occasion=occasion, seam=seam, place=place(folder), fields=fields or {})
