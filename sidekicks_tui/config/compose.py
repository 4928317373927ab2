"""A Docker Compose file, for who wants to run an agent in one of its services.

Read without Docker: names, and where they come from, are all that is wanted. `include` is followed, and a
service that `extends` another takes its container's name.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sidekicks_tui.config.foreign import read_foreign
from sidekicks_tui.locale import N_, _
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.errors import ConfigError

_WHAT: Final = N_("a Compose file")
_DEPTH: Final = 8
"""Files that may include one another."""
_VARIABLE: Final = re.compile(
    r"\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:(:?[-+?])((?:[^{}]|\{[^{}]*\})*))?\})"
)


class ComposeService(Value, frozen=True, kw_only=True):
    name: str
    container: str
    """The name of its first container."""
    create_command: str
    """One line, as are the others."""
    stop_command: str
    remove_command: str


class Compose(Value, frozen=True, kw_only=True):
    folder: Path
    services: tuple[ComposeService, ...]


def read_compose(path: Path, env: Mapping[str, str] | None = None) -> Compose:
    """The services of the file at `path` (absolute), in its order. Blocks.

    `env` is this process's environment otherwise. Raises `ConfigError` when there are none.
    """
    content = read_foreign(path, _WHAT)
    folder = path.parent
    variables = {**_dotenv(folder / ".env"), **(os.environ if env is None else env)}
    project = _project(content, folder, variables)
    services = dict(_services(path, content, _DEPTH))
    if not services:
        raise ConfigError(_("{path} declares no services: it is not {what}").format(path=path, what=_(_WHAT)))
    return Compose(
        folder=folder,
        services=tuple(
            _service(name, container, path, project, variables) for name, container in services.items()
        ),
    )


def _service(
    name: str, container: str, path: Path, project: str, variables: Mapping[str, str]
) -> ComposeService:
    compose = ("docker", "compose", "-p", project, "-f", str(path))
    return ComposeService(
        name=name,
        container=_filled(container, variables) or f"{project}-{name}-1",
        create_command=shlex.join([*compose, "up", "-d", name]),
        stop_command=shlex.join([*compose, "stop", name]),
        remove_command=shlex.join([*compose, "rm", "-sf", name]),
    )


def _services(path: Path, content: Mapping[str, Any], depth: int) -> Iterator[tuple[str, str]]:
    """Each service and the name that it gives its container, empty when it gives none."""
    if depth:
        for included in _included(path.parent, content.get("include")):
            yield from _services(included, read_foreign(included, _WHAT), depth - 1)
    for name in _mapping(content.get("services")):
        yield name, _container(path, content, name, _DEPTH)


def _container(path: Path, content: Mapping[str, Any], name: str, depth: int) -> str:
    service = _mapping(_mapping(content.get("services")).get(name))
    if own := service.get("container_name"):
        return str(own)
    extends = service.get("extends")
    base = _mapping(extends).get("service", extends)
    if not isinstance(base, str) or not depth:
        return ""
    if isinstance(file := _mapping(extends).get("file"), str):
        path = path.parent / file
        content = read_foreign(path, _WHAT)
    return _container(path, content, base, depth - 1)


def _included(folder: Path, include: object) -> Iterator[Path]:
    for entry in include if isinstance(include, list) else ():
        paths = entry.get("path") if isinstance(entry, dict) else entry
        for path in paths if isinstance(paths, list) else [paths]:
            if isinstance(path, str):
                yield folder / path


def _project(content: Mapping[str, Any], folder: Path, variables: Mapping[str, str]) -> str:
    """As Compose finds the project's name: from the variable, the file, the folder."""
    named = variables.get("COMPOSE_PROJECT_NAME") or _filled(str(content.get("name") or ""), variables)
    return re.sub(r"^[_-]+", "", re.sub(r"[^a-z0-9_-]", "", (named or folder.name).lower()))


def _dotenv(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    pairs = (
        line.removeprefix("export ").partition("=") for line in lines if not line.lstrip().startswith("#")
    )
    return {name.strip(): value.strip().strip("\"'") for name, equals, value in pairs if equals}


def _filled(text: str, variables: Mapping[str, str]) -> str:
    """`text` with its variables, as `${NAME:-otherwise}` has them."""

    def value(found: re.Match[str]) -> str:
        dollar, plain, name, operator, other = found.groups()
        if dollar:
            return "$"
        held = variables.get(plain or name)
        missing = not held if operator and operator[0] == ":" else held is None
        if operator and operator[-1] == "+":
            return "" if missing else _filled(other, variables)
        if missing and operator and operator[-1] == "-":
            return _filled(other, variables)
        return held or ""

    return _VARIABLE.sub(value, text)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
