"""Elicitations of agents, from the wire's JSON to values and back.

A form is a flat JSON Schema; agents leave its types out, or write the choices in one of several forms.
"""

from typing import Final

from sidekicks_tui.acp.fields import JsonMapping, items, mapping, number, text
from sidekicks_tui.acp.wire_json import JsonObject
from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationAnswer,
    ElicitationField,
    ElicitationForm,
    ElicitationUrl,
    FieldKind,
    FieldValue,
    Question,
)
from sidekicks_tui.model.sessions import Choice

_PLAIN_KINDS: Final = {
    "integer": FieldKind.INTEGER,
    "number": FieldKind.NUMBER,
    "boolean": FieldKind.BOOLEAN,
    "array": FieldKind.CHOICES,
}


def elicitation_request(params: JsonMapping) -> Question | None:
    """The parameters of `elicitation/create`; where no `mode` is named, one without a `url` is a form.

    None when it is neither a form nor an address.
    """
    message, tool, url = text(params, "message"), text(params, "toolCallId"), text(params, "url")
    mode = text(params, "mode") or ("url" if url else "form")
    if mode == "url" and url:
        return ElicitationUrl(message=message, tool=tool, id=text(params, "elicitationId"), url=url)
    if mode != "form":
        return None
    schema = mapping(params.get("requestedSchema"))
    required = schema.get("required")
    names = required if isinstance(required, list) else []
    return ElicitationForm(
        message=message,
        tool=tool,
        title=text(schema, "title"),
        description=text(schema, "description"),
        fields=tuple(
            _field(name, mapping(property), name in names)
            for name, property in mapping(schema.get("properties")).items()
        ),
    )


def elicitation_response(answer: ElicitationAnswer) -> JsonObject:
    """The result for the agent."""
    if answer.action is not ElicitationAction.ACCEPT or answer.content is None:
        return {"action": answer.action.value}
    return {"action": answer.action.value, "content": dict(answer.content)}


def _field(name: str, schema: JsonMapping, required: bool) -> ElicitationField:
    choices = _choices(schema) or _choices(mapping(schema.get("items")))
    kind = _PLAIN_KINDS.get(text(schema, "type"), FieldKind.CHOICE if choices else FieldKind.STRING)
    return ElicitationField(
        name=name,
        title=text(schema, "title") or name,
        description=text(schema, "description"),
        kind=kind,
        required=required,
        default=_default(schema.get("default"), kind),
        choices=choices,
        least=_bound(schema, "minimum", "minLength", "minItems"),
        most=_bound(schema, "maximum", "maxLength", "maxItems"),
        pattern=text(schema, "pattern"),
        format=text(schema, "format"),
    )


def _choices(schema: JsonMapping) -> tuple[Choice, ...]:
    titled = items(schema.get("oneOf")) or items(schema.get("anyOf"))
    if titled:
        return tuple(
            Choice(id=value, name=text(option, "title") or value, description=text(option, "description"))
            for option in titled
            if (value := text(option, "const"))
        )
    values = schema.get("enum")
    return (
        tuple(Choice(id=v, name=v) for v in values if isinstance(v, str)) if isinstance(values, list) else ()
    )


def _default(value: object, kind: FieldKind) -> FieldValue | None:
    match kind:
        case FieldKind.BOOLEAN:
            return value if isinstance(value, bool) else None
        case FieldKind.INTEGER | FieldKind.NUMBER:
            return value if isinstance(value, int | float) and not isinstance(value, bool) else None
        case FieldKind.CHOICES:
            return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list) else None
    return value if isinstance(value, str) else None


def _bound(schema: JsonMapping, *keys: str) -> float | None:
    return next((bound for key in keys if (bound := number(schema, key)) is not None), None)
