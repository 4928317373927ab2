"""Warnings: what is allowed and will probably not do what was meant."""

import os
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from sidekicks_tui.config.commands import is_found, is_guide
from sidekicks_tui.config.nodes import Mapping, Node, Scalar, Sequence
from sidekicks_tui.config.quoting import quoted
from sidekicks_tui.config.reading import Reading
from sidekicks_tui.locale import _
from sidekicks_tui.model.settings import AgentSettings, RuntimeType

_READ_ONLY_MODES: Final = ("ask", "plan", "read-only")
_HERE: Final = (RuntimeType.LOCAL, RuntimeType.SBX)
"""Runtimes whose workspace is a folder of this machine."""


def advise(root: Mapping, reading: Reading) -> None:
    """Warn of everything questionable in a file whose values were read."""
    agents = [(node, made) for node, made in reading.made if isinstance(made, AgentSettings)]
    for node, agent in agents:
        _command(node, agent, reading)
        _workspace(node, agent, reading)
        _mention(node, agent, reading)
        _model(node, agent, reading)
    _shared_workspaces(agents, reading)
    _references(root, reading)


def _command(node: Mapping, agent: AgentSettings, reading: Reading) -> None:
    path = agent.env.get("PATH", reading.env.get("PATH"))
    if agent.runtime.type is RuntimeType.LOCAL and not is_found(agent.command, agent.workspace, path):
        program = quoted(agent.command[0])
        where = _at(node, "command")
        first = where.items[0] if isinstance(where, Sequence) else where
        reading.warn(
            first,
            _("the program {program} is not on PATH: install it, or write its whole path").format(
                program=program
            ),
        )


def _workspace(node: Mapping, agent: AgentSettings, reading: Reading) -> None:
    # os.path answers where Path raises: no rights, a name that is too long.
    if agent.runtime.type in _HERE and not os.path.isdir(agent.workspace):  # noqa: PTH112
        missing = _("is a file") if os.path.exists(agent.workspace) else _("does not exist")  # noqa: PTH110
        where = _at(node, "workspace")
        reading.warn(
            where,
            _("the workspace {workspace} {missing}: make the folder").format(
                workspace=quoted(str(agent.workspace)), missing=missing
            ),
        )


def _mention(node: Mapping, agent: AgentSettings, reading: Reading) -> None:
    if not agent.name.strip("-_"):
        where = _at(node, "name")
        reading.warn(
            where,
            _("a mention could not carry the name {name}: use letters or digits").format(
                name=quoted(agent.name)
            ),
        )


def _model(node: Mapping, agent: AgentSettings, reading: Reading) -> None:
    if agent.model.base_url and not is_guide(agent.command):
        where = _at(node, "model")
        reading.warn(
            where, _('"model" is for the built-in agent (sidekicks guide): this one does not read it')
        )


def _shared_workspaces(agents: list[tuple[Mapping, AgentSettings]], reading: Reading) -> None:
    """Two agents that write to one folder spoil each other's work."""
    first: dict[tuple[str, ...], AgentSettings] = {}
    for node, agent in agents:
        if agent.mode in _READ_ONLY_MODES:
            continue
        runtime = agent.runtime
        inside = (runtime.host, runtime.name, runtime.pod, runtime.selector, runtime.workspace_path)
        place = inside if runtime.workspace_path else (runtime.host,)
        other = first.setdefault((_real(agent.workspace), *place), agent)
        if other is not agent:
            where = _at(node, "workspace")
            reading.warn(
                where,
                _('"{name}" works in the same folder as "{other}", and both may write').format(
                    name=agent.name, other=other.name
                ),
            )


def _real(path: Path) -> str:
    try:
        return os.path.realpath(path)
    except OSError:
        return str(path)


def _references(root: Mapping, reading: Reading) -> None:
    names = [agent.text("name") for agent in _mappings(root, "agents")]
    for channel in _mappings(root, "channels"):
        _known(channel, "members", names, reading)
    for key in ("hooks", "rules"):
        for declaration in _mappings(root, key):
            _known(declaration, "agents", names, reading)


def _known(node: Mapping, key: str, names: list[str], reading: Reading) -> None:
    listed = node.get(key)
    for item in listed.items if isinstance(listed, Sequence) else ():
        if isinstance(item, Scalar) and item.text and item.text not in names:
            near = get_close_matches(item.text.lower(), names, 1)
            help = _("declare it under agents")
            if near:
                help = _("did you mean {name}?").format(name=quoted(near[0]))
            reading.warn(
                item, _("there is no agent {name}: {help}").format(name=quoted(item.text), help=help)
            )


def _mappings(root: Mapping, key: str) -> Iterator[Mapping]:
    listed = root.get(key)
    if isinstance(listed, Sequence):
        yield from (item for item in listed.items if isinstance(item, Mapping))


def _at(node: Mapping, key: str) -> Node:
    """The value at `key`; the whole of `node` when the key is not there and a default holds."""
    return node.get(key) or node
