"""What the person wants of a session's mode, model and options, and what must be set for it."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sidekicks_tui.core.channels.setup import ChoiceKind, option_for
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError
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

    async def make(self, connection: "AgentConnection", session: SessionInfo) -> None:
        """Set it. Raises `AgentError`."""
        option = self.option
        if self.kind is not ChoiceKind.OPTION and (stands_for := option_for(session.options, self.kind)):
            option = stands_for.id
        if option:
            await connection.set_option(session.id, option, self.value)
        elif self.kind is ChoiceKind.MODE:
            await connection.set_mode(session.id, str(self.value))
        else:
            await connection.set_model(session.id, str(self.value))


def configured(settings: AgentSettings) -> Wish:
    """What the configuration chooses at the start of a session."""
    return Wish(mode=settings.mode, options=settings.options)


def to_make(info: SessionInfo, wish: Wish) -> Iterator[Choice]:
    """What must be set so that the session is as wished: what it has, and what is not so already.

    The model comes first: other options may depend on it. `info` is `aligned`.
    """
    if _offers(info.models, wish.model):
        yield Choice(ChoiceKind.MODEL, "", wish.model)
    if _offers(info.modes, wish.mode):
        yield Choice(ChoiceKind.MODE, "", wish.mode)
    decided = {
        option
        for kind, value in ((ChoiceKind.MODE, wish.mode), (ChoiceKind.MODEL, wish.model))
        if value and (option := option_for(info.options, kind))
    }
    for option in info.options:
        value = None if option in decided else wish.options.get(option.id)
        if (
            value is None
            or value == option.current
            or isinstance(value, bool) != isinstance(option.current, bool)
        ):
            continue
        if isinstance(value, bool) or any(choice.id == value for choice in option.choices):
            yield Choice(ChoiceKind.OPTION, option.id, value)


def offered(info: SessionInfo, choice: Choice) -> Choice:
    """`choice` as one of the session's mode or model, if its option is that.

    Raises `UsageError` for what the session does not offer: some agents take any word, and are then in a mode
    that nobody knows. But a model may be one that is not listed: Codex lists the one that the person has
    configured only until another one is chosen.
    """
    option = next((each for each in info.options if each.id == choice.option), None)
    if choice.kind is ChoiceKind.OPTION and option is None:
        _check("option", choice.option, (each.id for each in info.options))
    if option is not None:
        for kind in (ChoiceKind.MODE, ChoiceKind.MODEL):
            if option is option_for(info.options, kind):
                choice = Choice(kind, "", choice.value)
    if choice.kind is ChoiceKind.MODE:
        _check("mode", choice.value, (each.id for each in info.modes.available) if info.modes else ())
    elif choice.kind is ChoiceKind.MODEL:
        if info.models is None:
            _check("model", choice.value, ())
    elif option is not None and not isinstance(option.current, bool):
        _check(choice.option, choice.value, (each.id for each in option.choices))
    elif not isinstance(choice.value, bool):
        raise UsageError(_("{option} is a switch: it is on or off").format(option=choice.option))
    return choice


def _check(what: str, value: str | bool, offers: Iterable[str]) -> None:
    values = list(offers)
    if value not in values:
        known = f"it has {', '.join(values)}" if values else "it has none"
        raise UsageError(
            _("the session has no {what} {value}: {known}").format(what=what, value=value, known=known)
        )


def _offers(modes: SessionModes | None, wanted: str) -> bool:
    """The session has `wanted`, and is not so yet."""
    if modes is None or modes.current == wanted:
        return False
    return any(choice.id == wanted for choice in modes.available)
