"""Questions of agents (forms, addresses to open) without a screen: answered on the terminal, line by line."""

import re
from typing import Final

from msgspec.structs import replace

from sidekicks_tui.cli.terminal import Terminal
from sidekicks_tui.core.channels.forms import filled_in, unfit
from sidekicks_tui.locale import _
from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationAnswer,
    ElicitationField,
    ElicitationForm,
    ElicitationUrl,
    FieldKind,
    FieldValue,
)
from sidekicks_tui.model.events import ElicitationRequested
from sidekicks_tui.model.visible import visible_line

_YES: Final = frozenset({"y", "yes", "true", "1"})
_NO: Final = frozenset({"n", "no", "false", "0"})
_DECLINED: Final = ElicitationAnswer(action=ElicitationAction.DECLINE)


async def ask_elicitation(terminal: Terminal, request: ElicitationRequested) -> ElicitationAnswer:
    """The person's answer; the end of the terminal's input (Ctrl+D) declines. Raises `OSError`."""
    terminal.forget_typed()
    form = request.question
    if isinstance(form, ElicitationUrl) or not form.fields:
        return await _confirmed(terminal, heading(request))
    content: dict[str, FieldValue] = {}
    before = heading(request) + _("  (Ctrl+D declines)") + "\n"
    for field in form.fields:
        prompt = before + field_question(field)
        before = ""
        while True:
            line = await terminal.ask(prompt)
            if line is None:
                return _DECLINED
            value = parse(field, line)
            one = {} if value is None else {field.name: value}
            problem = _problem(form, field, one)
            if not problem:
                content |= one
                break
            prompt = f"{problem}: "
    return ElicitationAnswer(action=ElicitationAction.ACCEPT, content=content)


def heading(request: ElicitationRequested) -> str:
    """Who asks what, ending in a line feed."""
    asked = request.question
    lines = [_("{agent} asks: {message}").format(agent=request.agent, message=asked.message)]
    if isinstance(asked, ElicitationForm):
        lines += [f"  {line}" for text in (asked.title, asked.description) for line in text.splitlines()]
    else:
        lines += [f"  {asked.url}"]
    return _lines(lines)


def field_question(field: ElicitationField) -> str:
    """One field, with its choices and what an empty line stands for."""
    about = [field.title]
    if field.default is not None:
        about.append(f"[{_words(field, field.default)}]")
    elif not field.required:
        about.append(_("(may stay empty)"))
    lines = [" ".join(about), *(f"  {line}" for line in field.description.splitlines())]
    lines += [
        f"  {number}  {choice.name}" + (f"  {choice.description}" if choice.description else "")
        for number, choice in enumerate(field.choices, 1)
    ]
    return _lines(lines) + f"{_hint(field)}: "


def parse(field: ElicitationField, line: str) -> FieldValue | None:
    """What `line` says for the field, fit or not; None when it says nothing."""
    word = line.strip()
    if not word:
        nothing = () if field.kind is FieldKind.CHOICES and field.required else None
        return nothing if field.default is None else field.default
    match field.kind:
        case FieldKind.INTEGER | FieldKind.NUMBER:
            try:
                return int(word) if field.kind is FieldKind.INTEGER else float(word)
            except ValueError:
                return word
        case FieldKind.BOOLEAN:
            known = {**dict.fromkeys((*_YES, _("yes")), True), **dict.fromkeys((*_NO, _("no")), False)}
            return known.get(word.casefold(), word)
        case FieldKind.CHOICE:
            return _choice(field, word)
        case FieldKind.CHOICES if field.choices:
            return tuple(_choice(field, one) for one in re.split(r"[\s,;]+", word) if one)
        case FieldKind.CHOICES:
            return tuple(one.strip() for one in word.split(",") if one.strip())
    return line


async def _confirmed(terminal: Terminal, question: str) -> ElicitationAnswer:
    field = ElicitationField(name="", title="", kind=FieldKind.BOOLEAN, required=True)
    prompt = f"{question}{_hint(field)}: "
    while (line := await terminal.ask(prompt)) is not None:
        answer = parse(field, line)
        if isinstance(answer, bool):
            return ElicitationAnswer(action=ElicitationAction.ACCEPT) if answer else _DECLINED
        prompt = f"{_hint(field)}: "
    return _DECLINED


def _problem(form: ElicitationForm, field: ElicitationField, content: dict[str, FieldValue]) -> str:
    alone = replace(form, fields=(field,))
    return unfit(alone, filled_in(alone, content)).get(field.name, "")


def _choice(field: ElicitationField, word: str) -> str:
    """The id of the choice that `word` names by its number, or in words."""
    if word.isdecimal() and 1 <= int(word) <= len(field.choices):
        return field.choices[int(word) - 1].id
    return next((one.id for one in field.choices if word.casefold() == one.name.casefold()), word)


def _hint(field: ElicitationField) -> str:
    match field.kind:
        case FieldKind.INTEGER | FieldKind.NUMBER | FieldKind.CHOICE:
            return _("Number")
        case FieldKind.BOOLEAN:
            return _("yes or no")
        case FieldKind.CHOICES if field.choices:
            return _("Numbers, with spaces between them")
        case FieldKind.CHOICES:
            return _("Texts, with commas between them")
    return _("Text")


def _words(field: ElicitationField, value: FieldValue) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return ", ".join(_words(field, one) for one in value)
    return next((choice.name for choice in field.choices if choice.id == value), str(value))


def _lines(lines: list[str]) -> str:
    return "".join(f"{visible_line(line)}\n" for line in lines)
