"""Questions of an agent to the person (ACP's elicitations): a form to fill in, or an address to open."""

from enum import StrEnum
from typing import TypeAlias

from sidekicks_tui.model.base import Value
from sidekicks_tui.model.sessions import Choice

FieldValue: TypeAlias = str | int | float | bool | tuple[str, ...]


class FieldKind(StrEnum):
    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    """One of `choices`, as its id."""
    CHOICES = "choices"
    """Several of `choices`, as their ids; any texts where there are no `choices`."""


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
    """A regular expression that the agent wants a string to match, empty: any. It checks that by itself."""
    format: str = ""
    """`email`, `uri`, `date` or `date-time`, empty: any."""


class ElicitationForm(Value, tag_field="mode", tag="form", frozen=True, kw_only=True):
    message: str
    tool: str = ""
    """The tool call that asks, empty when none is named."""
    title: str = ""
    description: str = ""
    fields: tuple[ElicitationField, ...] = ()


class ElicitationUrl(Value, tag_field="mode", tag="url", frozen=True, kw_only=True):
    """An address that the person is asked to open; accepting says that they do.

    It is the agent's word: whoever opens it shows all of it first.
    """

    message: str
    tool: str = ""
    id: str
    url: str


Question: TypeAlias = ElicitationForm | ElicitationUrl


class ElicitationAction(StrEnum):
    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


class ElicitationAnswer(Value, frozen=True, kw_only=True):
    action: ElicitationAction
    content: dict[str, FieldValue] | None = None
    """The fields that were filled in, when a form is accepted."""


class ElicitationRequest(Value, frozen=True, kw_only=True):
    """An agent asks; it waits until it is answered, or cancelled.

    What an agent asks outside of any conversation (while it logs in) has neither channel nor message.
    """

    id: str
    channel: str
    agent: str
    message_id: str
    question: Question
