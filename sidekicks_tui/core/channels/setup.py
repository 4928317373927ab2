"""How a session is set up: its mode, its model and its options.

ACP has two ways to tell and to choose a mode or a model: lists of their own, and options of the categories
`mode` and `model`, which are to take their place. Agents have the first, the second, or both of which only
one follows a change. Here a session has one mode and one model: those of the option, where there is one.
"""

from enum import StrEnum

import msgspec

from sidekicks_tui.model.sessions import SessionInfo, SessionModes, SessionOption


class ChoiceKind(StrEnum):
    MODE = "mode"
    MODEL = "model"
    OPTION = "option"


def option_for(options: tuple[SessionOption, ...], kind: ChoiceKind) -> SessionOption | None:
    """The option that is the session's mode or model; None when it has none such."""
    fitting = [option for option in options if option.category == kind and option.choices]
    return next((option for option in fitting if option.id == kind), fitting[0] if fitting else None)


def aligned(info: SessionInfo) -> SessionInfo:
    """`info` with the mode and the model that its options tell, where they do."""
    modes, models = option_for(info.options, ChoiceKind.MODE), option_for(info.options, ChoiceKind.MODEL)
    return msgspec.structs.replace(
        info,
        modes=info.modes if modes is None else _as_modes(modes),
        models=info.models if models is None else _as_modes(models),
    )


def now(info: SessionInfo, kind: ChoiceKind, current: str) -> SessionInfo:
    """`info` with `current` for its mode or model, which the agent, or we, have changed."""
    option = option_for(info.options, kind)
    if option is not None:
        changed = msgspec.structs.replace(option, current=current)
        options = tuple(changed if each is option else each for each in info.options)
        return aligned(msgspec.structs.replace(info, options=options))
    if kind is ChoiceKind.MODE and info.modes is not None:
        return msgspec.structs.replace(info, modes=msgspec.structs.replace(info.modes, current=current))
    if kind is ChoiceKind.MODEL and info.models is not None:
        return msgspec.structs.replace(info, models=msgspec.structs.replace(info.models, current=current))
    return info


def mode_told(words: str, modes: SessionModes | None) -> str:
    """The mode of which Gemini tells a change in words, `[MODE_UPDATE] yolo`; empty when `words` do not."""
    prefix, mark, mode = words.partition("[MODE_UPDATE] ")
    known = modes is not None and any(choice.id == mode for choice in modes.available)
    return mode if mark and not prefix and known else ""


def _as_modes(option: SessionOption) -> SessionModes:
    return SessionModes(current=str(option.current), available=option.choices)
