"""The updates of a session, from the wire's JSON to values. Nothing that an agent sends raises here."""

from collections.abc import Callable
from typing import Final

from sidekicks_tui.acp.asides import is_aside
from sidekicks_tui.acp.content import block_text
from sidekicks_tui.acp.fields import JsonMapping, items, mapping, number, text, whole
from sidekicks_tui.acp.sessions import session_options
from sidekicks_tui.acp.tools import tool_update
from sidekicks_tui.acp.updates import (
    Chunk,
    ChunkKind,
    CommandsUpdate,
    ModeUpdate,
    Note,
    OptionsUpdate,
    PlanUpdate,
    TitleUpdate,
    Update,
    UsageUpdate,
)
from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Command, Usage
from sidekicks_tui.model.messages import PlanEntry


def translate(update: JsonMapping) -> Update | None:
    """What `update` (the field of that name in `session/update`) says; None when it says nothing.

    What cannot be shown becomes a `Note`.
    """
    kind = text(update, "sessionUpdate")
    reader = _READERS.get(kind)
    try:
        return reader(update) if reader is not None else _unknown(kind)
    except RecursionError:
        return Note(text=_("The agent sent something that is nested too deeply to be shown."))


def todo_plan(update: JsonMapping) -> PlanUpdate | None:
    """The plan that stands in the arguments of a tool for to-do lists: OpenCode tells it nowhere else."""
    if text(update, "sessionUpdate") not in ("tool_call", "tool_call_update"):
        return None
    todos = items(mapping(update.get("rawInput")).get("todos"))
    if not todos or not all(text(todo, "content") and text(todo, "status") for todo in todos):
        return None
    return PlanUpdate(entries=_entries(todos))


def _unknown(kind: str) -> Note:
    if not kind:
        return Note(text=_("The agent sent something that Sidekicks cannot show."))
    return Note(text=_("The agent sent “{kind}”, which Sidekicks cannot show.").format(kind=kind[:80]))


def _chunk(kind: ChunkKind) -> Callable[[JsonMapping], Update | None]:
    def read(update: JsonMapping) -> Update | None:
        content = update.get("content")
        words = block_text(content)
        if words is None:
            return _unknown(text(mapping(content), "type"))
        if not words:
            return None
        return Chunk(kind=kind, text=words, message_id=text(update, "messageId") or _own_message(words))

    return read


def _own_message(words: str) -> str:
    """The message that a piece without a `messageId` belongs to: an aside is one by itself."""
    return words if is_aside(words) else ""


def _tool(update: JsonMapping) -> Update | None:
    tool = tool_update(update)
    return tool if tool.id else Note(text=_("The agent sent a tool call without an identifier."))


def _plan(update: JsonMapping) -> Update | None:
    entries = update.get("entries")
    return PlanUpdate(entries=_entries(entries)) if isinstance(entries, list) else None


def _one_plan_of_several(update: JsonMapping) -> Update | None:
    """The newer form: a plan by its identifier, as a list, as Markdown or in a file."""
    plan = mapping(update.get("plan"))
    plan_id = text(plan, "planId")
    words = text(plan, "content") or text(plan, "uri")
    entries = (PlanEntry(content=words),) if words else _entries(plan.get("entries"))
    return PlanUpdate(entries=entries, plan_id=plan_id)


def _plan_removed(update: JsonMapping) -> Update | None:
    return PlanUpdate(entries=(), plan_id=text(update, "planId"))


def _entries(value: object) -> tuple[PlanEntry, ...]:
    return tuple(
        PlanEntry(
            content=content,
            priority=priority if (priority := text(item, "priority")) in ("high", "low") else "medium",
            status=status if (status := text(item, "status")) in ("in_progress", "completed") else "pending",
        )
        for item in items(value)
        if (content := text(item, "content"))
    )


def _commands(update: JsonMapping) -> Update | None:
    if not isinstance(update.get("availableCommands"), list):
        return None
    return CommandsUpdate(
        commands=tuple(
            Command(
                name=name,
                description=text(item, "description"),
                hint=text(mapping(item.get("input")), "hint"),
            )
            for item in items(update.get("availableCommands"))
            if (name := text(item, "name"))
        )
    )


def _mode(update: JsonMapping) -> Update | None:
    current = text(update, "currentModeId")
    return ModeUpdate(current=current) if current else None


def _options(update: JsonMapping) -> Update | None:
    options = update.get("configOptions")
    return OptionsUpdate(options=session_options(options)) if isinstance(options, list) else None


def _usage(update: JsonMapping) -> Update | None:
    cost = mapping(update.get("cost"))
    return UsageUpdate(
        usage=Usage(
            used=whole(update, "used"),
            size=whole(update, "size"),
            cost=number(cost, "amount"),
            currency=text(cost, "currency"),
        )
    )


def _session(update: JsonMapping) -> Update | None:
    title = update.get("title")
    return TitleUpdate(title=title) if isinstance(title, str) else None


_READERS: Final[dict[str, Callable[[JsonMapping], Update | None]]] = {
    "agent_message_chunk": _chunk(ChunkKind.TEXT),
    "agent_thought_chunk": _chunk(ChunkKind.THOUGHT),
    "user_message_chunk": _chunk(ChunkKind.USER),
    "tool_call": _tool,
    "tool_call_update": _tool,
    "plan": _plan,
    "plan_update": _one_plan_of_several,
    "plan_removed": _plan_removed,
    "available_commands_update": _commands,
    "current_mode_update": _mode,
    "config_option_update": _options,
    "usage_update": _usage,
    "session_info_update": _session,
}
