"""Questions of agents: seen, filled in, declined, put off, and told what does not fit."""

import pytest

from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationField,
    ElicitationForm,
    ElicitationUrl,
    FieldKind,
)
from sidekicks_tui.model.events import ElicitationCompleted
from sidekicks_tui.model.sessions import Choice
from tests.support.seat import Seat

STORES = (Choice(id="pg", name="Postgres"), Choice(id="lite", name="SQLite", description="one file"))
FORM = ElicitationForm(
    message="How shall I set the project up?",
    fields=(
        ElicitationField(name="name", title="Name", required=True),
        ElicitationField(name="port", title="Port", kind=FieldKind.INTEGER, default=8000),
        ElicitationField(name="store", title="Store", kind=FieldKind.CHOICE, choices=STORES, required=True),
        ElicitationField(name="extras", title="Extras", kind=FieldKind.CHOICES, choices=STORES),
        ElicitationField(name="ci", title="With CI", kind=FieldKind.BOOLEAN, description="runs the tests"),
    ),
)
ADDRESS = ElicitationUrl(message="Log in, please.", id="1", url="https://good.example@evil.example/[x]?a=1")


async def reach(seat: Seat) -> None:
    """Go to the question, and wait until a key may answer it."""
    await seat.press("alt+a")
    seat.chat._desk.card.question._settled = 0.0


async def test_a_question_is_seen_and_takes_no_key_before_alt_a(seat: Seat) -> None:
    await seat.type("dra")
    seat.engine.channels.question(seat.general, FORM)
    await seat.settle()
    for words in (
        "claude asks you",
        "How shall I set the project up?",
        "Name  needed",
        "○ SQLite   one file",
    ):
        assert words in seat.shown
    await seat.type("ft")
    assert "› draft" in seat.shown
    assert "Alt+A to answer" in seat.shown
    await seat.press("alt+a")
    assert seat.focused == "Input"
    assert "Alt+Enter send   Alt+D decline   Alt+C not now" in seat.shown
    await seat.press("escape")
    assert seat.focused == "Composer"
    assert "claude asks you" in seat.shown
    assert seat.engine.channels.answers == []


async def test_a_form_is_filled_in_with_the_keyboard_alone(seat: Seat) -> None:
    seat.engine.channels.question(seat.general, FORM)
    await seat.settle()
    await reach(seat)
    await seat.type("shop\n")
    await seat.press("backspace", "1", "enter", "down", "enter", "space", "down", "space", "enter", "space")
    await seat.press("enter")
    content = {"name": "shop", "port": 8001, "store": "lite", "extras": ("pg", "lite"), "ci": True}
    assert seat.engine.channels.answers == [(ElicitationAction.ACCEPT, content)]
    assert "claude asks you" not in seat.shown
    assert seat.focused == "Composer"


async def test_what_does_not_fit_is_told_beside_its_field_and_waits_on(seat: Seat) -> None:
    seat.engine.channels.question(seat.general, FORM)
    await seat.settle()
    await reach(seat)
    await seat.press("down")
    await seat.type("x")
    await seat.press("alt+enter")
    assert seat.engine.channels.answers == []
    assert seat.shown.count("! this is needed") == 2
    assert "! this must be a whole number" in seat.shown
    await seat.type("shop")
    await seat.press("down", "ctrl+u", "down", "space", "alt+enter")
    assert seat.engine.channels.answers == [(ElicitationAction.ACCEPT, {"name": "shop", "store": "pg"})]


@pytest.mark.parametrize(
    ("key", "action"), [("alt+d", ElicitationAction.DECLINE), ("alt+c", ElicitationAction.CANCEL)]
)
async def test_a_question_is_declined_or_put_off(seat: Seat, key: str, action: ElicitationAction) -> None:
    seat.engine.channels.question(seat.general, FORM)
    await seat.settle()
    await reach(seat)
    await seat.press(key)
    assert seat.engine.channels.answers == [(action, None)]


