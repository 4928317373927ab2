"""The hooks that a vendor's own file declares, as declarations. A malformed item is refused alone.

| Vendor | File |
| --- | --- |
| claude | `settings.json`, `settings.local.json`, a plugin's `hooks/hooks.json` |
| codex | `hooks.json`, `config.toml`, a plugin's `hooks/hooks.json` |
| workbuddy | `settings.json`, `settings.local.json`, a plugin's `hooks/hooks.json` |
| opencode | `opencode.json`, `opencode.jsonc`: `permission`, `experimental.hook` |
| copilot | `.github/hooks/*.json`, `settings.json` with `hooks` |
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.jsonc import plain_json
from sidekicks_tui.model.limits import CONFIG_SIZE

_PLUGIN_FILE: Final = ("hooks", "hooks.json")


class Declared(NamedTuple):
    """One hook of a file; `where` says which one, for the person."""

    where: str
    event: str
    matcher: object
    handler: object
    root: str = ""
    glob: str = ""
    """For a hook of edited files."""


class Refused(NamedTuple):
    where: str
    reason: str


class VendorFile(NamedTuple):
    hooks: tuple[Declared, ...] = ()
    permission: Mapping[str, object] | str | None = None
    """OpenCode's table."""
    refused: tuple[Refused, ...] = ()
    disabled: bool = False
    """The file turns its hooks off."""


def read_vendor_file(vendor: str, path: Path) -> VendorFile:
    """Blocks. Raises `HookError` when the file cannot be read, or nothing in it is to be understood."""
    data = _load(path)
    if vendor == "opencode":
        return _opencode(data)
    if data.get("disableAllHooks") is True:
        return VendorFile(disabled=True)
    plugin = path.parts[-2:] == _PLUGIN_FILE and not path.parents[1].name.startswith(".")
    root = str(path.parents[1]) if plugin else ""
    hooks = data.get("hooks", {})
    if not isinstance(hooks, Mapping):
        raise HookError(HookCode.INVALID_DECLARATION, f'{path}: "hooks" is no mapping of events')
    found = [each for event, groups in hooks.items() for each in _event(vendor, str(event), groups, root)]
    return VendorFile(
        hooks=tuple(each for each in found if isinstance(each, Declared)),
        refused=tuple(each for each in found if isinstance(each, Refused)),
    )


def _load(path: Path) -> Mapping[str, object]:
    try:
        with path.open("rb") as file:
            content = file.read(CONFIG_SIZE + 1)
        if len(content) > CONFIG_SIZE:
            raise HookError(HookCode.INVALID_DECLARATION, f"{path} is larger than {CONFIG_SIZE} bytes")
        text = content.decode("utf-8-sig")
        if path.suffix == ".toml":
            return tomllib.loads(text)
        data = json.loads(plain_json(text) if path.suffix == ".jsonc" else text)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise HookError(HookCode.SOURCE_MISSING, f"{path} cannot be read: {reason}") from error
    except (ValueError, RecursionError) as error:
        raise HookError(HookCode.INVALID_DECLARATION, f"{path} cannot be understood: {error}") from error
    if not isinstance(data, dict):
        raise HookError(HookCode.INVALID_DECLARATION, f"{path} holds no mapping")
    return data


def _event(vendor: str, event: str, groups: object, root: str) -> Iterator[Declared | Refused]:
    """Groups with a matcher and hooks; Copilot also lists the hooks themselves."""
    if not isinstance(groups, list):
        yield Refused(event, "an event has a list")
        return
    for number, group in enumerate(groups, 1):
        where = f"{event} {number}"
        if not isinstance(group, Mapping):
            yield Refused(where, "an item of an event is a mapping")
        elif isinstance(inner := group.get("hooks"), list):
            matcher = group.get("matcher")
            for place, handler in enumerate(inner, 1):
                yield Declared(f"{where}.{place}", event, matcher, handler, root)
        elif vendor == "copilot" and "hooks" not in group:
            handler = {key: value for key, value in group.items() if key != "matcher"}
            yield Declared(where, event, group.get("matcher"), handler, root)
        else:
            yield Refused(where, 'a group has a list of "hooks"')


def _opencode(data: Mapping[str, object]) -> VendorFile:
    permission = data.get("permission")
    experimental = data.get("experimental")
    hooks = experimental.get("hook") if isinstance(experimental, Mapping) else None
    found: list[Declared | Refused] = []
    if isinstance(hooks, Mapping):
        edited = hooks.get("file_edited", {})
        for glob, handlers in edited.items() if isinstance(edited, Mapping) else ():
            found += _commands("file.edited", handlers, f"file_edited {glob}", str(glob))
        found += _commands("session.idle", hooks.get("session_completed", []), "session_completed")
    refused = [each for each in found if isinstance(each, Refused)]
    if permission is not None and not isinstance(permission, Mapping | str):
        refused.append(Refused("permission", "the table is no mapping"))
        permission = None
    return VendorFile(
        hooks=tuple(each for each in found if isinstance(each, Declared)),
        permission=permission,
        refused=tuple(refused),
    )


def _commands(event: str, handlers: object, where: str, glob: str = "") -> list[Declared | Refused]:
    if not isinstance(handlers, list):
        return [Refused(where, "it has no list of commands")]
    found: list[Declared | Refused] = []
    for number, each in enumerate(handlers, 1):
        words = each.get("command") if isinstance(each, Mapping) else None
        if not (isinstance(words, list) and words and all(isinstance(word, str) for word in words)):
            found.append(Refused(f"{where} {number}", "a command is a list of words"))
            continue
        handler = {"command": words[0], "args": words[1:], "env": each.get("environment")}
        found.append(Declared(f"{where} {number}", event, None, handler, glob=glob))
    return found
