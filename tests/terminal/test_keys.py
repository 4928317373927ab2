"""Keys as xterm tells them, and as the kitty protocol does where a program asked for it."""

import pytest

from sidekicks_tui.terminal import new_emulator
from sidekicks_tui.terminal.keys import Key, Modifier, read_key

XTERM = {
    "a": b"a",
    "A": b"A",
    "é": "é".encode(),
    "你": "你".encode(),
    "space": b" ",
    "question_mark": b"?",
    "enter": b"\r",
    "shift+enter": b"\r",
    "alt+enter": b"\x1b\r",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
    "ctrl+tab": b"\t",
    "escape": b"\x1b",
    "alt+escape": b"\x1b\x1b",
    "backspace": b"\x7f",
    "alt+backspace": b"\x1b\x7f",
    "ctrl+a": b"\x01",
    "ctrl+c": b"\x03",
    "ctrl+z": b"\x1a",
    "ctrl+at": b"\x00",
    "ctrl+space": b"\x00",
    "ctrl+backslash": b"\x1c",
    "ctrl+right_square_bracket": b"\x1d",
    "ctrl+circumflex_accent": b"\x1e",
    "ctrl+underscore": b"\x1f",
    "ctrl+slash": b"\x1f",
    "alt+a": b"\x1ba",
    "alt+shift+a": b"\x1bA",
    "alt+less_than_sign": b"\x1b<",
    "alt+full_stop": b"\x1b.",
    "alt+ctrl+a": b"\x1b\x01",
    "up": b"\x1b[A",
    "shift+right": b"\x1b[1;2C",
    "ctrl+left": b"\x1b[1;5D",
    "alt+down": b"\x1b[1;3B",
    "ctrl+shift+home": b"\x1b[1;6H",
    "end": b"\x1b[F",
    "pageup": b"\x1b[5~",
    "ctrl+pagedown": b"\x1b[6;5~",
    "insert": b"\x1b[2~",
    "delete": b"\x1b[3~",
    "f1": b"\x1bOP",
    "f4": b"\x1bOS",
    "f5": b"\x1b[15~",
    "f12": b"\x1b[24~",
    "shift+f1": b"\x1b[1;2P",
    "ctrl+f5": b"\x1b[15;5~",
}
KITTY = {
    "a": b"a",
    "A": b"A",
    "enter": b"\r",
    "shift+enter": b"\x1b[13;2u",
    "ctrl+tab": b"\x1b[9;5u",
    "escape": b"\x1b[27u",
    "ctrl+a": b"\x1b[97;5u",
    "alt+shift+a": b"\x1b[97;4u",
    "ctrl+slash": b"\x1b[47;5u",
    "ctrl+at": b"\x1b[64;5u",
    "up": b"\x1b[A",
    "ctrl+left": b"\x1b[1;5D",
}


def pressed(spelling: str) -> Key:
    return read_key(spelling, spelling if len(spelling) == 1 else {"question_mark": "?"}.get(spelling))


@pytest.mark.parametrize("spelling", XTERM)
def test_as_xterm_does(spelling: str) -> None:
    assert new_emulator(80, 24).encode_key(pressed(spelling)) == XTERM[spelling]


@pytest.mark.parametrize("spelling", KITTY)
def test_as_the_kitty_protocol_does_where_asked(spelling: str) -> None:
    emulator = new_emulator(80, 24)
    emulator.feed(b"\x1b[>1u")
    assert emulator.encode_key(pressed(spelling)) == KITTY[spelling]

    emulator.feed(b"\x1b[<u")
    assert emulator.encode_key(pressed(spelling)) == XTERM[spelling]


def test_application_cursor_keys() -> None:
    emulator = new_emulator(80, 24)
    emulator.feed(b"\x1b[?1h")
    told = [emulator.encode_key(pressed(key)) for key in ("up", "home", "ctrl+up")]

    assert told == [b"\x1bOA", b"\x1bOH", b"\x1b[1;5A"]


def test_modify_other_keys() -> None:
    emulator = new_emulator(80, 24)
    emulator.feed(b"\x1b[>4;2m")

    assert emulator.encode_key(pressed("shift+enter")) == b"\x1b[27;2;13~"
    assert emulator.encode_key(pressed("ctrl+a")) == b"\x1b[27;5;97~"


def test_a_key_that_has_no_bytes_tells_nothing() -> None:
    assert new_emulator(80, 24).encode_key(Key("volume_up")) == b""


def test_how_keys_are_spelled() -> None:
    assert read_key("ctrl+shift+up", None) == Key("up", Modifier.CTRL | Modifier.SHIFT)
    assert read_key("A", "A") == Key("a", Modifier.SHIFT, "A")
    assert read_key("alt+shift+a", None) == Key("a", Modifier.ALT | Modifier.SHIFT, "A")
    assert read_key("latin_small_letter_e_with_acute", "é") == Key("é", Modifier.NONE, "é")
    assert read_key("plus", "+") == Key("+", Modifier.NONE, "+")
