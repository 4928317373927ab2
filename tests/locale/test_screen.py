"""The chat in French, on the smallest usual terminal."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from sidekicks_tui import locale
from tests.support.fake_engine import FakeEngine
from tests.support.seat import Seat, sit


@pytest.fixture
async def seat(tmp_path: Path) -> AsyncIterator[Seat]:
    engine = FakeEngine(tmp_path)
    engine.config.settings = replace(engine.config.settings, language="fr")
    async with sit(engine, columns=80, rows=24) as seat:
        yield seat
    locale.use("en")


async def test_everything_around_a_conversation_is_french(seat: Seat) -> None:
    seat.engine.channels.say(seat.general, "@claude regarde")
    seat.engine.channels.turn(seat.general, "claude")
    await seat.settle()
    for words in (
        "0 sur 3 en marche",
        "vous",
        "claude répond",
        "Écrivez un message",
        "Ctrl+P actions",
        "aide",
    ):
        assert words in seat.shown


async def test_a_request_is_french_and_its_options_are_the_agents_own(seat: Seat) -> None:
    seat.engine.channels.ask(seat.general, "claude")
    await seat.settle()
    assert "claude veut exécuter" in seat.shown
    assert "1 Allow" in seat.shown
    await seat.press("alt+a")
    assert "revenir à la rédaction" in seat.row(23)


async def test_palette_and_help_are_french(seat: Seat) -> None:
    await seat.press("ctrl+p")
    await seat.type("quitter")
    assert "› Quitter" in seat.shown
    await seat.press("escape", "f1")
    assert "Touches qui agissent ici" in seat.shown
    assert "Maj+Entrée" in seat.shown


async def test_errors_are_french(seat: Seat) -> None:
    await seat.choose("supprimer ce salon")
    assert "Supprimer #general avec tout son historique" in seat.shown
