"""The settings screen on a real engine, whose agents do not run, in a home folder of its own."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias, cast

import pytest
from textual.pilot import Pilot

from sidekicks_tui.app.application import SidekicksApp
from sidekicks_tui.config import load
from sidekicks_tui.core.config_choice import choose
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.screens.settings.screen import SettingsScreen
from tests.support.fake_engine import FakeEngine
from tests.support.seat import Seat

TEXT = """\
# mine
theme: textual-dark
language: en
agents:
  - name: guide   # helps
    command: [sidekicks, guide]
channels:
  - name: general
    members: [guide]
"""


class SettingsSeat(Seat):
    """The person in front of the settings."""

    def __init__(self, app: SidekicksApp, pilot: Pilot[int], path: Path) -> None:
        super().__init__(cast(FakeEngine, app._engine), pilot)
        self.app = app
        self.path = path

    @property
    def now(self) -> Engine:
        """The engine that is in use now."""
        assert self.app._engine is not None
        return self.app._engine

    @property
    def screen(self) -> SettingsScreen:
        screen = self.app.screen_stack[1]
        assert isinstance(screen, SettingsScreen)
        return screen

    @property
    def text(self) -> str:
        return self.screen._editor.text

    async def open(self) -> None:
        await self.press("ctrl+g")
        await self.press("s")
        await self.until("Alt+S save")
        await self.looked()

    async def rewrite(self, text: str) -> None:
        """`text` in the place of everything, as the person's own edit, looked at."""
        self.screen._editor.replace_all(text)
        await self.looked()

    async def looked(self) -> None:
        await self.settle()
        if looking := [worker for worker in self.app.workers if worker.group == "look"]:
            await self.app.workers.wait_for_complete(looking)
        await self.settle()

    async def set(self, action: str) -> None:
        """An entry of the menu of all settings."""
        await self.press("ctrl+p")
        await self.type(action)
        await self.press("enter")


Sit: TypeAlias = Callable[..., AbstractAsyncContextManager[SettingsSeat]]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    path = tmp_path / "config.yaml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def sit(path: Path) -> Sit:
    @asynccontextmanager
    async def sit(columns: int = 120, rows: int = 40) -> AsyncIterator[SettingsSeat]:
        async def open_engine() -> Engine:
            return Engine.open(choose(str(path), path.parent), load(path))

        app = SidekicksApp(open_engine)
        try:
            async with app.run_test(size=(columns, rows)) as pilot:
                while app._chat_screen._chat is None:
                    await pilot.pause(0.01)
                seat = SettingsSeat(app, pilot, path)
                await seat.open()
                yield seat
        finally:
            await app.close_engine()

    return sit


@pytest.fixture
async def seat(sit: Sit) -> AsyncIterator[SettingsSeat]:
    async with sit() as seat:
        yield seat
