"""What went into a tool call, as a person reads it: JSON without its brackets."""

import msgspec

from sidekicks_tui.model.messages import ToolCall


def input_text(tool: ToolCall) -> str:
    """The input as lines of `name: value`; a command stands alone, as one would type it."""
    if not tool.input:
        return ""
    try:
        value = msgspec.json.decode(tool.input)
    except msgspec.DecodeError:
        return tool.input
    if not isinstance(value, dict):
        return _value(value)
    changed = {text for diff in tool.diffs for text in (diff.old_text, diff.new_text)}
    lines: list[str] = []
    for name, item in value.items():
        if isinstance(item, str) and item in changed:
            continue  # the diff shows it
        if name in ("command", "cmd"):
            words = " ".join(map(str, item)) if isinstance(item, list) else _value(item)
            lines.append(f"$ {words}")
        else:
            text = _value(item)
            lines.append(
                f"{name}:\n  {text.replace(chr(10), chr(10) + '  ')}" if "\n" in text else f"{name}: {text}"
            )
    return "\n".join(lines)


def _value(value: object) -> str:
    if isinstance(value, str):
        return value
    return msgspec.json.encode(value).decode()
