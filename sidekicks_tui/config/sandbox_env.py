"""The environment file of a Docker sandbox (`sbxenv.yaml`), for who wants to run an agent in it."""

import shlex
from pathlib import Path
from typing import Final

from sidekicks_tui.config.foreign import read_foreign
from sidekicks_tui.locale import N_, _
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.errors import ConfigError

_WHAT: Final = N_("an sbx environment file")
_VERSION: Final = "1"


class SandboxEnv(Value, frozen=True, kw_only=True):
    name: str
    """The sandbox's."""
    workspace: Path
    """Absolute, on this machine."""
    sandbox_folder: str
    """The same folder inside: sbx mounts it at its own path."""
    create_command: str
    """One line, as are the others. It may run commands on this machine that the file names."""
    stop_command: str
    remove_command: str


def read_sandbox_env(path: Path) -> SandboxEnv:
    """What the file at `path` (absolute) declares. Blocks; raises `ConfigError` when it is none."""
    content = read_foreign(path, _WHAT)
    agent = content.get("agent")
    if content.get("schemaVersion") != _VERSION or not isinstance(agent, str):
        raise ConfigError(
            _('{path} is not {what}: it needs schemaVersion "{version}" and an agent').format(
                path=path, what=_(_WHAT), version=_VERSION
            )
        )
    declared = content.get("workspace")
    if isinstance(declared, dict):
        declared = declared.get("path")
    workspace = (path.parent / Path(str(declared or ".")).expanduser()).resolve()
    name = str(content.get("name") or f"{agent}-{workspace.name}")
    return SandboxEnv(
        name=name,
        workspace=workspace,
        sandbox_folder=str(workspace),
        create_command=shlex.join(["sbx", "env", "create", "--auto-approve", str(path)]),
        stop_command=shlex.join(["sbx", "stop", name]),
        remove_command=shlex.join(["sbx", "env", "rm", "--force", str(path)]),
    )
