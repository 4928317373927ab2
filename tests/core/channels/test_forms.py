"""Answers to forms: what is sent, what is not, and how it is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.channels.forms import filled_in, told, unfit
from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationAnswer,
    ElicitationField,
    ElicitationForm,
    ElicitationUrl,
    FieldKind,
    FieldValue,
)
from sidekicks_tui.model.sessions import Choice

CHOICES = (Choice(id="s", name="Small"), Choice(id="l", name="Large"))


def form(*fields: ElicitationField) -> ElicitationForm:
    return ElicitationForm(message="Tell me more", fields=fields)


def field(kind: FieldKind = FieldKind.STRING, **more: object) -> ElicitationField:
    values: dict[str, object] = {"name": "f", "title": "F", "kind": kind, **more}
    return ElicitationField(**values)  # type: ignore[arg-type]  the test knows the fields


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        (field(), "text"),
        (field(least=2, most=3), "ab"),
        (field(format="email"), "me@example.org"),
        (field(format="uri"), "https://example.org/"),
        (field(format="date"), "2026-01-31"),
        (field(format="date-time"), "2026-01-31T12:00:00Z"),
        (field(format="hologram"), "anything"),
        (field(FieldKind.INTEGER, least=1, most=9), 9),
        (field(FieldKind.NUMBER, least=0.5), 0.5),
        (field(FieldKind.NUMBER), 3),
        (field(FieldKind.BOOLEAN), False),
        (field(FieldKind.CHOICE, choices=CHOICES), "l"),
        (field(FieldKind.CHOICES, choices=CHOICES, most=2), ("l", "s")),
        (field(FieldKind.CHOICES), ("anything",)),
    ],
)
def test_what_fits(asked: ElicitationField, value: FieldValue) -> None:
    assert unfit(form(asked), {"f": value}) == {}


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        (field(), 5),
        (field(least=2), "a"),
        (field(most=3), "abcd"),
        (field(format="email"), "me@"),
        (field(format="uri"), "example"),
        (field(format="date"), "31.1.2026"),
        (field(format="date-time"), "noon"),
        (field(FieldKind.INTEGER), 1.5),
        (field(FieldKind.INTEGER), True),
        (field(FieldKind.INTEGER, most=9), 10),
        (field(FieldKind.NUMBER), "3"),
        (field(FieldKind.NUMBER), float("nan")),
        (field(FieldKind.BOOLEAN), 1),
        (field(FieldKind.CHOICE, choices=CHOICES), "Small"),
        (field(FieldKind.CHOICES, choices=CHOICES), ("s", "x")),
        (field(FieldKind.CHOICES, choices=CHOICES), ("s", "s")),
        (field(FieldKind.CHOICES, choices=CHOICES, least=2), ("s",)),
        (field(FieldKind.CHOICES, choices=CHOICES, most=1), ("s", "l")),
        (field(FieldKind.CHOICES, choices=CHOICES), "s"),
    ],
)
def test_what_does_not_fit(asked: ElicitationField, value: FieldValue) -> None:
    assert list(unfit(form(asked), {"f": value})) == ["f"]


def test_what_is_needed_must_be_there_and_nothing_else() -> None:
    asked = form(field(required=True), ElicitationField(name="g", title="G"))
    assert list(unfit(asked, {})) == ["f"]
    assert list(unfit(asked, {"f": "x", "h": "y"})) == ["h"]
    assert unfit(asked, {"f": "x"}) == {}


def test_fields_that_were_left_empty_are_not_sent() -> None:
    asked = form(field(), ElicitationField(name="g", title="G", kind=FieldKind.CHOICES))
    assert filled_in(asked, {"f": "", "g": ()}) == {}
    assert filled_in(asked, {"f": False, "g": 0}) == {"f": False, "g": 0}
    needed = form(field(FieldKind.CHOICES, choices=CHOICES, required=True))
    assert filled_in(needed, {"f": ()}) == {"f": ()}
    assert unfit(needed, {"f": ()}) == {}


def test_how_an_answer_is_told() -> None:
    asked = form(
        field(FieldKind.CHOICES, choices=CHOICES),
        ElicitationField(name="g", title="G", kind=FieldKind.BOOLEAN),
        ElicitationField(name="h", title="H", kind=FieldKind.INTEGER),
    )
    content: dict[str, FieldValue] = {"h": 12345678, "f": ("s", "l"), "g": True}
    accepted = ElicitationAnswer(action=ElicitationAction.ACCEPT, content=content)
    assert told(asked, accepted) == "“Tell me more”: F: Small, Large; G: yes; H: 12345678"
    for action in (ElicitationAction.DECLINE, ElicitationAction.CANCEL):
        assert "Small" not in told(asked, ElicitationAnswer(action=action, content=content))
    address = ElicitationUrl(message="Log in", id="e", url="https://example.invalid/")
    assert "https://example.invalid/" in told(address, ElicitationAnswer(action=ElicitationAction.ACCEPT))


VALUES: st.SearchStrategy[FieldValue] = st.one_of(
    st.text(max_size=5), st.integers(), st.floats(), st.booleans(), st.lists(st.text(max_size=2)).map(tuple)
)
FIELDS = st.builds(
    ElicitationField,
    name=st.sampled_from("fgh"),
    title=st.text(max_size=3),
    kind=st.sampled_from(FieldKind),
    required=st.booleans(),
    choices=st.sampled_from([(), CHOICES]),
    least=st.none() | st.integers(-2, 3),
    most=st.none() | st.integers(-2, 3),
    format=st.sampled_from(["", "email", "uri", "date", "date-time"]),
)


@given(st.lists(FIELDS, max_size=3), st.dictionaries(st.sampled_from("fghi"), VALUES))
def test_any_answer_is_judged_field_by_field(
    fields: list[ElicitationField], content: dict[str, FieldValue]
) -> None:
    asked = form(*fields)
    problems = unfit(asked, content)
    assert set(problems) <= {field.name for field in fields} | set(content)
    assert all(problems.values())
    assert told(asked, ElicitationAnswer(action=ElicitationAction.ACCEPT, content=content))
