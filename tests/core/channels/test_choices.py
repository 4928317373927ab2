from pathlib import Path

import pytest

from sidekicks_tui.core.channels.choices import Choice, Wish, configured, offered, to_make
from sidekicks_tui.core.channels.setup import ChoiceKind
from sidekicks_tui.model.errors import UsageError
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


BY_OPTION = SessionInfo(
    id="s",
    modes=SessionModes(current="build", available=offers("build", "plan")),
    options=(
        SessionOption(
            id="agent", name="Mode", category="mode", current="build", choices=offers("build", "plan")
        ),
    ),
)


def test_an_option_that_is_the_mode_is_set_once() -> None:
    assert made(Wish(mode="plan"), BY_OPTION) == [("mode", "", "plan")]
    assert made(Wish(mode="plan", options={"agent": "build"}), BY_OPTION) == [("mode", "", "plan")]
    assert made(Wish(options={"agent": "plan"}), BY_OPTION) == [("option", "agent", "plan")]


def test_choosing_the_option_that_is_the_mode_is_choosing_the_mode() -> None:
    chosen = offered(BY_OPTION, Choice(ChoiceKind.OPTION, "agent", "plan"))
    assert chosen == Choice(ChoiceKind.MODE, "", "plan")
    assert offered(INFO, Choice(ChoiceKind.OPTION, "effort", "high")).kind is ChoiceKind.OPTION


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Choice(ChoiceKind.MODE, "", "dance"), "the session has no mode dance: it has ask, code"),
        (Choice(ChoiceKind.OPTION, "colour", "red"), "the session has no option colour: it has effort, fast"),
        (Choice(ChoiceKind.OPTION, "effort", "max"), "the session has no effort max: it has low, high"),
        (Choice(ChoiceKind.OPTION, "effort", True), "the session has no effort True: it has low, high"),
        (Choice(ChoiceKind.OPTION, "fast", "yes"), "fast is a switch: it is on or off"),
    ],
)
def test_what_the_session_does_not_offer_is_refused(choice: Choice, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        offered(INFO, choice)


def test_a_model_may_be_one_that_is_not_listed() -> None:
    choice = Choice(ChoiceKind.MODEL, "", "huge")
    assert offered(INFO, choice) == choice


@pytest.mark.parametrize("kind", [ChoiceKind.MODE, ChoiceKind.MODEL])
def test_a_session_without_modes_or_models_says_so(kind: ChoiceKind) -> None:
    with pytest.raises(UsageError, match=f"no {kind} x: it has none"):
        offered(SessionInfo(id="s"), Choice(kind, "", "x"))
