"""Questions of an agent to the person: a form to fill in, or an address to open; and the answer."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from sidekicks_tui.model.base import Value
from sidekicks_tui.model.sessions import Choice

FieldValue: TypeAlias = str | int | float | bool | tuple[str, ...]


class FieldKind(StrEnum):
    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    """One of `choices`."""
    CHOICES = "choices"
    """Several of `choices`."""


class ElicitationField(Value, frozen=True, kw_only=True):
    """One field of a form. A bound that is None does not hold."""

    name: str
    """What the answer is called in `ElicitationAnswer.content`."""
    title: str
    description: str = ""
    kind: FieldKind = FieldKind.STRING
    required: bool = False
    default: FieldValue | None = None
    choices: tuple[Choice, ...] = ()
    least: float | None = None
    """The smallest number, the fewest characters or the fewest choices."""
    most: float | None = None
    pattern: str = ""
    """A regular expression that a string matches, empty: any."""
    format: str = ""
    """`email`, `uri`, `date` or `date-time`, empty: any."""


class ElicitationForm(Value, frozen=True, kw_only=True):
    message: str
    tool: str = ""
    """The tool call that asks, empty when none is named."""
    fields: tuple[ElicitationField, ...] = ()


class ElicitationUrl(Value, frozen=True, kw_only=True):
    """An address that the person is asked to open; accepting says that they do."""

    message: str
    tool: str = ""
    id: str
    url: str


ElicitationRequest: TypeAlias = ElicitationForm | ElicitationUrl


class ElicitationAction(StrEnum):
    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


class ElicitationAnswer(Value, frozen=True, kw_only=True):
    action: ElicitationAction
    content: dict[str, FieldValue] = msgspec.field(default_factory=dict)
    """The fields that were filled in, when a form is accepted."""
