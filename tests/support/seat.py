"""The chat screen on an engine without processes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from sidekicks_tui.app.application import SidekicksApp
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.screens.chat.chat import Chat
from sidekicks_tui.screens.chat.screen import ChatScreen
from sidekicks_tui.widgets.keys import character_key
from tests.support.fake_engine import FakeEngine


class Seat:
    """The person in front of the screen, and the engine behind it."""

    def __init__(self, engine: FakeEngine, pilot: Pilot[int]) -> None:
        self.engine = engine
        self.pilot = pilot
        self.general = next((channel.id for channel in engine.channels.list()), "")

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        """As fast as a terminal sends it; a line feed is Enter."""
        for character in text:
            key = "enter" if character == "\n" else character_key(character)
            self.pilot.app.post_message(events.Key(key, character))
        await self.settle()

    async def choose(self, action: str) -> None:
        """An action of the palette, by letters of its name."""
        await self.press("ctrl+p")
        await self.type(action)
        await self.press("enter")

    async def settle(self) -> None:
        """Until what was begun is done and painted."""
        for _ in range(3):
            await self.pilot.pause()

    async def until(self, words: str) -> None:
        """Until the person sees `words`; the test's time limit ends it otherwise."""
        while words not in self.shown:
            await self.pilot.pause(0.01)

    @property
    def chat(self) -> Chat:
        screen = self.pilot.app.screen_stack[0]
        assert isinstance(screen, ChatScreen)
        assert screen._chat is not None
        return screen._chat

    def row(self, y: int) -> str:
        return self.rows()[y]

    def rows(self) -> list[str]:
        """The screen as the person sees it."""
        width = self.pilot.app.size.width
        update = self.pilot.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).ljust(width) for strip in update]

    @property
    def shown(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows())

    @property
    def focused(self) -> str:
        widget: Widget | None = self.pilot.app.focused
        return type(widget).__name__ if widget else ""


@asynccontextmanager
async def sit(engine: FakeEngine, columns: int = 120, rows: int = 40) -> AsyncIterator[Seat]:
    """The screen in a terminal of that size, once the engine is there."""

    async def open_engine() -> Engine:
        return cast(Engine, engine)

    app = SidekicksApp(open_engine)
    async with app.run_test(size=(columns, rows)) as pilot:
        while app._chat_screen._chat is None:
            await pilot.pause()
        seat = Seat(engine, pilot)
        await seat.settle()
        yield seat
