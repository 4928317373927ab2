import pytest

from sidekicks_tui.acp.questions import elicitation_request, elicitation_response
from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationAnswer,
    ElicitationField,
    ElicitationForm,
    ElicitationUrl,
    FieldKind,
)
from sidekicks_tui.model.sessions import Choice


def _field(schema: object) -> ElicitationField:
    request = elicitation_request({"message": "m", "requestedSchema": {"properties": {"f": schema}}})
    assert isinstance(request, ElicitationForm)
    return request.fields[0]


def test_a_form_as_agents_send_it() -> None:
    request = elicitation_request(
        {
            "sessionId": "s",
            "toolCallId": "c",
            "message": "User input required",
            "mode": "form",
            "requestedSchema": {
                "properties": {
                    "q0": {"title": "Mock", "oneOf": [{"const": "Yes", "title": "Y"}, {"const": "No"}]},
                    "q0_custom": {"type": "string"},
                },
                "required": ["q0"],
            },
        }
    )
    assert request == ElicitationForm(
        message="User input required",
        tool="c",
        fields=(
            ElicitationField(
                name="q0",
                title="Mock",
                kind=FieldKind.CHOICE,
                required=True,
                choices=(Choice(id="Yes", name="Y"), Choice(id="No", name="No")),
            ),
            ElicitationField(name="q0_custom", title="q0_custom"),
        ),
    )


def test_an_address() -> None:
    request = elicitation_request(
        {"message": "Log in", "mode": "url", "elicitationId": "e", "url": "https://x/"}
    )
    assert request == ElicitationUrl(message="Log in", id="e", url="https://x/")


@pytest.mark.parametrize(
    ("schema", "kind", "default"),
    [
        ({"type": "string", "default": "d"}, FieldKind.STRING, "d"),
        ({"type": "string", "default": 5}, FieldKind.STRING, None),
        ({"type": "integer", "default": 5}, FieldKind.INTEGER, 5),
        ({"type": "number", "default": True}, FieldKind.NUMBER, None),
        ({"type": "boolean", "default": True}, FieldKind.BOOLEAN, True),
        ({"type": "string", "enum": ["a", "b"], "default": "a"}, FieldKind.CHOICE, "a"),
        ({"type": "array", "items": {"enum": ["a", "b"]}, "default": ["a", 1]}, FieldKind.CHOICES, ("a",)),
        ({"type": "array", "items": {"anyOf": [{"const": "a"}]}}, FieldKind.CHOICES, None),
        ({"type": "hologram"}, FieldKind.STRING, None),
        ("rubbish", FieldKind.STRING, None),
    ],
)
def test_kinds_of_fields(schema: object, kind: FieldKind, default: object) -> None:
    field = _field(schema)
    assert (field.kind, field.default) == (kind, default)


def test_bounds() -> None:
    assert (_field({"minLength": 2, "maxLength": 9}).least, _field({"maximum": 1.5}).most) == (2, 1.5)
    assert _field({"type": "array", "minItems": 0}).least == 0


def test_what_is_said_of_the_whole_form() -> None:
    schema = {"title": "T", "description": "D", "properties": None}
    request = elicitation_request({"message": "m", "requestedSchema": schema})
    assert request == ElicitationForm(message="m", title="T", description="D")


@pytest.mark.parametrize("mode", ["hologram", "url"])
def test_what_is_neither_form_nor_address(mode: str) -> None:
    assert elicitation_request({"message": "m", "mode": mode}) is None


def test_answers() -> None:
    accepted = ElicitationAnswer(action=ElicitationAction.ACCEPT, content={"a": ("x", "y"), "b": False})
    assert elicitation_response(accepted) == {"action": "accept", "content": {"a": ("x", "y"), "b": False}}
    opened = ElicitationAnswer(action=ElicitationAction.ACCEPT)
    assert elicitation_response(opened) == {"action": "accept"}
    declined = ElicitationAnswer(action=ElicitationAction.DECLINE, content={"a": 1})
    assert elicitation_response(declined) == {"action": "decline"}
