"""Esc: closes what is open, the nearest first; nothing open and an answer runs: a second one stops it."""

from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.painter import Painter
from sidekicks_tui.screens.chat.panes import Panes
from sidekicks_tui.screens.chat.speak import Speech


class Escape:
    def __init__(self, desk: Desk, painter: Painter, panes: Panes, speech: Speech) -> None:
        self._desk = desk
        self._painter = painter
        self._panes = panes
        self._speech = speech

    def __call__(self) -> None:
        desk = self._desk
        if desk.composer.close_popup() or self._leave() or self._panes.close() or desk.notice.dismiss():
            return
        channel = desk.overview.current
        if not desk.overview.busy(channel) or channel in desk.overview.cancelling:
            return
        if self._painter.armed:
            self._painter.arm(False)
            desk.run(self._speech.stop())
        else:
            self._painter.arm(True)

    def _leave(self) -> bool:
        """Back to writing from wherever the focus is; whether it was elsewhere."""
        if self._desk.composer.has_focus:
            return False
        self._desk.composer.focus()
        return True
