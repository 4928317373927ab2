"""A shell's reading, typing and end, without a process."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from sidekicks_tui.core.bus import Bus, Subscription
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.terminals.output import Output
from sidekicks_tui.core.terminals.shell import Shell
from sidekicks_tui.model.events import TerminalExit, TerminalOutput
from sidekicks_tui.terminal import new_emulator
from tests.core.terminals.fakes import FakePty, Flood


class Desk:
    def __init__(self) -> None:
        self.bus = Bus()
        self.supervisor = Supervisor(self.bus)
        self.shell = Shell(
            "t",
            "a",
            new_emulator(20, 5),
            Output("t", self.bus),
            self.supervisor.spawn,
            lambda: self.bus.publish(TerminalExit(id="t")),
        )

    def text(self) -> str:
        self.shell.emulator.update()
        return "\n".join(self.shell.emulator.row(place).text.rstrip() for place in range(5)).rstrip()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not true():
                await asyncio.sleep(0)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    desk = Desk()
    yield desk
    await desk.shell.stop()
    await desk.supervisor.close()


async def test_it_shows_what_is_printed_and_tells_who_listens(desk: Desk) -> None:
    told: list[None] = []
    end = desk.shell.listen(lambda: told.append(None))
    pty = FakePty()
    desk.shell.start(pty)

    pty.prints(b"hello \x1b]2;title\x07\x07")
    await desk.until(lambda: bool(told))
    assert desk.text() == "hello"
    assert (desk.shell.status.title, desk.shell.status.bells) == ("title", 1)

    end()
    end()
    pty.prints(b"again")
    await desk.until(lambda: desk.text() == "hello again")
    assert len(told) == 1


async def test_what_is_typed_and_what_programs_ask_is_written_in_order(desk: Desk) -> None:
    pty = FakePty()
    desk.shell.start(pty)

    desk.shell.type(b"ls")
    desk.shell.type(b"\r")
    await desk.shell.typed()
    assert pty.typed == b"ls\r"

    pty.prints(b"\x1b[6n")
    await desk.until(lambda: pty.typed.endswith(b"R"))
    assert pty.typed == b"ls\r\x1b[1;1R"


async def test_who_never_reads_its_answers_is_read_no_further(desk: Desk) -> None:
    pty = Flood(b"\x1b[6n" * 1000)
    pty.takes_input.clear()
    desk.shell.start(pty)

    await desk.until(lambda: pty.reads > 5)
    for _ in range(100):
        await asyncio.sleep(0)
    stuck = pty.reads
    for _ in range(100):
        await asyncio.sleep(0)
    assert pty.reads == stuck

    pty.takes_input.set()
    await desk.until(lambda: pty.reads > stuck)


async def test_a_flood_leaves_turns_to_everybody_else(desk: Desk) -> None:
    pty = Flood(b"y\r\n" * 1000)
    desk.shell.start(pty)

    for _ in range(20):
        await asyncio.sleep(0)
    assert pty.reads > 0
    await desk.shell.stop()
    assert pty.stopped


async def test_reading_waits_for_who_subscribed_to_the_output_and_is_behind(desk: Desk) -> None:
    pty = Flood(b"y\r\n" * 1000)
    async with desk.bus.subscribe(TerminalOutput) as output:
        desk.shell.start(pty)
        for _ in range(1000):
            await asyncio.sleep(0)
        stuck = pty.reads
        assert stuck * 3000 < 20 * 32 * 1024
        for _ in range(100):
            await asyncio.sleep(0)
        assert pty.reads == stuck

        received = await anext(output)
        assert isinstance(received, TerminalOutput) and len(received.data) <= 32 * 1024
        for _ in range(20):
            await anext(output)
        assert pty.reads > stuck


async def drain(output: Subscription) -> bytes:
    """What was told until the shell ended."""
    data = b""
    async with asyncio.timeout(10):
        async for event in output:
            if isinstance(event, TerminalExit):
                break
            assert isinstance(event, TerminalOutput)
            event.data.decode()
            data += event.data
    return data


async def test_the_end_comes_after_all_that_was_printed(desk: Desk) -> None:
    pty = FakePty()
    async with desk.bus.subscribe(TerminalOutput, TerminalExit) as output:
        desk.shell.start(pty)
        encoded = "añ你😀".encode() * 20_000
        for place in range(0, len(encoded), 4095):
            pty.prints(encoded[place : place + 4095])
        pty.exits(3)

        assert await drain(output) == encoded
    assert desk.shell.exit_status == 3


async def test_half_a_character_at_the_end_is_told_as_it_is(desk: Desk) -> None:
    pty = FakePty()
    async with desk.bus.subscribe(TerminalOutput, TerminalExit) as output:
        desk.shell.start(pty)
        pty.prints("a你".encode()[:-1])
        pty.exits(0)
        data = [event.data async for event in output_until_exit(output)]

    assert data == [b"a", "你".encode()[:-1]]


async def output_until_exit(output: Subscription) -> AsyncIterator[TerminalOutput]:
    async for event in output:
        if isinstance(event, TerminalExit):
            return
        assert isinstance(event, TerminalOutput)
        yield event


async def test_who_comes_late_is_told_from_then_on(desk: Desk) -> None:
    pty = FakePty()
    desk.shell.start(pty)
    pty.prints(b"before" + "你".encode()[:1])
    await desk.until(lambda: desk.text() == "before")

    async with desk.bus.subscribe(TerminalOutput, TerminalExit) as output:
        pty.prints("你".encode()[1:] + b"after")
        pty.exits(0)
        assert await drain(output) == "你after".encode()


async def test_jobs_may_print_after_the_shell_has_ended(desk: Desk) -> None:
    pty = FakePty()
    desk.shell.start(pty)
    pty.exits(0)
    await desk.until(lambda: desk.shell.exit_status == 0)

    pty.prints(b"done")
    await desk.until(lambda: desk.text() == "done")
    desk.shell.type(b"nobody hears it")
    assert pty.typed == b""


async def test_a_resize_is_told_once(desk: Desk) -> None:
    pty = FakePty()
    desk.shell.start(pty)
    desk.shell.resize(20, 5)
    desk.shell.resize(30, 7)
    desk.shell.resize(30, 7)

    assert pty.sizes == [(30, 7)]
    assert desk.shell.emulator.size == (30, 7)


async def test_typing_ends_with_the_terminal(desk: Desk) -> None:
    pty = FakePty()
    pty.takes_input.clear()
    desk.shell.start(pty)
    desk.shell.type(b"x")
    waiting = asyncio.create_task(desk.shell.typed())
    await asyncio.sleep(0)

    await desk.shell.stop()
    await waiting
