"""The terminal as the person sees it and types into it, without a process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Button

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.terminals.output import Output
from sidekicks_tui.core.terminals.shell import Shell
from sidekicks_tui.terminal import new_emulator
from sidekicks_tui.widgets.terminal.view import TerminalView
from tests.core.terminals.fakes import FakePty

OUT = "ctrl+right_square_bracket"


class TerminalApp(App[None]):
    BINDINGS = [  # noqa: RUF012  as Textual has it
        Binding("ctrl+k", "tell('ctrl+k')", priority=True),
        Binding("alt+a", "tell('alt+a')", priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        self.view = TerminalView()
        self.view.ways_out = (OUT,)
        self.view.outside = ("alt+a",)
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.view
        yield Button("elsewhere")

    def action_tell(self, what: str) -> None:
        self.told.append(what)

    def on_terminal_view_left(self) -> None:
        self.told.append("left")

    def on_terminal_view_restart_wanted(self) -> None:
        self.told.append("restart")

    def on_terminal_view_selected(self, message: TerminalView.Selected) -> None:
        self.told.append(message.text)


class Sight:
    """A terminal in sight, and the process that is not there behind it."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None], shell: Shell, pty: FakePty) -> None:
        self.app, self.pilot, self.shell, self.pty = app, pilot, shell, pty

    async def prints(self, data: bytes) -> None:
        self.pty.prints(data)
        await self.settle()

    async def press(self, *keys: str) -> bytes:
        """What the program hears of `keys`."""
        self.pty.typed.clear()
        await self.pilot.press(*keys)
        await self.settle()
        return bytes(self.pty.typed)

    async def settle(self) -> None:
        for _ in range(5):
            await self.pilot.pause()
        while self.app.view._due is not None:
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    def row(self, y: int) -> str:
        return self.app.view.render_line(y).text.rstrip()

    def rows(self) -> list[str]:
        return [self.row(y) for y in range(self.app.view.size.height)]


@asynccontextmanager
async def terminal(columns: int = 40, rows: int = 13) -> AsyncIterator[Sight]:
    bus = Bus()
    supervisor = Supervisor(bus)
    shell = Shell("t", "a", new_emulator(80, 24), Output("t", bus), supervisor.spawn, lambda: None)
    pty = FakePty()
    app = TerminalApp()
    async with app.run_test(size=(columns, rows)) as pilot:
        shell.start(pty)
        app.view.show(shell)
        app.view.focus()
        sight = Sight(app, pilot, shell, pty)
        await sight.settle()
        yield sight
    await shell.stop()
    await supervisor.close()


@pytest.fixture
async def sight() -> AsyncIterator[Sight]:
    async with terminal() as sight:
        yield sight


async def test_the_program_learns_the_size_and_every_other_one(sight: Sight) -> None:
    assert sight.pty.sizes == [(40, 10)]

    await sight.pilot.resize_terminal(50, 20)
    await sight.settle()
    assert sight.pty.sizes[-1] == (50, 17)
    assert sight.shell.emulator.size == (50, 17)


async def test_what_is_printed_is_seen(sight: Sight) -> None:
    await sight.prints("one\r\n\x1b[31m你two\x1b[0m".encode())

    assert sight.rows()[:3] == ["one", "你two", ""]


async def test_a_flood_is_painted_at_most_thirty_times_a_second(
    sight: Sight, monkeypatch: pytest.MonkeyPatch
) -> None:
    paints = 0
    take_over = sight.app.view._take_over

    def counted() -> list[int]:
        nonlocal paints
        paints += 1
        return take_over()

    monkeypatch.setattr(sight.app.view, "_take_over", counted)
    loop = asyncio.get_running_loop()
    start = loop.time()
    for number in range(2000):
        sight.pty.prints(b"line %d\r\n" % number)
        if number % 50 == 0:
            await sight.pilot.pause()
    await sight.settle()

    assert 1 <= paints <= (loop.time() - start) * 30 + 2
    assert sight.rows()[-2] == "line 1999"


async def test_keys_are_the_programs_but_those_that_lead_out(sight: Sight) -> None:
    assert await sight.press("a", "ctrl+k", "up", "f5", "ctrl+c", "escape", "tab") == (
        b"a\x0b\x1b[A\x1b[15~\x03\x1b\t"
    )
    assert sight.app.told == []

    assert await sight.press("alt+a", OUT) == b""
    assert sight.app.told == ["alt+a", "left"]


async def test_application_cursor_keys_and_kitty(sight: Sight) -> None:
    await sight.prints(b"\x1b[?1h")
    assert await sight.press("up") == b"\x1bOA"
    await sight.prints(b"\x1b[>1u")
    assert await sight.press("escape") == b"\x1b[27u"


async def test_a_paste_is_bracketed_where_asked(sight: Sight) -> None:
    await sight.prints(b"\x1b[?2004h")
    sight.pty.typed.clear()
    sight.app.post_message(events.Paste("a\nb"))
    await sight.settle()

    assert sight.pty.typed == b"\x1b[200~a\nb\x1b[201~"


