"""An agent's question to the person: declined by a hook, or filled in for the person to look over."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import msgspec

from sidekicks_tui.core.hooks.desk import Desk
from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.locale import _
from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationAnswer,
    ElicitationField,
    ElicitationForm,
    FieldKind,
    FieldValue,
    Question,
)

Person: TypeAlias = Callable[[Question], Awaitable[ElicitationAnswer]]


async def elicit(desk: Desk, question: Question, person: Person) -> ElicitationAnswer:
    """The answer. What a hook accepts is shown to the person first: ACP wants it so."""
    if desk.listens(Occasion.ELICITATION):
        outcome = await desk.gate(Occasion.ELICITATION, Seam.ELICITATION, _told(desk, question))
        if outcome is None:
            return ElicitationAnswer(action=ElicitationAction.CANCEL)
        refusal = _refusal(outcome)
        if refusal is not None:
            await desk.say(_("{hook} declined the agent's question").format(hook=outcome.by))
            return ElicitationAnswer(action=refusal)
        question = _filled_in(question, outcome)
    answer = await person(question)
    if not desk.listens(Occasion.ELICITATION_RESULT):
        return answer
    outcome = await desk.gate(
        Occasion.ELICITATION_RESULT,
        Seam.ELICITATION,
        {**_told(desk, question), "action": str(answer.action), "content": answer.content or {}},
    )
    if outcome is None:
        return ElicitationAnswer(action=ElicitationAction.CANCEL)
    refusal = _refusal(outcome)
    if refusal is not None and refusal is not answer.action:
        await desk.say(_("{hook} declined the agent's question").format(hook=outcome.by))
        return ElicitationAnswer(action=refusal)
    changed = _filled_in(question, outcome)
    return answer if changed is question else await person(changed)


def _told(desk: Desk, question: Question) -> dict[str, object]:
    told: dict[str, object] = {"mcp_server_name": question.tool or desk.agent, "message": question.message}
    if isinstance(question, ElicitationForm):
        properties = {field.name: {"type": _type(field), "title": field.title} for field in question.fields}
        required = [field.name for field in question.fields if field.required]
        schema = {"type": "object", "properties": properties, "required": required}
        return {**told, "mode": "form", "requested_schema": schema}
    return {**told, "mode": "url", "url": question.url, "elicitation_id": question.id}


def _type(field: ElicitationField) -> str:
    match field.kind:
        case FieldKind.CHOICE:
            return "string"
        case FieldKind.CHOICES:
            return "array"
        case _:
            return field.kind


def _refusal(outcome: Outcome) -> ElicitationAction | None:
    """Exit 2, and a `decline` or `cancel`."""
    action = (outcome.answer or {}).get("action")
    if outcome.decision is Decision.DENY or action == "decline":
        return ElicitationAction.DECLINE
    return ElicitationAction.CANCEL if action == "cancel" else None


def _filled_in(question: Question, outcome: Outcome) -> Question:
    """The form with a hook's values as what stands there at first."""
    content = (outcome.answer or {}).get("content")
    if not isinstance(question, ElicitationForm) or not isinstance(content, Mapping):
        return question
    fields = tuple(_with_default(field, content.get(field.name)) for field in question.fields)
    return question if fields == question.fields else msgspec.structs.replace(question, fields=fields)


def _with_default(field: ElicitationField, value: object) -> ElicitationField:
    known = _value(field.kind, value)
    return field if known is None else msgspec.structs.replace(field, default=known)


def _value(kind: FieldKind, value: object) -> FieldValue | None:
    """`value` where such a field can hold it."""
    match kind:
        case FieldKind.BOOLEAN:
            return value if isinstance(value, bool) else None
        case FieldKind.INTEGER:
            return value if isinstance(value, int) and not isinstance(value, bool) else None
        case FieldKind.NUMBER:
            return value if isinstance(value, int | float) and not isinstance(value, bool) else None
        case FieldKind.CHOICES:
            texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
            return tuple(value) if texts and isinstance(value, list) else None
        case _:
            return value if isinstance(value, str) else None
