"""Shells in tabs, as the person sees them."""

from pathlib import Path

import pytest

from sidekicks_tui.model.errors import StartError
from tests.screens.terminal.conftest import TerminalSeat, sit_at_terminals

OUT = "ctrl+right_square_bracket"


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24), (40, 20)])
async def test_a_shell_takes_the_whole_screen_but_two_lines(columns: int, rows: int, tmp_path: Path) -> None:
    async with sit_at_terminals(tmp_path, columns, rows) as seat:
        await seat.open()
        assert set(seat.shells.last.sizes) == {(columns, rows - 2)}
        await seat.prints(b"\x1b[999;1Hlast", "last")
        lines = seat.shown.splitlines()
        assert "claude" in lines[0] and "leads out" in lines[0]
        assert lines[-2] == "last"
        assert "Ctrl+]" in lines[-1]


async def test_ctrl_g_t_opens_one_in_the_folder_of_the_channels_agent(seat: TerminalSeat) -> None:
    await seat.press("ctrl+g", "t")
    await seat.until("leads out")
    assert [agent for agent, _pty in seat.shells.started] == ["claude"]

    await seat.press(OUT, "escape")
    assert seat.focused == "Composer"
    await seat.press("ctrl+g", "t")
    assert len(seat.shells.started) == 1


async def test_keys_are_the_shells_until_the_one_that_leads_out(seat: TerminalSeat) -> None:
    await seat.open()
    await seat.type("ls x")
    await seat.press("enter", "ctrl+p", "ctrl+k", "escape")
    assert seat.shells.last.typed == b"ls x\r\x10\x0b\x1b"

    await seat.press(OUT)
    assert "n new" in seat.shown
    await seat.press("enter")
    assert seat.focused == "TerminalView"
    await seat.press(OUT, OUT)
    assert seat.shells.last.typed.endswith(b"\x1b\x1d")
    assert seat.focused == "TerminalView"


async def test_tabs_carry_titles_bells_and_ends(seat: TerminalSeat) -> None:
    await seat.open()
    first = seat.shells.last
    await seat.prints(b"\x1b]2;vim\x07", "1 claude: vim")
    await seat.press(OUT, "n")
    await seat.type("gemini")
    await seat.press("enter")
    await seat.until("2 gemini")
    await seat.until("leads out")

    first.prints(b"\x07")
    await seat.until("1 claude: vim ♪")
    first.exits(3)
    await seat.until("1 claude: vim × ♪")

    await seat.press(OUT, "left")
    assert "♪" not in seat.shown
    assert "ended: status 3" in seat.shown
    await seat.press("right")
    assert "ended" not in seat.shown


async def test_a_shell_that_ended_is_started_anew_by_a_key(seat: TerminalSeat) -> None:
    await seat.open()
    seat.shells.last.exits(-15)
    await seat.until("ended: signal 15")
    await seat.press("enter")
    await seat.until("leads out")

    assert [agent for agent, _pty in seat.shells.started] == ["claude", "claude"]
    await seat.type("x")
    assert seat.shells.last.typed == b"x"

    seat.shells.last.exits(0)
    await seat.until("ended: status 0")
    seat.shells.refuses = StartError("the folder is gone")
    await seat.press("enter")
    await seat.until("the folder is gone")


async def test_closing_asks_while_something_runs(seat: TerminalSeat) -> None:
    await seat.open()
    await seat.press(OUT, "x")
    assert "end everything" in seat.shown
    await seat.press("n")
    assert len(seat.service.list()) == 1

    await seat.press("x", "y")
    await seat.until("No terminal is open.")
    assert seat.service.list() == ()
    assert seat.shells.last.stopped
    await seat.press("enter", "x", "slash", "up")
    assert seat.focused == "Tabs"


async def test_the_next_one_takes_the_place_of_one_that_is_closed(seat: TerminalSeat) -> None:
    await seat.open()
    for agent in ("gemini", "guide"):
        await seat.press(OUT, "n")
        await seat.type(agent)
        await seat.press("enter")
        await seat.until(f"{agent}   ")
        await seat.until("leads out")
    await seat.press(OUT, "left", "x", "y")
    await seat.until("2 guide")

    assert [status.agent for status in seat.service.list()] == ["claude", "guide"]
    assert "gemini" not in seat.shown


async def test_scrolling_and_searching(seat: TerminalSeat) -> None:
    await seat.open()
    await seat.prints(b"\r\n".join(b"line %d" % number for number in range(200)), "line 199")
    await seat.press(OUT, "pageup", "up")
    await seat.until("38 lines below")
    await seat.press("home")
    assert "line 0\n" in seat.shown
    await seat.press("end", "slash")
    assert seat.shells.last.sizes[-1] == (120, 38)
    await seat.type("line 4")
    await seat.until("1/11 found")
    assert "line 49" in seat.shown
    await seat.press("enter")
    await seat.until("2/11 found")
    await seat.press("down")
    await seat.until("1/11 found")

    await seat.type("x")
    await seat.until("not found")
    await seat.press("escape")
    assert seat.focused == "TerminalView"


async def test_what_is_in_sight_is_copied_and_quoted(seat: TerminalSeat) -> None:
    await seat.open()
    await seat.prints(b"make: \x1b[31m*** no rule\x1b[0m", "no rule")
    await seat.press(OUT, "y")
    await seat.until("Copied, if")
    assert set(seat.shells.last.sizes) == {(120, 38)}
    assert seat.seat.pilot.app.clipboard == "make: *** no rule"

    await seat.press("q")
    await seat.until("# general")
    assert seat.seat.chat._desk.composer.text == "make: *** no rule\n"


async def test_the_mouse_copies_what_it_selects(seat: TerminalSeat) -> None:
    await seat.open()
    await seat.prints(b"some words", "some words")
    await seat.seat.pilot.click("TerminalView", offset=(6, 0), times=2)
    await seat.seat.settle()
    assert seat.seat.pilot.app.clipboard == "words"


async def test_why_none_is_opened_is_told(seat: TerminalSeat) -> None:
    seat.shells.refuses = StartError("there is no terminal emulator for this platform")
    await seat.press("alt+t")
    await seat.until("there is no terminal emulator for this platform")
    await seat.press("escape")
    assert seat.focused == "Composer"


async def test_what_is_printed_meanwhile_is_there_on_return(seat: TerminalSeat) -> None:
    await seat.open()
    await seat.press(OUT, "escape")
    seat.shells.last.prints(b"meanwhile")
    await seat.seat.settle()
    assert "meanwhile" not in seat.shown

    await seat.press("alt+t")
    await seat.until("meanwhile")


async def test_foreign_titles_are_text(seat: TerminalSeat) -> None:
    await seat.open()
    await seat.prints("\x1b]2;[b]x[/b]\u202e\x07".encode(), "claude: [b]x[/b]")
    assert "\u202e" not in seat.shown
