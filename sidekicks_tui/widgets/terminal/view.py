"""A terminal as the person sees it and types into it.

Painted from the rows that changed, at most 30 times a second, whatever the flood, and only while it is in
sight. All keys are the program's but one, which leads out, and those that the screen around it asked for.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from sidekicks_tui.core.terminals.shell import Shell
from sidekicks_tui.terminal.emulator import Cursor, Mode
from sidekicks_tui.terminal.keys import read_key
from sidekicks_tui.widgets.painting import paint_now
from sidekicks_tui.widgets.terminal.drawing import Mark, cursor_mark, draw
from sidekicks_tui.widgets.terminal.mouse import Pointer, wheel

_FRAME: Final = 1 / 30
_LONGEST_HOLD: Final = 0.5
"""Seconds that a program may keep the sight as it was (synchronized output)."""
_SCROLL_KEYS: Final = ("shift+pageup", "shift+pagedown", "shift+home", "shift+end")


class TerminalView(Widget, can_focus=True):
    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"terminal--selection"}  # noqa: RUF012  as Textual has it
    DEFAULT_CSS = """
    TerminalView { height: 1fr; width: 1fr; }
    TerminalView .terminal--selection { color: $background; background: $accent; }
    """

    class Left(Message):
        """The key that leads out was pressed."""

    class RestartWanted(Message):
        """The shell has ended, and the person wants another one."""

    class Changed(Message):
        """Title, bells, exit status or position may be others."""

    class Selected(Message):
        """The mouse selected text: it is to be copied."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__()
        self.ways_out: Collection[str] = ()
        """Keys that lead out."""
        self.outside: Collection[str] = ()
        """Keys that are not the terminal's: they go to the screen around it."""
        self._shell: Shell | None = None
        self._stop_listening: Callable[[], None] | None = None
        self._strips: list[Strip] = []
        self._cursor: Cursor | None = None
        self._stale = True
        self._due: asyncio.TimerHandle | None = None
        self._painted_at = 0.0
        self._held_since: float | None = None
        self._pointer = Pointer()

    @property
    def shell(self) -> Shell | None:
        return self._shell

    def show(self, shell: Shell | None) -> None:
        """Show another terminal, or none."""
        if self._stop_listening is not None:
            self._stop_listening()
            self._stop_listening = None
        self._shell = shell
        if shell is not None:
            self._stop_listening = shell.listen(self.happened)
            self._use_colours()
            self._fit()
        self._paint_all()

    def scroll_rows(self, rows: int) -> None:
        """Towards newer rows, or older ones when negative."""
        if self._shell is not None:
            self._shell.emulator.scroll(rows)
            self.happened()

    def scroll_pages(self, pages: int) -> None:
        self.scroll_rows(pages * max(1, self.size.height - 1))

    def scroll_to_start(self) -> None:
        if self._shell is not None:
            self.scroll_rows(-self._shell.emulator.position.total)

    def scroll_to_end(self) -> None:
        if self._shell is not None and self._shell.emulator.position.below:
            self._shell.emulator.scroll_to_end()
            self.happened()

    def type(self, data: bytes) -> None:
        """As if the person had typed it: the sight goes to the end."""
        if self._shell is not None and data:
            self.scroll_to_end()
            self._shell.type(data)

    def type_key(self, key: str) -> None:
        """As if the person had pressed `key` in the shell."""
        if self._shell is not None:
            self.type(self._shell.emulator.encode_key(read_key(key, None)))

    def text(self) -> str:
        """What is selected, or else all that is in sight."""
        if self._shell is None:
            return ""
        emulator = self._shell.emulator
        rows = (emulator.row(place).text.rstrip() for place in range(emulator.size[1]))
        return emulator.selected_text() or "\n".join(rows).strip("\n")

    def happened(self) -> None:
        """The terminal may look different: see to it, soon."""
        self._stale = True
        if self._due is not None or not self.is_attached or not self.screen.is_current:
            return
        loop = asyncio.get_running_loop()
        wait = max(0.0, self._painted_at + _FRAME - loop.time())
        self._due = loop.call_later(wait, self.call_later, self._paint)

    # Painting

    def render_lines(self, crop: Region) -> list[Strip]:
        if self._stale:  # another screen was shown meanwhile
            self.happened()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        if y >= len(self._strips):
            return Strip.blank(self.size.width, self.rich_style)
        if self._cursor is not None and self._cursor.row == y and self._shell is not None:
            mark = cursor_mark(self._cursor.column, self._cursor.shape, focused=self.has_focus)
            return self._drawn(y, mark)
        return self._strips[y]

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self.is_mounted:
            self._use_colours()
            self._paint_all()

    def _paint(self) -> None:
        self._due = None
        if not self.is_attached or self._shell is None:
            return
        now = asyncio.get_running_loop().time()
        if self._is_held(now):
            self._painted_at = now
            self.happened()
            return
        self._painted_at = now
        regions = [Region(0, y, self.size.width, 1) for y in self._take_over()]
        if regions:
            self.refresh(*regions)
            paint_now(self)
        self.post_message(self.Changed())

    def _is_held(self, now: float) -> bool:
        """The program is in the middle of drawing, and said so."""
        if self._shell is None or not self._shell.emulator.mode(Mode.SYNCHRONIZED):
            self._held_since = None
            return False
        if self._held_since is None:
            self._held_since = now
        return now - self._held_since < _LONGEST_HOLD

    def _take_over(self) -> list[int]:
        """Draw what changed; returns the rows that are to be painted."""
        self._stale = False
        if self._shell is None:
            self._strips = []
            return []
        emulator = self._shell.emulator
        before, changed = self._cursor, set(emulator.update())
        self._cursor = emulator.cursor
        rows = emulator.size[1]
        if len(self._strips) != rows:
            self._strips = [Strip([])] * rows
            changed = set(range(rows))
        for y in changed:
            self._strips[y] = self._drawn(y)
        if before != self._cursor:
            changed |= {cursor.row for cursor in (before, self._cursor) if cursor is not None}
        if self._cursor is not None and self.has_focus:
            self.app.cursor_position = self.content_region.offset + Offset(
                self._cursor.column, self._cursor.row
            )
        return sorted(changed)

    def _drawn(self, y: int, *marks: Mark) -> Strip:
        assert self._shell is not None
        row = self._shell.emulator.row(y)
        if row.selected is not None:
            first, last = row.selected
            style = self.get_component_rich_style("terminal--selection")
            marks = (Mark(first, last + 1, style), *marks)
        return draw(row, self.size.width, self.rich_style, marks)

    def _paint_all(self) -> None:
        self._strips = []
        self._cursor = None
        self._take_over()
        self.refresh()

    def _use_colours(self) -> None:
        if self._shell is not None:
            _, _, background, foreground = self.colors
            self._shell.emulator.use_colours(foreground.rgb, background.rgb)

    # Size and focus

    def on_mount(self) -> None:
        # Textual tells a widget of its new size only if nobody asked for a size since the change began.
        self.screen.screen_layout_refresh_signal.subscribe(self, self._laid_out, immediate=True)

    def on_unmount(self) -> None:
        if self._stop_listening is not None:
            self._stop_listening()

    def _laid_out(self, _screen: Screen[object]) -> None:
        self._fit()

    def _fit(self) -> None:
        if self._shell is None or not self.size.width or not self.size.height:
            return
        if self._shell.emulator.size != self.size:
            self._shell.resize(*self.size)
            self._paint_all()

    def on_focus(self) -> None:
        self._focus_changed(True)

    def on_blur(self) -> None:
        self._focus_changed(False)

    def _focus_changed(self, focused: bool) -> None:
        if self._shell is not None:
            self._shell.type(self._shell.emulator.encode_focus(focused))
        self.refresh()

    # Keys and mouse

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return key not in self.outside

    def on_key(self, event: events.Key) -> None:
        if event.key in self.outside or self._shell is None:
            return
        event.stop()
        event.prevent_default()
        emulator = self._shell.emulator
        if event.key in self.ways_out:
            self.post_message(self.Left())
        elif event.key in _SCROLL_KEYS and not emulator.on_alternate_screen:
            self._scroll(event.key)
        elif self._shell.exit_status is not None:
            if event.key == "enter":
                self.post_message(self.RestartWanted())
        else:
            emulator.unselect()
            self.type(emulator.encode_key(read_key(event.key, event.character)))

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self._shell is not None:
            self.type(self._shell.emulator.encode_paste(event.text))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self._shell is not None:
            self.capture_mouse()
            self.type(self._pointer.press(self._shell.emulator, event))
            self.happened()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._shell is not None:
            self.type(self._pointer.move(self._shell.emulator, event))
            if event.button:
                self.happened()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()
        if self._shell is not None:
            told, selected = self._pointer.release(self._shell.emulator, event)
            self.type(told)
            self._copy(selected)

    def on_click(self, event: events.Click) -> None:
        if self._shell is not None:
            self._copy(self._pointer.click(self._shell.emulator, event))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, up=True)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, up=False)

    def _wheel(self, event: events.MouseEvent, *, up: bool) -> None:
        event.stop()
        if self._shell is not None:
            self._shell.type(wheel(self._shell.emulator, event, up=up))
            self.happened()

    def _scroll(self, key: str) -> None:
        match key:
            case "shift+pageup":
                self.scroll_pages(-1)
            case "shift+pagedown":
                self.scroll_pages(1)
            case "shift+home":
                self.scroll_to_start()
            case _:
                self.scroll_to_end()

    def _copy(self, text: str) -> None:
        if text:
            self.post_message(self.Selected(text))
            self.happened()
