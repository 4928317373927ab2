"""What the person does, as the bytes that the program hears of it."""

from typing import Final

from sidekicks_tui.terminal.emulator import MouseAction, MouseButton
from sidekicks_tui.terminal.ghostty.library import (
    Terminal,
    encoded,
    ffi,
    init_sized,
    lib,
    new_object,
    release,
)
from sidekicks_tui.terminal.keys import Key, Modifier

_NAMED: Final = {
    "up": lib.GHOSTTY_KEY_ARROW_UP,
    "down": lib.GHOSTTY_KEY_ARROW_DOWN,
    "left": lib.GHOSTTY_KEY_ARROW_LEFT,
    "right": lib.GHOSTTY_KEY_ARROW_RIGHT,
    "home": lib.GHOSTTY_KEY_HOME,
    "end": lib.GHOSTTY_KEY_END,
    "pageup": lib.GHOSTTY_KEY_PAGE_UP,
    "pagedown": lib.GHOSTTY_KEY_PAGE_DOWN,
    "insert": lib.GHOSTTY_KEY_INSERT,
    "delete": lib.GHOSTTY_KEY_DELETE,
    "enter": lib.GHOSTTY_KEY_ENTER,
    "escape": lib.GHOSTTY_KEY_ESCAPE,
    "tab": lib.GHOSTTY_KEY_TAB,
    "backspace": lib.GHOSTTY_KEY_BACKSPACE,
    **{f"f{number}": getattr(lib, f"GHOSTTY_KEY_F{number}") for number in range(1, 25)},
}
_LETTERS: Final = {chr(ord("a") + place): lib.GHOSTTY_KEY_A + place for place in range(26)} | {
    " ": lib.GHOSTTY_KEY_SPACE
}
_OLD_KEYS: Final = {
    "enter": Modifier.ALT,
    "escape": Modifier.ALT,
    "tab": Modifier.ALT | Modifier.SHIFT,
}
"""The modifiers that xterm tells where a program did not ask for more; the library would tell all."""
_ACTIONS: Final = {
    MouseAction.PRESS: lib.GHOSTTY_MOUSE_ACTION_PRESS,
    MouseAction.RELEASE: lib.GHOSTTY_MOUSE_ACTION_RELEASE,
    MouseAction.MOVE: lib.GHOSTTY_MOUSE_ACTION_MOTION,
}
_BUTTONS: Final = {
    MouseButton.LEFT: lib.GHOSTTY_MOUSE_BUTTON_LEFT,
    MouseButton.MIDDLE: lib.GHOSTTY_MOUSE_BUTTON_MIDDLE,
    MouseButton.RIGHT: lib.GHOSTTY_MOUSE_BUTTON_RIGHT,
    MouseButton.WHEEL_UP: lib.GHOSTTY_MOUSE_BUTTON_FOUR,
    MouseButton.WHEEL_DOWN: lib.GHOSTTY_MOUSE_BUTTON_FIVE,
}


class KeyEncoder:
    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._encoder = new_object("GhosttyKeyEncoder", lib.ghostty_key_encoder_new)
        self._event = new_object("GhosttyKeyEvent", lib.ghostty_key_event_new)
        lib.ghostty_key_event_set_action(self._event[0], lib.GHOSTTY_KEY_ACTION_PRESS)

    def encode(self, key: Key) -> bytes:
        lib.ghostty_key_encoder_setopt_from_terminal(self._encoder[0], self._terminal._t[0])
        if key.name in _NAMED:
            modifiers = key.modifiers
            if key.name in _OLD_KEYS and not self._tells_all():
                modifiers &= _OLD_KEYS[key.name]
            return self._encode(_NAMED[key.name], modifiers, "", 0)
        if len(key.name) != 1:
            return b""
        if key.name in _LETTERS:
            return self._encode(_LETTERS[key.name], key.modifiers, key.text, ord(key.name))
        # Shift has done its part in choosing the character.
        return self._encode(
            lib.GHOSTTY_KEY_UNIDENTIFIED, key.modifiers & ~Modifier.SHIFT, key.text, ord(key.name)
        )

    def close(self) -> None:
        release(self._event, lib.ghostty_key_event_free)
        release(self._encoder, lib.ghostty_key_encoder_free)

    def _encode(self, key: int, modifiers: Modifier, text: str, codepoint: int) -> bytes:
        event = self._event[0]
        data = text.encode("utf-8", "replace")
        kept = ffi.from_buffer(data)
        lib.ghostty_key_event_set_key(event, key)
        lib.ghostty_key_event_set_mods(event, int(modifiers))
        # A capital letter is no letter with Shift: Shift is used up.
        used = modifiers if text and modifiers == Modifier.SHIFT else Modifier.NONE
        lib.ghostty_key_event_set_consumed_mods(event, int(used))
        lib.ghostty_key_event_set_utf8(event, kept if data else ffi.NULL, len(data))
        lib.ghostty_key_event_set_unshifted_codepoint(event, codepoint)
        return encoded(lib.ghostty_key_encoder_encode, self._encoder[0], event)

    def _tells_all(self) -> bool:
        """The program asked to be told the modifiers of every key."""
        return self._encode(lib.GHOSTTY_KEY_ENTER, Modifier.ALT, "", 0) != b"\x1b\r"


class MouseEncoder:
    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._encoder = new_object("GhosttyMouseEncoder", lib.ghostty_mouse_encoder_new)
        self._event = new_object("GhosttyMouseEvent", lib.ghostty_mouse_event_new)
        self._size = init_sized("GhosttyMouseEncoderSize")
        self._size.cell_width = self._size.cell_height = 1
        self._flag = ffi.new("bool*")

    def encode(
        self, action: MouseAction, button: MouseButton, column: int, row: int, modifiers: Modifier
    ) -> bytes:
        encoder, event = self._encoder[0], self._event[0]
        lib.ghostty_mouse_encoder_setopt_from_terminal(encoder, self._terminal._t[0])
        self._size.screen_width, self._size.screen_height = self._terminal.size
        lib.ghostty_mouse_encoder_setopt(encoder, lib.GHOSTTY_MOUSE_ENCODER_OPT_SIZE, self._size)
        self._flag[0] = action is MouseAction.MOVE and button is not MouseButton.NONE
        lib.ghostty_mouse_encoder_setopt(
            encoder, lib.GHOSTTY_MOUSE_ENCODER_OPT_ANY_BUTTON_PRESSED, self._flag
        )
        lib.ghostty_mouse_event_set_action(event, _ACTIONS[action])
        if button in _BUTTONS:
            lib.ghostty_mouse_event_set_button(event, _BUTTONS[button])
        else:
            lib.ghostty_mouse_event_clear_button(event)
        lib.ghostty_mouse_event_set_mods(event, int(modifiers))
        lib.ghostty_mouse_event_set_position(event, {"x": column, "y": row})
        return encoded(lib.ghostty_mouse_encoder_encode, encoder, event)

    def close(self) -> None:
        release(self._event, lib.ghostty_mouse_event_free)
        release(self._encoder, lib.ghostty_mouse_encoder_free)


def encode_paste(text: str, bracketed: bool) -> bytes:
    data = bytearray(text.replace("\r\n", "\n").encode("utf-8", "replace"))
    # It is changed in its place: what could end the brackets, and line feeds.
    return encoded(lib.ghostty_paste_encode, ffi.from_buffer("char[]", data), len(data), bracketed)


def encode_focus(gained: bool) -> bytes:
    return encoded(lib.ghostty_focus_encode, lib.GHOSTTY_FOCUS_GAINED if gained else lib.GHOSTTY_FOCUS_LOST)
