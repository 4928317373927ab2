"""An agent's own configuration file, as Docker Agent (earlier cagent) has it."""

import re
import shlex
from pathlib import Path
from typing import Final

from sidekicks_tui.config.foreign import read_foreign
from sidekicks_tui.locale import N_, _
from sidekicks_tui.model import limits
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.errors import ConfigError

_WHAT: Final = N_("a Docker Agent file")
_FIRST: Final = "root"
"""The agent that is spoken to; the others work for it."""


class AgentFile(Value, frozen=True, kw_only=True):
    name: str
    """One that an agent of the configuration may have."""
    description: str
    command: str
    """One line: serves the agent over ACP."""


def read_agent_config(path: Path) -> AgentFile:
    """What the file at `path` (absolute) declares. Blocks; raises `ConfigError` when it is none."""
    agents = read_foreign(path, _WHAT).get("agents")
    if not isinstance(agents, dict) or not agents:
        raise ConfigError(_("{path} declares no agents: it is not {what}").format(path=path, what=_(_WHAT)))
    key = _FIRST if _FIRST in agents else next(iter(agents))
    agent = agents[key] if isinstance(agents[key], dict) else {}
    named = key if key != _FIRST else path.stem
    return AgentFile(
        name=_fitting(named),
        description=" ".join(str(agent.get("description") or "").split()),
        command=shlex.join(["docker", "agent", "serve", "acp", str(path)]),
    )


def _fitting(name: str) -> str:
    fitting = re.sub(r"[^a-z0-9_-]+", "-", str(name).lower()).strip("-_")[: limits.AGENT_NAME_LENGTH]
    return fitting or "agent"
