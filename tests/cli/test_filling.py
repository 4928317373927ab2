import asyncio

import pytest

from sidekicks_tui.cli.filling import ask_elicitation, field_question, heading, parse
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
from sidekicks_tui.model.events import ElicitationRequested
from sidekicks_tui.model.sessions import Choice
from tests.cli.sitting import Person

COLOURS = (Choice(id="#f00", name="Red"), Choice(id="#0f0", name="Green", description="like grass"))


def field(kind: FieldKind, **more: object) -> ElicitationField:
    return ElicitationField(name="f", title="Field", kind=kind, **more)  # type: ignore[arg-type]  # a test's brevity


def asked(question: Question) -> ElicitationRequested:
    return ElicitationRequested(id="1", channel="c", agent="claude", message_id="m", question=question)


def accepted(**content: FieldValue) -> ElicitationAnswer:
    return ElicitationAnswer(action=ElicitationAction.ACCEPT, content=content)


@pytest.mark.parametrize(
    ("kind", "line", "value"),
    [
        (FieldKind.STRING, "two words ", "two words "),
        (FieldKind.INTEGER, " 7 ", 7),
        (FieldKind.INTEGER, "seven", "seven"),
        (FieldKind.NUMBER, "1.5", 1.5),
        (FieldKind.BOOLEAN, "Y", True),
        (FieldKind.BOOLEAN, "no", False),
        (FieldKind.BOOLEAN, "perhaps", "perhaps"),
        (FieldKind.CHOICE, "2", "#0f0"),
        (FieldKind.CHOICE, "red", "#f00"),
        (FieldKind.CHOICE, "3", "3"),
        (FieldKind.CHOICES, "2, 1", ("#0f0", "#f00")),
        (FieldKind.CHOICES, "2 9", ("#0f0", "9")),
        (FieldKind.STRING, "", None),
        (FieldKind.CHOICES, "", None),
    ],
)
def test_a_line_is_read_as_its_field_wants_it(kind: FieldKind, line: str, value: FieldValue | None) -> None:
    choices = COLOURS if kind in (FieldKind.CHOICE, FieldKind.CHOICES) else ()
    assert parse(field(kind, choices=choices), line) == value


def test_a_list_without_choices_takes_texts() -> None:
    assert parse(field(FieldKind.CHOICES), "one two, three,") == ("one two", "three")


def test_an_empty_line_is_the_default_or_a_choice_of_nothing() -> None:
    assert parse(field(FieldKind.INTEGER, default=3), "") == 3
    assert parse(field(FieldKind.CHOICES, required=True), "") == ()


def test_a_field_shows_its_choices_and_its_default_as_text() -> None:
    shown = field_question(field(FieldKind.CHOICE, choices=COLOURS, default="#0f0", description="\x1b[2J"))
    assert "Field [Green]\n" in shown
    assert "  1  Red\n  2  Green  like grass\n" in shown
    assert "\x1b" not in shown


def test_all_of_an_address_is_shown() -> None:
    url = "https://example.invalid/" + "x" * 500
    assert f"\n  {url}\n" in heading(asked(ElicitationUrl(message="Log in", id="e", url=url)))


async def test_a_form_is_filled_in_field_by_field(person: Person) -> None:
    form = ElicitationForm(
        message="Tell me more",
        fields=(
            ElicitationField(name="name", title="Name", required=True, least=2),
            ElicitationField(name="count", title="Count", kind=FieldKind.INTEGER, default=3),
            ElicitationField(name="more", title="More"),
            ElicitationField(name="colour", title="Colour", kind=FieldKind.CHOICE, choices=COLOURS),
        ),
    )
    asking = asyncio.create_task(ask_elicitation(person.terminal, asked(form)))
    await person.answer("Text: ", "")
    assert "claude asks: Tell me more\r\n" in person.seen
    await person.answer("this is needed: ", "x")
    await person.answer("at least 2 characters: ", "Ada")
    await person.answer("Number: ", "")
    await person.answer("Text: ", "")
    await person.answer("Number: ", "red")
    assert await asking == accepted(name="Ada", count=3, colour="#f00")


async def test_the_end_of_the_input_declines(person: Person) -> None:
    form = ElicitationForm(message="?", fields=(field(FieldKind.STRING),))
    asking = asyncio.create_task(ask_elicitation(person.terminal, asked(form)))
    await person.sees("Text: ")
    person.type("\x04")
    assert (await asking).action is ElicitationAction.DECLINE


@pytest.mark.parametrize(
    "question", [ElicitationUrl(message="Log in", id="e", url="https://x"), ElicitationForm(message="Sure?")]
)
@pytest.mark.parametrize(
    ("word", "action"), [("y", ElicitationAction.ACCEPT), ("n", ElicitationAction.DECLINE)]
)
async def test_an_address_and_an_empty_form_want_yes_or_no(
    person: Person, question: Question, word: str, action: ElicitationAction
) -> None:
    asking = asyncio.create_task(ask_elicitation(person.terminal, asked(question)))
    await person.answer("yes or no: ", "")
    await person.answer("yes or no: ", word)
    assert await asking == ElicitationAnswer(action=action)
