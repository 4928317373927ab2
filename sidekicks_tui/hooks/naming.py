"""Each vendor's name and input for a tool call, and its changes of the input read back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from sidekicks_tui.hooks.tools import Act, ToolFacts, absolute


class Tool(NamedTuple):
    names: tuple[str, ...]
    """How the vendor may call it; the first is the one that a hook is told."""
    input: dict[str, object]


_CLAUDE: Final[Mapping[Act, tuple[str, ...]]] = {
    Act.SHELL: ("Bash",),
    Act.READ: ("Read",),
    Act.WRITE: ("Write",),
    Act.EDIT: ("Edit",),
    Act.SEARCH: ("Grep",),
    Act.FIND: ("Glob",),
    Act.FETCH: ("WebFetch",),
    Act.WEB_SEARCH: ("WebSearch",),
    Act.TASK: ("Agent", "Task"),
}
_WORKBUDDY: Final[Mapping[Act, tuple[str, ...]]] = {
    **_CLAUDE,
    Act.SHELL: ("Bash", "execute_command"),
    Act.READ: ("Read", "read_file"),
    Act.WRITE: ("Write", "write_to_file"),
    Act.EDIT: ("Edit", "replace_in_file"),
    Act.SEARCH: ("Grep", "search_content"),
    Act.FIND: ("Glob", "list_dir"),
}
_COPILOT: Final[Mapping[Act, tuple[str, ...]]] = {
    Act.SHELL: ("bash",),
    Act.READ: ("view",),
    Act.WRITE: ("create",),
    Act.EDIT: ("edit",),
    Act.SEARCH: ("grep",),
    Act.FIND: ("glob",),
    Act.FETCH: ("web_fetch",),
    Act.TASK: ("task",),
}
_OPENCODE: Final[Mapping[Act, tuple[str, ...]]] = {
    Act.SHELL: ("bash",),
    Act.READ: ("read",),
    Act.WRITE: ("write",),
    Act.EDIT: ("edit",),
    Act.SEARCH: ("grep",),
    Act.FIND: ("glob",),
    Act.FETCH: ("webfetch",),
    Act.TASK: ("task",),
}


class _Keys(NamedTuple):
    """What a vendor calls the fields of a file tool."""

    path: str
    content: str
    old: str
    new: str


_CLAUDE_KEYS: Final = _Keys("file_path", "content", "old_string", "new_string")
_COPILOT_KEYS: Final = _Keys("path", "file_text", "old_str", "new_str")
_OPENCODE_KEYS: Final = _Keys("filePath", "content", "oldString", "newString")


def claude_tool(facts: ToolFacts) -> Tool:
    return _tool(facts, _CLAUDE, _CLAUDE_KEYS)


def workbuddy_tool(facts: ToolFacts) -> Tool:
    return _tool(facts, _WORKBUDDY, _CLAUDE_KEYS)


def copilot_tool(facts: ToolFacts) -> Tool:
    return _tool(facts, _COPILOT, _COPILOT_KEYS)


def opencode_tool(facts: ToolFacts) -> Tool:
    return _tool(facts, _OPENCODE, _OPENCODE_KEYS)


def codex_tool(facts: ToolFacts) -> Tool | None:
    """None for what Codex does not hook: reading, searching and the web."""
    if facts.mcp:
        return Tool((facts.name,), dict(facts.raw))
    if facts.act is Act.SHELL:
        return Tool(("Bash",), {"command": facts.command})
    if facts.act in (Act.WRITE, Act.EDIT):
        return Tool(("apply_patch", "Edit", "Write"), {"command": _patch(facts)})
    if facts.act is Act.TASK:
        return Tool(("spawn_agent", "Agent"), dict(facts.raw))
    return None


def changed(facts: ToolFacts, tool: Tool, changes: Mapping[str, object], *, partial: bool) -> ToolFacts:
    """The call with the input that a hook gave it; what it left out of a whole input stays as it is,

    because no vendor's tool can be run without it. Fields that nothing here can carry out are ignored.
    """
    given = {**tool.input, **changes} if partial else dict(changes)

    def text(*keys: str) -> str | None:
        return next((value for key in keys if isinstance(value := given.get(key), str)), None)

    if facts.act is Act.SHELL:
        return replace(facts, command=text("command") or facts.command)
    if facts.act not in (Act.WRITE, Act.EDIT) or "command" in tool.input:
        return facts
    path = text("file_path", "path", "filePath")
    new = (
        text("content", "file_text") if facts.act is Act.WRITE else text("new_string", "new_str", "newString")
    )
    moved = absolute(path, _folder(facts)) if path else facts.path
    return replace(facts, path=moved, new=facts.new if new is None else new)


def _folder(facts: ToolFacts) -> Path:
    return Path(facts.path).parent


def _tool(facts: ToolFacts, table: Mapping[Act, tuple[str, ...]], keys: _Keys) -> Tool:
    names = table.get(facts.act, ())
    known = {name for each in table.values() for name in each}
    if facts.mcp or not names:
        names = (facts.name or facts.title or "tool",)
    elif facts.name in known and facts.name not in names:
        names = (facts.name, *names)
    return Tool(names, _input(facts, names[0], keys))


def _input(facts: ToolFacts, name: str, keys: _Keys) -> dict[str, object]:
    raw = dict(facts.raw)
    if facts.mcp or (raw and facts.name == name):
        # The agent speaks this vendor's language already; paths are absolute before hooks run.
        return {**raw, keys.path: facts.path} if keys.path in raw and not facts.mcp else raw
    match facts.act:
        case Act.SHELL:
            told: dict[str, object] = {"command": facts.command}
            return {**told, "description": facts.title} if facts.title not in ("", facts.command) else told
        case Act.READ:
            return {keys.path: facts.path, **_only(raw, ("offset", "limit"))}
        case Act.WRITE:
            return {keys.path: facts.path, keys.content: facts.new}
        case Act.EDIT:
            return {keys.path: facts.path, keys.old: facts.old, keys.new: facts.new}
        case _:
            return raw or ({"path": facts.path} if facts.path else {})


def _only(raw: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
    return {name: raw[name] for name in names if name in raw}


def _patch(facts: ToolFacts) -> str:
    removed = [f"-{line}" for line in facts.old.splitlines()]
    added = [f"+{line}" for line in facts.new.splitlines()]
    if facts.act is Act.WRITE:
        head, body = f"*** Add File: {facts.path}", added
    else:
        head, body = f"*** Update File: {facts.path}", ["@@", *removed, *added]
    return "\n".join(["*** Begin Patch", head, *body, "*** End Patch", ""])
