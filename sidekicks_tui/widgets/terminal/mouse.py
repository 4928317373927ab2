"""The mouse on a terminal: the program's where it asked for it, otherwise it scrolls and selects."""

from typing import Final

from textual import events

from sidekicks_tui.terminal import Emulator
from sidekicks_tui.terminal.emulator import Mode, MouseAction, MouseButton
from sidekicks_tui.terminal.keys import Key, Modifier

_BUTTONS: Final = {1: MouseButton.LEFT, 2: MouseButton.MIDDLE, 3: MouseButton.RIGHT}
_WHEEL_ROWS: Final = 3


def wheel(emulator: Emulator, event: events.MouseEvent, *, up: bool) -> bytes:
    """Scroll; what the program is to be told, where it is the program that scrolls."""
    if _is_programs(emulator, event):
        button = MouseButton.WHEEL_UP if up else MouseButton.WHEEL_DOWN
        return emulator.encode_mouse(MouseAction.PRESS, button, event.x, event.y, _modifiers(event))
    if emulator.on_alternate_screen:
        # There is no scrollback: pagers and editors scroll by arrows.
        if emulator.mode(Mode.WHEEL_AS_ARROWS):
            return emulator.encode_key(Key("up" if up else "down")) * _WHEEL_ROWS
        return b""
    emulator.scroll(-_WHEEL_ROWS if up else _WHEEL_ROWS)
    return b""


class Pointer:
    """A button that goes down, moves and comes up again."""

    def __init__(self) -> None:
        self._down = MouseButton.NONE
        self._is_programs = False
        self._selects = False
        self._at: tuple[int, int] | None = None

    def press(self, emulator: Emulator, event: events.MouseDown) -> bytes:
        self._down = _BUTTONS.get(event.button, MouseButton.NONE)
        self._at = (event.x, event.y)
        self._is_programs = _is_programs(emulator, event)
        self._selects = False
        if self._is_programs:
            return self._told(emulator, MouseAction.PRESS, event)
        emulator.unselect()
        return b""

    def move(self, emulator: Emulator, event: events.MouseMove) -> bytes:
        if self._at == (event.x, event.y):
            return b""
        start, self._at = self._at, (event.x, event.y)
        if self._down is MouseButton.NONE:
            return self._told(emulator, MouseAction.MOVE, event) if _is_programs(emulator, event) else b""
        if self._is_programs:
            return self._told(emulator, MouseAction.MOVE, event)
        if self._down is MouseButton.LEFT and start is not None:
            if not self._selects:
                self._selects = True
                emulator.select(*start)
            self._select_to(emulator, event)
        return b""

    def release(self, emulator: Emulator, event: events.MouseUp) -> tuple[bytes, str]:
        """What the program is to be told, and what was selected."""
        is_programs, selects = self._is_programs, self._selects
        told = self._told(emulator, MouseAction.RELEASE, event) if is_programs else b""
        self._down, self._is_programs, self._selects = MouseButton.NONE, False, False
        return told, emulator.selected_text() if selects else ""

    def click(self, emulator: Emulator, event: events.Click) -> str:
        """What was selected by a second or third click at one place."""
        if _is_programs(emulator, event) or event.button != 1 or event.chain not in (2, 3):
            return ""
        if event.chain == 2:
            emulator.select_word(event.x, event.y)
        else:
            emulator.select_line(event.x, event.y)
        return emulator.selected_text()

    def _told(self, emulator: Emulator, action: MouseAction, event: events.MouseEvent) -> bytes:
        column, row = _inside(emulator, event)
        return emulator.encode_mouse(action, self._down, column, row, _modifiers(event))

    def _select_to(self, emulator: Emulator, event: events.MouseMove) -> None:
        """Up to where the mouse is; outside of the terminal, what lies there comes into sight."""
        rows = emulator.size[1]
        if event.y < 0:
            emulator.scroll(event.y)
        elif event.y >= rows:
            emulator.scroll(event.y - rows + 1)
        emulator.select_to(*_inside(emulator, event))


def _is_programs(emulator: Emulator, event: events.MouseEvent) -> bool:
    """Shift takes the mouse from the program."""
    return emulator.takes_mouse and not event.shift


def _inside(emulator: Emulator, event: events.MouseEvent) -> tuple[int, int]:
    columns, rows = emulator.size
    return min(max(0, event.x), columns - 1), min(max(0, event.y), rows - 1)


def _modifiers(event: events.MouseEvent) -> Modifier:
    modifiers = Modifier.NONE
    if event.shift:
        modifiers |= Modifier.SHIFT
    if event.ctrl:
        modifiers |= Modifier.CTRL
    if event.meta:
        modifiers |= Modifier.ALT
    return modifiers