async def test_the_focus_is_told_where_asked(sight: Sight) -> None:
    await sight.prints(b"\x1b[?1004h")
    sight.pty.typed.clear()
    sight.app.query_one(Button).focus()
    await sight.settle()
    sight.app.view.focus()
    await sight.settle()

    assert sight.pty.typed == b"\x1b[O\x1b[I"


async def test_scrolling_back_by_keys_and_wheel_until_something_is_typed(sight: Sight) -> None:
    await sight.prints(b"\r\n".join(b"line %d" % number for number in range(50)))
    assert await sight.press("shift+pageup") == b""
    assert sight.rows() == [f"line {number}" for number in range(31, 41)]

    await sight.press("shift+home")
    assert sight.row(0) == "line 0"
    await sight.press("shift+pagedown")
    assert sight.row(0) == "line 9"
    await sight.pilot._post_mouse_events([events.MouseScrollUp], TerminalView)
    await sight.settle()
    assert sight.row(0) == "line 6"

    assert await sight.press("x") == b"x"
    assert sight.row(9) == "line 49"


async def test_on_the_alternate_screen_these_are_the_programs(sight: Sight) -> None:
    await sight.prints(b"\x1b[?1049h")
    assert await sight.press("shift+pageup") == b"\x1b[5;2~"

    await sight.prints(b"\x1b[?1007h")
    sight.pty.typed.clear()
    await sight.pilot._post_mouse_events([events.MouseScrollDown], TerminalView)
    await sight.settle()
    assert sight.pty.typed == b"\x1b[B" * 3


async def test_the_mouse_selects_and_copies(sight: Sight) -> None:
    await sight.prints(b"one two\r\nthree")
    await sight.pilot.mouse_down(TerminalView, offset=(4, 0))
    await sight.pilot.hover(TerminalView, offset=(2, 1))
    await sight.pilot.mouse_up(TerminalView, offset=(2, 1))
    await sight.settle()
    assert sight.app.told == ["two\nthr"]

    await sight.pilot.click(TerminalView, offset=(1, 0), times=2)
    await sight.settle()
    assert sight.app.told[-1] == "one"
    assert sight.app.view.text() == "one"


async def test_the_mouse_is_the_programs_where_asked_but_with_shift(sight: Sight) -> None:
    await sight.prints(b"one two\x1b[?1002;1006h")
    sight.pty.typed.clear()
    await sight.pilot.mouse_down(TerminalView, offset=(4, 0))
    await sight.pilot.mouse_up(TerminalView, offset=(4, 0))
    await sight.settle()
    assert sight.pty.typed == b"\x1b[<0;5;1M\x1b[<0;5;1m"
    assert sight.app.told == []

    sight.pty.typed.clear()
    await sight.pilot.mouse_down(TerminalView, offset=(4, 0), shift=True)
    await sight.pilot.hover(TerminalView, offset=(6, 0))
    await sight.pilot.mouse_up(TerminalView, offset=(6, 0), shift=True)
    await sight.settle()
    assert sight.pty.typed == b""
    assert sight.app.told == ["two"]


async def test_without_a_selection_the_text_is_what_is_in_sight(sight: Sight) -> None:
    await sight.prints(b"\r\none  \r\n two")
    assert sight.app.view.text() == "one\n two"


async def test_after_the_end_enter_asks_for_another_shell(sight: Sight) -> None:
    sight.pty.exits(1)
    await sight.settle()

    assert await sight.press("a", "enter") == b""
    assert sight.app.told == ["restart"]


async def test_what_is_drawn_together_is_seen_together(sight: Sight) -> None:
    await sight.prints(b"before")
    sight.pty.prints(b"\x1b[?2026h\x1b[2J\x1b[Hhalf")
    for _ in range(5):
        await sight.pilot.pause()
    assert sight.row(0) == "before"

    await sight.prints(b" and half\x1b[?2026l")
    assert sight.row(0) == "half and half"


async def test_who_never_ends_drawing_is_seen_all_the_same(sight: Sight) -> None:
    await sight.prints(b"\x1b[?2026hstuck")
    assert sight.row(0) == "stuck"


async def test_another_terminal_takes_its_place(sight: Sight) -> None:
    await sight.prints(b"first")
    other = new_emulator(80, 24)
    other.feed(b"second")
    bus = Bus()
    shell = Shell("u", "a", other, Output("u", bus), Supervisor(bus).spawn, lambda: None)
    sight.app.view.show(shell)
    await sight.settle()
    assert sight.row(0) == "second"
    assert other.size == (40, 10)

    await sight.prints(b" goes on")
    assert sight.row(0) == "second"
    sight.app.view.show(None)
    await sight.settle()
    assert sight.row(0) == ""
    assert await sight.press("a") == b""

    sight.app.view.show(sight.shell)
    await sight.settle()
    assert sight.row(0) == "first goes on"


async def test_colours_of_the_theme_are_told_to_who_asks(sight: Sight) -> None:
    sight.pty.typed.clear()
    await sight.prints(b"\x1b]11;?\x1b\\")

    assert sight.pty.typed.startswith(b"\x1b]11;rgb:")
