"""Logging in to agents, and stopping those that ignore Stop."""

import sys
from contextlib import nullcontext
from pathlib import Path

from sidekicks_tui.model.sessions import AgentInfo, AuthMethod, AuthVariable
from tests.support.seat import Seat

BROWSER = AuthMethod(id="oauth", name="With a browser")
KEY = AuthMethod(id="key", name="With a key", kind="env_var", variables=(AuthVariable(name="ACME_KEY"),))


async def choose(seat: Seat, *methods: AuthMethod) -> None:
    """Begin to log in to claude; the first of several methods is chosen by its name."""
    seat.engine.agents.infos["claude"] = AgentInfo(auth_methods=methods)
    await seat.choose("log in")
    await seat.type("claude\n")
    await seat.type(f"{methods[0].name}\n")


async def test_the_login_waits_for_the_person_and_is_told_when_it_is_done(seat: Seat) -> None:
    await choose(seat, BROWSER, KEY)
    assert ("authenticate", "claude", "oauth") in seat.engine.asked
    assert "Logging in to claude… Esc gives up." in seat.shown
    seat.engine.agents.logged_in.set()
    await seat.settle()
    assert "Logged in to claude." in seat.shown


async def test_a_login_that_waits_is_given_up_with_esc(seat: Seat) -> None:
    await choose(seat, BROWSER)
    await seat.press("escape")
    assert "The login was given up." in seat.shown
    seat.engine.agents.logged_in.set()
    await seat.settle()
    assert "Logged in" not in seat.shown


async def test_a_login_by_variables_says_what_to_set(seat: Seat) -> None:
    await choose(seat, KEY)
    assert "set ACME_KEY in the environment" in seat.shown


async def test_a_login_in_a_terminal_runs_the_agents_command_and_restarts_the_agent(
    seat: Seat, tmp_path: Path, monkeypatch
) -> None:
    done = tmp_path / "done"
    code = f"import os; open({str(done)!r}, 'w').write(os.environ['WAY'])"
    method = AuthMethod(
        id="tui", name="Here", kind="terminal", command=(sys.executable, "-c", code), env={"WAY": "mine"}
    )
    monkeypatch.setattr(type(seat.pilot.app), "suspend", lambda _app: nullcontext())
    await choose(seat, method)
    await seat.until("Logged in to claude.")
    assert done.read_text() == "mine"
    assert ("restart", "claude") in seat.engine.asked


async def test_an_agent_that_offers_no_login_is_told(seat: Seat) -> None:
    seat.engine.agents.infos["claude"] = AgentInfo()
    await seat.choose("log in")
    await seat.type("claude\n")
    assert "claude offers no way to log in." in seat.shown


async def test_an_agent_that_ignores_stop_may_be_stopped_itself(seat: Seat) -> None:
    seat.engine.channels.turn(seat.general, "claude")
    await seat.press("ctrl+c")
    assert "cancelling…" in seat.shown
    seat.engine.channels.turn(seat.general, "claude", stuck=True)
    await seat.settle()
    assert "claude does not stop: Ctrl+C stops the agent itself" in seat.shown
    await seat.press("ctrl+c")
    assert ("stop", "claude") in seat.engine.asked
