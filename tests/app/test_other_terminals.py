"""What terminals that are not the usual ones are sent, byte for byte."""

import re
import signal

import pexpect

from tests.app.conftest import Open, end_of

COLORS = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:[349][0-8]|10[0-7])(?:;[0-9;]*)?m")
NOTIFIED = "\a\x1b]9;Sidekicks #general: claude has answered\x1b\\"


def all_of(child: "pexpect.spawn[str]") -> str:
    """Everything that it wrote, once the palette was opened and closed and a line written."""
    written = f"{child.before}{child.after}"
    child.send("\x10")
    child.expect("Quit|Switch to")
    written += f"{child.before}{child.after}"
    child.send("\x1b")
    child.send("caf\u00e9")
    child.kill(signal.SIGTERM)
    return written + end_of(child)


def test_no_color_is_kept(open_screen: Open) -> None:
    assert COLORS.search("\x1b[1;38;5;253m") and COLORS.search("\x1b[97m") and not COLORS.search("\x1b[1;7m")
    written = all_of(open_screen(NO_COLOR="1"))
    assert "\x1b[7m" in written
    assert COLORS.findall(written) == []


def test_sixteen_colours_are_enough(open_screen: Open) -> None:
    written = all_of(open_screen(TERM="xterm-16color", COLORTERM=""))
    assert COLORS.search(written)
    assert not re.search(r"\x1b\[[0-9;]*[34]8;[25];", written)


def test_a_terminal_without_unicode_is_sent_none(open_screen: Open) -> None:
    written = all_of(open_screen(LC_ALL="C"))
    assert written.isascii()
    assert "* claude answers" in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written)


def test_the_person_who_looks_elsewhere_is_called(open_screen: Open) -> None:
    child = open_screen(TERM_PROGRAM="", VTE_VERSION="", KITTY_WINDOW_ID="")
    child.kill(signal.SIGUSR1)
    child.expect("Done")
    child.send("\x1b[O")
    for _ in range(20):
        child.kill(signal.SIGUSR1)
        if child.expect_exact([NOTIFIED, pexpect.TIMEOUT], timeout=0.5) == 0:
            break
    else:
        raise AssertionError("nobody was called")
    child.send("\x1b[I")
    child.kill(signal.SIGTERM)
    end_of(child)
