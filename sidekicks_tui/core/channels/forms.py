"""What may be answered to a form of an agent, and how an answer is told in the conversation."""

from collections.abc import Mapping
from datetime import date, datetime
from math import isfinite
from urllib.parse import urlsplit

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


def filled_in(form: ElicitationForm, content: Mapping[str, FieldValue]) -> dict[str, FieldValue]:
    """The fields that have a value: an empty text is none, and neither is a choice of nothing,

    unless the form needs the field and allows nothing to be chosen.
    """
    may_be_nothing = {
        field.name for field in form.fields if field.required and field.kind is FieldKind.CHOICES
    }
    return {
        name: value
        for name, value in content.items()
        if value not in ("", ()) or (value == () and name in may_be_nothing)
    }


def unfit(form: ElicitationForm, content: Mapping[str, FieldValue]) -> dict[str, str]:
    """What is wrong with `content`, by the name of the field; empty when the agent can be sent it."""
    problems = {name: _("the form has no such field") for name in content}
    for field in form.fields:
        problems.pop(field.name, None)
        if field.name not in content:
            if field.required:
                problems[field.name] = _("this is needed")
        elif problem := _problem(field, content[field.name]):
            problems[field.name] = problem
    return problems


def told(question: Question, answer: ElicitationAnswer) -> str:
    """A question and its answer in one line, for the conversation."""
    asked = " ".join(question.message.split())
    match answer.action:
        case ElicitationAction.DECLINE:
            return _("“{question}”: declined").format(question=asked)
        case ElicitationAction.CANCEL:
            return _("“{question}”: not answered").format(question=asked)
    if not isinstance(question, ElicitationForm):
        return _("“{question}”: {address} opened").format(question=asked, address=question.url)
    content = answer.content or {}
    values = "; ".join(
        f"{field.title}: {_words(field, content[field.name])}"
        for field in question.fields
        if field.name in content
    )
    return f"“{asked}”: {values}" if values else _("“{question}”: accepted").format(question=asked)


def _problem(field: ElicitationField, value: FieldValue) -> str:
    match field.kind:
        case FieldKind.BOOLEAN:
            return "" if isinstance(value, bool) else _("this is yes or no")
        case FieldKind.INTEGER:
            if not isinstance(value, int) or isinstance(value, bool):
                return _("this must be a whole number")
            return _out_of_bounds(field, value, "")
        case FieldKind.NUMBER:
            if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
                return _("this must be a number")
            return _out_of_bounds(field, value, "")
        case FieldKind.CHOICES:
            return _no_choices(field, value)
        case FieldKind.CHOICE:
            return "" if value in _offered(field) else _("this is none of the choices")
        case FieldKind.STRING:
            if not isinstance(value, str):
                return _("this must be text")
            return _out_of_bounds(field, len(value), _("characters")) or _malformed(field.format, value)


def _no_choices(field: ElicitationField, value: FieldValue) -> str:
    if not isinstance(value, tuple):
        return _("this must be a list of choices")
    if len(set(value)) < len(value):
        return _("a choice was made twice")
    if field.choices and not set(value) <= _offered(field):
        return _("this is none of the choices")
    return _out_of_bounds(field, len(value), _("choices"))


def _offered(field: ElicitationField) -> set[str]:
    return {choice.id for choice in field.choices}


def _out_of_bounds(field: ElicitationField, value: float, unit: str) -> str:
    if field.least is not None and value < field.least:
        return _("at least {least:g} {unit}").format(least=field.least, unit=unit).rstrip()
    if field.most is not None and value > field.most:
        return _("at most {most:g} {unit}").format(most=field.most, unit=unit).rstrip()
    return ""


def _malformed(form: str, value: str) -> str:
    try:
        match form:
            case "email" if not all(value.partition("@")):
                return _("this must be an address such as name@example.org")
            case "uri" if not urlsplit(value).scheme:
                return _("this must be an address such as https://example.org")
            case "date":
                date.fromisoformat(value)
            case "date-time":
                datetime.fromisoformat(value)
    except ValueError:
        return _("this must be a {format}, such as {example}").format(
            format=form, example="2026-01-31" if form == "date" else "2026-01-31T12:00:00Z"
        )
    return ""


def _words(field: ElicitationField, value: FieldValue) -> str:
    names = {choice.id: choice.name for choice in field.choices}
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return ", ".join(names.get(item, item) for item in value)
    return names.get(value, value) if isinstance(value, str) else str(value)