async def test_an_address_is_shown_whole_with_where_it_leads_and_opened_only_by_a_key(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    seat.engine.channels.question(seat.general, ADDRESS)
    await seat.settle()
    assert ADDRESS.url in seat.shown
    assert "leads to evil.example" in seat.shown
    await reach(seat)
    await seat.press("y")
    assert seat.pilot.app.clipboard == ADDRESS.url
    assert opened == []
    await seat.press("o")
    await seat.settle()
    assert opened == [ADDRESS.url]
    assert seat.engine.channels.answers == [(ElicitationAction.ACCEPT, None)]


async def test_without_a_browser_an_address_is_copied_and_the_question_waits(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    seat.engine.channels.question(seat.general, ADDRESS)
    await seat.settle()
    await reach(seat)
    await seat.press("o")
    await seat.until("There is no browser")
    assert seat.pilot.app.clipboard == ADDRESS.url
    assert seat.engine.channels.answers == []
    await seat.press("enter")
    assert seat.engine.channels.answers == [(ElicitationAction.ACCEPT, None)]


async def test_no_key_answers_a_question_that_has_just_taken_the_place_of_another(seat: Seat) -> None:
    now = [0.0]
    card = seat.chat._desk.card.question
    card._clock = lambda: now[0]
    seat.engine.channels.question(seat.general, ADDRESS)
    seat.engine.channels.question(seat.general, FORM, agent="gemini")
    await seat.settle()
    await seat.press("alt+a", "alt+d")
    assert seat.engine.channels.answers == []
    now[0] = 1.0
    await seat.press("alt+d", "alt+d")
    assert seat.engine.channels.answers == [(ElicitationAction.DECLINE, None)]
    assert "gemini asks you" in seat.shown
    assert seat.focused == "Input"


async def test_permissions_and_questions_wait_in_one_line(seat: Seat) -> None:
    seat.engine.channels.question(seat.general, ADDRESS)
    seat.engine.channels.ask(seat.general, "make")
    await seat.settle()
    assert "1 of 2" in seat.shown
    assert "claude wants to run" not in seat.shown
    await reach(seat)
    await seat.press("alt+d")
    assert "claude wants to run" in seat.shown
    assert seat.focused == "PermissionCard"


async def test_a_question_that_belongs_to_no_channel_is_seen_in_all(seat: Seat) -> None:
    seat.engine.channels.question("", ADDRESS)
    await seat.press("alt+2")
    assert "Log in, please." in seat.shown


async def test_a_question_is_gone_when_it_is_withdrawn(seat: Seat) -> None:
    id = seat.engine.channels.question(seat.general, FORM)
    await seat.settle()
    await reach(seat)
    await seat.engine.channels.answer_elicitation(id, ElicitationAction.CANCEL)
    await seat.settle()
    assert "claude asks you" not in seat.shown
    assert seat.focused == "Composer"


async def test_foreign_words_of_a_question_are_text(seat: Seat) -> None:
    evil = "[@click=app.quit]x[/] \x1b[31m"
    field = ElicitationField(
        name="a",
        title=evil,
        description=evil,
        kind=FieldKind.CHOICE,
        choices=(Choice(id="1", name=evil, description=evil),),
    )
    seat.engine.channels.question(seat.general, ElicitationForm(message=evil, fields=(field,)))
    await seat.settle()
    assert seat.shown.count("[@click=app.quit]x[/] ␛[31m") == 5


async def test_a_question_is_seen_from_the_agents_screen(seat: Seat) -> None:
    await seat.choose("agents")
    seat.engine.channels.question(seat.general, FORM)
    await seat.settle()
    assert "claude asks in #general" in seat.shown
    await seat.press("alt+a")
    assert seat.focused == "Input"


async def test_what_was_done_in_the_browser_is_told(seat: Seat) -> None:
    seat.engine.happen(ElicitationCompleted(id="1", channel=seat.general))
    await seat.settle()
    assert "what it asked for in the browser is done" in seat.shown
