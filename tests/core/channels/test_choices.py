from pathlib import Path

from sidekicks_tui.core.channels.choices import Choice, ChoiceKind, Wish, configured, mode_told, to_make
from sidekicks_tui.model.sessions import Choice as Offer
from sidekicks_tui.model.sessions import SessionInfo, SessionModes, SessionOption
from sidekicks_tui.model.settings import AgentSettings


def offers(*names: str) -> tuple[Offer, ...]:
    return tuple(Offer(id=name, name=name.title()) for name in names)


INFO = SessionInfo(
    id="s",
    modes=SessionModes(current="ask", available=offers("ask", "code")),
    models=SessionModes(current="small", available=offers("small", "large")),
    options=(
        SessionOption(id="effort", name="Effort", current="low", choices=offers("low", "high")),
        SessionOption(id="fast", name="Fast", current=False),
    ),
)


def test_a_mode_that_is_told_in_words_is_one_that_the_session_has() -> None:
    assert mode_told("[MODE_UPDATE] code", INFO.modes) == "code"
    assert mode_told("[MODE_UPDATE] dance", INFO.modes) == ""
    assert mode_told("See: [MODE_UPDATE] code", INFO.modes) == ""
    assert mode_told("code", INFO.modes) == ""
    assert mode_told("[MODE_UPDATE] code", None) == ""


def made(wish: Wish, info: SessionInfo = INFO) -> list[tuple[str, str, str | bool]]:
    return [(choice.kind, choice.option, choice.value) for choice in to_make(info, wish)]


def test_what_differs_is_set_the_model_first() -> None:
    wish = Wish(mode="code", model="large", options={"effort": "high", "fast": True})
    assert made(wish) == [
        ("model", "", "large"),
        ("mode", "", "code"),
        ("option", "effort", "high"),
        ("option", "fast", True),
    ]


def test_what_is_so_already_or_is_not_offered_is_left_alone() -> None:
    assert made(Wish(mode="ask", model="small", options={"effort": "low", "fast": False})) == []
    assert made(Wish(mode="plan", model="huge", options={"effort": "max", "colour": "red"})) == []
    assert made(Wish(options={"effort": True, "fast": "yes"})) == []
    assert made(Wish(mode="code", model="large"), SessionInfo(id="s")) == []


def test_a_wish_stands_over_another_where_it_says_something() -> None:
    settings = AgentSettings(
        name="a", command=("x",), workspace=Path("/"), mode="plan", options={"effort": "low", "fast": True}
    )
    chosen = Choice(ChoiceKind.OPTION, "effort", "high").wish.over(Choice(ChoiceKind.MODEL, "", "large").wish)
    assert chosen.over(configured(settings)) == Wish(
        mode="plan", model="large", options={"effort": "high", "fast": True}
    )
    assert Choice(ChoiceKind.MODE, "", "code").wish.over(configured(settings)).mode == "code"
