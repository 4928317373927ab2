"""The panel beside the conversation: what it shows, and what is changed from there."""

from collections.abc import AsyncIterator

import pytest

from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.channels import Usage
from sidekicks_tui.model.events import MessageDelta, SessionChanged, UsageChanged
from sidekicks_tui.model.messages import PlanEntry, PlanPart
from sidekicks_tui.model.sessions import Choice, SessionInfo, SessionModes, SessionOption
from tests.support.fake_engine import FakeEngine
from tests.support.seat import Seat, sit

MODES = SessionModes(current="ask", available=(Choice(id="ask", name="Ask"), Choice(id="plan", name="Plan")))
MODELS = SessionModes(current="s", available=(Choice(id="s", name="Small"), Choice(id="l", name="Large")))
EFFORT = (Choice(id="low", name="Low"), Choice(id="high", name="High"))
SESSION = SessionInfo(
    id="s",
    title="Errors of the parser",
    modes=MODES,
    models=MODELS,
    options=(
        SessionOption(id="model", name="Model", category="model", current="s", choices=MODELS.available),
        SessionOption(id="effort", name="Effort", current="low", choices=EFFORT),
        SessionOption(id="fast", name="Fast", current=False),
    ),
)


@pytest.fixture
async def seat(engine: FakeEngine) -> AsyncIterator[Seat]:
    engine.channels.sessions["claude"] = SESSION
    async with sit(engine) as seat:
        yield seat


async def test_it_shows_members_how_they_are_set_up_and_what_they_used(seat: Seat) -> None:
    seat.engine.agents.become("gemini", AgentState.ERROR, "gemini was not found\nat all")
    usage = Usage(used=100_000, size=200_000, cost=1.5)
    seat.engine.happen(UsageChanged(channel=seat.general, agent="claude", usage=usage))
    await seat.press("alt+m")
    for words in ("MEMBERS", "Errors of the parser", "Ask", "Small", "Low", "off", "100k/200k · $1.50"):
        assert words in seat.shown
    assert "━━━━━━━━━━──────────" in seat.shown
    assert "gemini was not found" in seat.shown
    assert "Model " not in seat.shown, "the option that stands for the model is told once"
    seat.engine.happen(SessionChanged(channel=seat.general, agent="claude", title="Another title"))
    await seat.settle()
    assert "Another title" in seat.shown
    assert "Small" in seat.shown


async def test_alt_m_opens_it_and_closes_it_and_esc_leads_back_to_writing(seat: Seat) -> None:
    await seat.press("alt+m")
    assert seat.focused == "SidePanel"
    await seat.press("escape")
    assert seat.focused == "Composer"
    assert "MEMBERS" in seat.shown
    await seat.press("alt+m", "alt+m")
    assert "MEMBERS" not in seat.shown
    assert seat.focused == "Composer"


async def test_mode_model_and_options_are_changed_from_there(seat: Seat) -> None:
    await seat.press("alt+m", "enter")
    await seat.type("pl\n")
    await seat.press("down", "enter")
    await seat.type("lar\n")
    await seat.press("j", "enter")
    await seat.type("hi\n")
    await seat.press("j", "enter")
    assert seat.engine.asked == [
        ("set_mode", seat.general, "claude", "plan"),
        ("set_model", seat.general, "claude", "l"),
        ("set_option", seat.general, "claude", "effort", "high"),
        ("set_option", seat.general, "claude", "fast", "True"),
    ]


async def test_the_mode_is_changed_with_shift_tab_while_writing(seat: Seat) -> None:
    await seat.press("shift+tab")
    assert ("set_mode", seat.general, "claude", "plan") in seat.engine.asked
    assert "claude: Plan" in seat.shown


async def test_the_plan_ticks_itself_off(seat: Seat) -> None:
    entries = (PlanEntry(content="read", status="in_progress"), PlanEntry(content="write"))
    message = seat.engine.channels.say(seat.general, "", "claude", PlanPart(entries=entries), done=False)
    await seat.press("alt+m")
    assert "PLAN" in seat.shown
    assert "◐ read" in _panel(seat)
    ticked = PlanPart(entries=(PlanEntry(content="read", status="completed"), entries[1]))
    seat.engine.happen(
        MessageDelta(channel=seat.general, message_id=message.id, index=0, kind="plan", part=ticked)
    )
    await seat.settle()
    assert "☑ read" in _panel(seat)
    await seat.press("alt+2")
    assert "PLAN" not in seat.shown


async def test_a_queued_message_is_taken_back_to_be_edited(seat: Seat) -> None:
    seat.engine.channels.turn(seat.general, "claude", queued=1)
    message = seat.engine.channels.say(seat.general, "and the tests", queued=True)
    await seat.type("draft")
    await seat.press("alt+m")
    assert "QUEUED" in seat.shown
    await seat.press(*["down"] * 9, "enter")
    assert ("drop_queued", seat.general, message.id) in seat.engine.asked
    assert "› and the tests" in seat.shown
    assert "draft" in seat.shown
    assert seat.focused == "Composer"
    assert "QUEUED" not in seat.shown
    assert "not sent" in seat.shown


async def test_a_queued_message_is_dropped_and_up_brings_it_back(seat: Seat) -> None:
    message = seat.engine.channels.say(seat.general, "and the tests", queued=True)
    await seat.press("alt+m", *["down"] * 9, "x")
    assert ("drop_queued", seat.general, message.id) in seat.engine.asked
    assert "Up brings it back" in seat.shown
    await seat.press("escape", "up")
    assert "› and the tests" in seat.shown


async def test_dropping_means_nothing_on_other_lines(seat: Seat) -> None:
    await seat.press("alt+m", "x")
    assert seat.engine.asked == []


async def test_it_covers_a_narrow_terminal_and_foreign_words_are_text(engine: FakeEngine) -> None:
    engine.channels.sessions["claude"] = SessionInfo(id="s", title="[@click=app.quit]x[/] \x1b[31m")
    async with sit(engine, 40, 20) as seat:
        await seat.press("alt+m")
        assert "MEMBERS" in seat.shown
        assert "[@click=app.quit]x[/] ␛[31m" in seat.shown


def _panel(seat: Seat) -> str:
    return "\n".join(row[86:] for row in seat.rows())
