"""One field of a form: what it is called, what is filled in, and what is wrong with that."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from sidekicks_tui.locale import _
from sidekicks_tui.model.elicitation import ElicitationField, FieldKind, FieldValue
from sidekicks_tui.model.sessions import Choice
from sidekicks_tui.widgets.content import ERROR, MUTED, foreign
from sidekicks_tui.widgets.question.options import Options

_YES = "yes"


class Field(Vertical):
    DEFAULT_CSS = """
    Field {
        height: auto;
        padding: 0 0 1 0;
        & Static { height: auto; }
        & Input, & Input:focus {
            border: none;
            height: 1;
            padding: 0;
            margin: 0 2;
            background: $foreground 7%;
        }
    }
    """

    def __init__(self, field: ElicitationField) -> None:
        super().__init__()
        self.field = field
        self.control: Widget = _control(field)
        """What gets the focus."""
        self._problem = Static(markup=False)

    def compose(self) -> ComposeResult:
        yield Static(_label(self.field))
        yield self.control
        yield self._problem

    def on_mount(self) -> None:
        self._problem.display = False

    @property
    def value(self) -> FieldValue | None:
        """What is filled in; None while nothing is. A number that is none stays the text that it is."""
        control, field = self.control, self.field
        if isinstance(control, Options):
            chosen = control.chosen
            match field.kind:
                case FieldKind.BOOLEAN:
                    told = control.touched or field.required or field.default is not None
                    return bool(chosen) if told else None
                case FieldKind.CHOICE:
                    return next(iter(chosen), None)
                case _:
                    return chosen if chosen or control.touched or field.required else None
        assert isinstance(control, Input)
        text = control.value
        if field.kind is FieldKind.CHOICES:
            return tuple(filter(None, (part.strip() for part in text.split(",")))) or None
        return _read(field.kind, text) if text.strip() else None

    def tell(self, problem: str) -> None:
        """What is wrong with the value; nothing when it is empty."""
        self._problem.display = bool(problem)
        self._problem.update(foreign(f"! {problem}", ERROR))


def _control(field: ElicitationField) -> Widget:
    default = field.default
    if field.kind is FieldKind.BOOLEAN:
        choice = Choice(id=_YES, name=_("yes"))
        return Options([choice], [_YES] if default else [], several=True)
    if field.choices:
        chosen = default if isinstance(default, tuple) else (str(default),)
        return Options(field.choices, chosen, several=field.kind is FieldKind.CHOICES)
    control = Input(_written(field.default), placeholder=_hint(field), select_on_focus=False)
    control.cursor_blink = False
    return control


def _written(value: FieldValue | None) -> str:
    """A value as one would write it into a line."""
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else str(value)


def _hint(field: ElicitationField) -> str:
    """What may be filled in, where the kind of the field says it."""
    match field.kind:
        case FieldKind.INTEGER:
            return _("a whole number")
        case FieldKind.NUMBER:
            return _("a number")
        case FieldKind.CHOICES:
            return _("several, with commas between")
    return {"email": "name@example.org", "uri": "https://example.org", "date": "2026-01-31"}.get(
        field.format, ""
    )


def _label(field: ElicitationField) -> Content:
    needed = Content.styled(_("  needed"), MUTED) if field.required else Content("")
    label = Content.assemble(foreign(field.title, "bold"), needed)
    return Content("\n").join([label, foreign(field.description, MUTED)]) if field.description else label


def _read(kind: FieldKind, text: str) -> FieldValue:
    try:
        if kind is FieldKind.INTEGER:
            return int(text)
        if kind is FieldKind.NUMBER:
            return float(text)
    except ValueError:
        pass
    return text
