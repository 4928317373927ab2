"""The terminals' screen on shells without processes, reached from the chat as the person does."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.terminals.service import TerminalService
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.settings import AgentSettings
from tests.core.terminals.fakes import FakePty
from tests.support.fake_engine import FakeEngine
from tests.support.seat import Seat, sit


class Shells:
    """What the service starts: one fake for each, with the agent in whose folder it is."""

    def __init__(self) -> None:
        self.started: list[tuple[str, FakePty]] = []
        self.refuses: SidekicksError | None = None

    async def start(
        self, settings: AgentSettings, cols: int, rows: int
    ) -> tuple[FakePty, Callable[[], None]]:
        if self.refuses is not None:
            raise self.refuses
        pty = FakePty()
        pty.sizes.append((cols, rows))
        self.started.append((settings.name, pty))
        return pty, lambda: None

    @property
    def last(self) -> FakePty:
        return self.started[-1][1]


class TerminalSeat:
    def __init__(self, seat: Seat, service: TerminalService, shells: Shells) -> None:
        self.seat, self.service, self.shells = seat, service, shells
        self.press, self.until, self.type = seat.press, seat.until, seat.type

    @property
    def shown(self) -> str:
        return self.seat.shown

    @property
    def focused(self) -> str:
        return self.seat.focused

    async def open(self) -> None:
        """The first terminal, from the chat."""
        await self.press("alt+t")
        await self.until("leads out")

    async def prints(self, data: bytes, words: str) -> None:
        """The program in sight prints; until the person sees `words`."""
        self.shells.last.prints(data)
        await self.until(words)


@asynccontextmanager
async def sit_at_terminals(folder: Path, columns: int = 120, rows: int = 40) -> AsyncIterator[TerminalSeat]:
    engine = FakeEngine(folder)
    supervisor, shells = Supervisor(engine.bus), Shells()
    service = TerminalService(
        bus=engine.bus, supervisor=supervisor, settings=lambda: engine.config.settings, spawn=shells.start
    )
    engine.terminals = service  # type: ignore[attr-defined]  # only these tests have any
    async with sit(engine, columns, rows) as seat:
        yield TerminalSeat(seat, service, shells)
    await service.close_all()
    await supervisor.close()


@pytest.fixture
async def seat(tmp_path: Path) -> AsyncIterator[TerminalSeat]:
    """A terminal of 120×40."""
    async with sit_at_terminals(tmp_path) as seat:
        yield seat
