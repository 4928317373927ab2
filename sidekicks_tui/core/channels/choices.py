"""The mode, the model and the options of a session: what the person wants, and what must be set for it."""

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sidekicks_tui.model.sessions import SessionInfo, SessionModes
from sidekicks_tui.model.settings import AgentSettings

if TYPE_CHECKING:
    from sidekicks_tui.acp.connection import AgentConnection


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What is empty is left to the agent."""

    mode: str = ""
    model: str = ""
    options: dict[str, str | bool] = msgspec.field(default_factory=dict)

    def over(self, other: "Wish") -> "Wish":
        """This wish, and where it says nothing, the other one."""
        return Wish(
            mode=self.mode or other.mode,
            model=self.model or other.model,
            options={**other.options, **self.options},
        )


class ChoiceKind(StrEnum):
    MODE = "mode"
    MODEL = "model"
    OPTION = "option"


class Choice(NamedTuple):
    kind: ChoiceKind
    option: str
    """Which option; empty for the mode and the model."""
    value: str | bool

    @property
    def wish(self) -> Wish:
        match self.kind:
            case ChoiceKind.MODE:
                return Wish(mode=str(self.value))
            case ChoiceKind.MODEL:
                return Wish(model=str(self.value))
            case ChoiceKind.OPTION:
                return Wish(options={self.option: self.value})

    async def make(self, connection: "AgentConnection", session: str) -> None:
        """Set it. Raises `AgentError`."""
        match self.kind:
            case ChoiceKind.MODE:
                await connection.set_mode(session, str(self.value))
            case ChoiceKind.MODEL:
                await connection.set_model(session, str(self.value))
            case ChoiceKind.OPTION:
                await connection.set_option(session, self.option, self.value)


def configured(settings: AgentSettings) -> Wish:
    """What the configuration chooses at the start of a session."""
    return Wish(mode=settings.mode, options=settings.options)


def to_make(info: SessionInfo, wish: Wish) -> Iterator[Choice]:
    """What must be set so that the session is as wished: what it has, and what is not so already.

    The model comes first: other options may depend on it.
    """
    if _offers(info.models, wish.model):
        yield Choice(ChoiceKind.MODEL, "", wish.model)
    if _offers(info.modes, wish.mode):
        yield Choice(ChoiceKind.MODE, "", wish.mode)
    for option in info.options:
        value = wish.options.get(option.id)
        if (
            value is None
            or value == option.current
            or isinstance(value, bool) != isinstance(option.current, bool)
        ):
            continue
        if isinstance(value, bool) or any(choice.id == value for choice in option.choices):
            yield Choice(ChoiceKind.OPTION, option.id, value)


def mode_told(words: str, modes: SessionModes | None) -> str:
    """The mode of which Gemini tells a change in words, `[MODE_UPDATE] yolo`; empty when `words` do not."""
    prefix, mark, mode = words.partition("[MODE_UPDATE] ")
    known = modes is not None and any(choice.id == mode for choice in modes.available)
    return mode if mark and not prefix and known else ""


def _offers(modes: SessionModes | None, wanted: str) -> bool:
    """The session has `wanted`, and is not so yet."""
    if modes is None or modes.current == wanted:
        return False
    return any(choice.id == wanted for choice in modes.available)
