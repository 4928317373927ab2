"""Tool calls of agents: every shape that they come in, to a `ToolUpdate`.

What the agent leaves out stays None, so that what was told earlier is kept; so does what it sends empty:
agents end a call with `content: []` that showed a diff before.
"""

import re

from sidekicks_tui.acp.content import block_text
from sidekicks_tui.acp.fields import JsonMapping, items, mapping, number, text, whole
from sidekicks_tui.acp.updates import ToolUpdate
from sidekicks_tui.acp.wire_json import compact
from sidekicks_tui.model import limits
from sidekicks_tui.model.messages import Diff, Location, ToolKind, ToolStatus

_KINDS = {kind.value: kind for kind in ToolKind}
_STATUSES = {status.value: status for status in ToolStatus}
_OUTPUT_KEYS = (
    "aggregated_output",
    "formatted_output",
    "output",
    "stdout",
    "text",
    "content",
    "message",
    "error",
)
"""Where agents put the text of a `rawOutput` that is an object, the most complete first."""
_FENCED = re.compile(r"\s*(`{3,})[^`\n]*\n(.*?\n?)\1\s*", re.DOTALL)


def tool_update(source: JsonMapping) -> ToolUpdate:
    """The fields of a `tool_call`, a `tool_call_update` or a permission request's `toolCall`."""
    content = items(source.get("content"))
    raw_output = source.get("rawOutput")
    meta = mapping(source.get("_meta"))
    kind = source.get("kind")
    return ToolUpdate(
        id=text(source, "toolCallId"),
        name=_name(source, meta),
        title=text(source, "title") or None,
        kind=_KINDS.get(kind, ToolKind.OTHER) if isinstance(kind, str) else None,
        status=_STATUSES.get(text(source, "status")),
        input=_input(source.get("rawInput")),
        output=_content_text(content) if content else _raw_text(raw_output),
        more_output=_streamed(meta),
        locations=_locations(source.get("locations")),
        diffs=_diffs(content),
        terminal=next((text(item, "terminalId") for item in content if item.get("type") == "terminal"), None),
        exit_status=_exit_status(meta, mapping(raw_output)),
    )


def _name(source: JsonMapping, meta: JsonMapping) -> str:
    """ACP's `name` is not stable yet; some agents tell it beside the call."""
    own = text(mapping(meta.get("claudeCode")), "toolName")
    return own or text(meta, "tool_name") or text(source, "name")


def _input(raw: object) -> str | None:
    if raw is None or raw in ("", {}, []):
        return None
    words = raw if isinstance(raw, str) and raw.startswith(("{", "[")) else compact(raw)
    return words[: limits.TOOL_OUTPUT_SIZE] or None


def _content_text(content: list[JsonMapping]) -> str | None:
    texts: list[str] = []
    for item in content:
        kind = text(item, "type")
        if kind in ("diff", "terminal"):
            continue
        words = block_text(item.get("content") if kind == "content" else item)
        texts.append(f"[{kind}]" if words is None else words)
    if not texts:
        return None
    texts = [_unfenced(words) for words in texts]
    return "".join(words if words.endswith("\n") else f"{words}\n" for words in texts[:-1]) + texts[-1]


def _unfenced(words: str) -> str:
    """Output is plain text; many agents write it as Markdown, as one fence around all of it."""
    if "```" not in words[:200]:
        return words
    fenced = _FENCED.fullmatch(words)
    if fenced is None or f"\n{fenced[1]}" in f"\n{fenced[2]}":  # no fence, or several
        return words
    return fenced[2]


def _raw_text(raw: object) -> str | None:
    if raw is None or raw in ("", {}, []):
        return None
    if isinstance(raw, str):
        return raw
    for key in _OUTPUT_KEYS:
        if words := text(mapping(raw), key):
            return words
    return compact(raw) or None


def _streamed(meta: JsonMapping) -> str:
    """Output that an agent streams beside a terminal that it runs itself."""
    if not meta:
        return ""
    return text(mapping(meta.get("terminal_output")), "data") + text(
        mapping(meta.get("terminal_output_delta")), "data"
    )


def _exit_status(meta: JsonMapping, raw_output: JsonMapping) -> int | None:
    code = number(mapping(meta.get("terminal_exit")), "exit_code")
    if code is None:
        code = number(raw_output, "exit_code")
    return int(code) if code is not None and abs(code) < 2**31 else None


def _locations(value: object) -> tuple[Location, ...] | None:
    found = tuple(
        Location(path=path, line=whole(item, "line")) for item in items(value) if (path := text(item, "path"))
    )
    return found or None


def _diffs(content: list[JsonMapping]) -> tuple[Diff, ...] | None:
    found = tuple(
        Diff(
            path=text(item, "path"),
            old_text=text(item, "oldText"),
            new_text=text(item, "newText"),
            new_file=not text(item, "oldText"),
        )
        for item in content
        if item.get("type") == "diff"
    )
    return found or None
