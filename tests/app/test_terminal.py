"""The screen in a real terminal: whatever ends it, the terminal is given back and the engine closed."""

import signal

import psutil
import pytest

from tests.app.conftest import Open, end_of

GIVEN_BACK = ("\x1b[?1049l", "\x1b[?1003l", "\x1b[?1006l", "\x1b[?2004l", "\x1b[?25h", "\x1b[<u")
"""Alternate screen, mouse, bracketed paste, cursor, keyboard protocol."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_signal_gives_the_terminal_back_and_closes_the_engine(open_screen: Open, number: int) -> None:
    child = open_screen()
    child.kill(number)
    written = end_of(child)
    assert all(sequence in written for sequence in GIVEN_BACK)
    assert f"ended with {128 + number}, closed: True" in written
    assert child.exitstatus == 128 + number


@pytest.mark.parametrize("before", ["", "trap '' HUP; "])
def test_a_terminal_that_is_gone_ends_it_also_with_the_signal_ignored(open_screen: Open, before: str) -> None:
    child = open_screen(before=before)
    process = psutil.Process(child.pid)
    child.ptyproc.fileobj.close()
    child.ptyproc.closed = child.closed = True
    process.wait(timeout=20)


def test_a_bug_gives_the_terminal_back_and_is_one_line(open_screen: Open) -> None:
    written = end_of(open_screen("broken", until="Sidekicks"))
    assert all(sequence in written for sequence in GIVEN_BACK)
    assert "ended by RuntimeError('a bug'), closed: True" in written
    assert "Traceback" not in written


def test_several_lines_pasted_without_marks_and_alt_enter_send_nothing(open_screen: Open) -> None:
    child = open_screen()
    child.send("one\rtwo\rthree")
    child.send("\x1b\rfour\r")
    child.expect("four")  # as a whole in the conversation; its echo came letter by letter
    child.kill(signal.SIGTERM)
    assert r"sent: ['one\ntwo\nthree\nfour']" in end_of(child)
