"""Tool calls in no vendor's words, recognised from what an agent shows, and in each vendor's.

ACP has no tool names that hold, and agents give their calls kinds that mislead (a shell's `cat` as `read`, an
edit as `execute`). So the evidence is looked at in this order: the name that the agent tells beside the call,
a command in its input, a path with a text, its kind, its title.
"""

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from sidekicks_tui.model.messages import Diff, ToolKind


class Act(StrEnum):
    SHELL = "shell"
    READ = "read"
    WRITE = "write"
    EDIT = "edit"
    SEARCH = "search"
    FIND = "find"
    FETCH = "fetch"
    WEB_SEARCH = "web-search"
    TASK = "task"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFacts:
    """A tool call. Paths are absolute, and seen from where the hooks run."""

    id: str
    act: Act
    name: str = ""
    """What the agent calls the tool; empty when it does not tell."""
    title: str = ""
    command: str = ""
    path: str = ""
    old: str = ""
    new: str = ""
    raw: Mapping[str, object] = field(default_factory=dict)
    """The input as the agent shows it."""

    @property
    def mcp(self) -> bool:
        return self.name.startswith("mcp__")


_NAMES: Final[Mapping[str, Act]] = {
    name: act
    for act, names in {
        Act.SHELL: ("bash", "shell", "execute_command", "run_shell_command", "local_shell", "exec_command"),
        Act.READ: ("read", "read_file", "readfile", "view", "strreadfile"),
        Act.WRITE: ("write", "write_file", "write_to_file", "writefile", "create"),
        Act.EDIT: (
            "edit", "multiedit", "replace_in_file", "apply_patch", "strreplacefile", "search_replace",
            "edit_file", "notebookedit",
        ),
        Act.SEARCH: ("grep", "search_content", "search_file_content"),
        Act.FIND: ("glob", "list_dir", "ls"),
        Act.FETCH: ("webfetch", "web_fetch", "fetchurl", "fetch"),
        Act.WEB_SEARCH: ("websearch", "web_search", "searchweb"),
        Act.TASK: ("task", "agent", "spawn_agent"),
    }.items()
    for name in names
}  # fmt: skip
_KINDS: Final[Mapping[ToolKind, Act]] = {
    ToolKind.READ: Act.READ,
    ToolKind.EDIT: Act.EDIT,
    ToolKind.DELETE: Act.EDIT,
    ToolKind.MOVE: Act.EDIT,
    ToolKind.SEARCH: Act.SEARCH,
    ToolKind.EXECUTE: Act.SHELL,
    ToolKind.FETCH: Act.FETCH,
}
_PATH_KEYS: Final = ("file_path", "path", "abs_path", "filePath", "absolute_path", "filename")
_OLD_KEYS: Final = ("old_string", "old_text", "oldText", "old_str", "old")
_NEW_KEYS: Final = ("content", "new_string", "new_text", "newText", "new_str", "new", "file_text")


def recognise(
    identifier: str,
    *,
    cwd: Path,
    name: str = "",
    title: str = "",
    kind: ToolKind | None = None,
    raw: str = "",
    diffs: Sequence[Diff] = (),
    paths: Sequence[str] = (),
) -> ToolFacts:
    """The call that an agent announced; `raw` is its input as JSON."""
    shown = _object(raw)
    command = _command(shown)
    old = diffs[0].old_text if diffs else _first(shown, _OLD_KEYS)
    new = diffs[0].new_text if diffs else _first(shown, _NEW_KEYS)
    path = _first(shown, _PATH_KEYS) or next((diff.path for diff in diffs), next(iter(paths), ""))
    if not name and (word := title.partition(":")[0].strip()).lower() in _NAMES and ":" in title:
        name = word
        command = command or (title.partition(":")[2].strip() if _NAMES[word.lower()] is Act.SHELL else "")
    act = _NAMES.get(name.lower())
    if act is None and not name.startswith("mcp__"):
        if command:
            act = Act.SHELL
        elif path and (diffs or new):
            act = Act.EDIT if old else Act.WRITE
        else:
            act = _KINDS.get(kind) if kind is not None else None
    if act is Act.SHELL and not command:
        command = title
    return ToolFacts(
        id=identifier,
        act=act or Act.OTHER,
        name=name,
        title=title,
        command=command,
        path=absolute(path, cwd),
        old=old,
        new=new,
        raw=shown,
    )


def absolute(path: str, cwd: Path) -> str:
    return os.path.join(cwd, path) if path else ""  # noqa: PTH118  Path would drop a final slash


def joined(command: str, args: Sequence[str]) -> str:
    """A command and its arguments as one line; some agents put all of it into the command."""
    if len(args) == 2 and args[0] == "-c" and os.path.basename(command) in ("sh", "bash", "zsh"):  # noqa: PTH119
        return args[1]
    return f"{shlex.quote(command)} {shlex.join(args)}" if args else command


def _object(raw: str) -> dict[str, object]:
    try:
        value = json.loads(raw) if raw.startswith("{") else None
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _command(shown: Mapping[str, object]) -> str:
    command = shown.get("command", shown.get("cmd"))
    if isinstance(command, str):
        return command
    if isinstance(command, list):
        words = [str(word) for word in command]
        return joined(words[0], words[1:]) if words else ""
    return ""


def _first(shown: Mapping[str, object], keys: Sequence[str]) -> str:
    return next((value for key in keys if isinstance(value := shown.get(key), str) and value), "")
