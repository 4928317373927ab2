"""Esc: closes what is open, the nearest first; nothing open and an answer runs: a second one stops it."""

from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.login import Login
from sidekicks_tui.screens.chat.painter import Painter
from sidekicks_tui.screens.chat.panes import Panes
from sidekicks_tui.screens.chat.speak import Speech


class Escape:
    def __init__(self, desk: Desk, painter: Painter, panes: Panes, speech: Speech, login: Login) -> None:
        self._desk = desk
        self._painter = painter
        self._panes = panes
        self._speech = speech
        self._login = login

    def __call__(self) -> None:
        desk = self._desk
        nearest = (
            desk.composer.close_popup,
            desk.search.close,
            self._is_elsewhere,
            self._login.give_up,
            self._panes.close,
            desk.notice.dismiss,
        )
        if any(close() for close in nearest):
            desk.focus(desk.composer)
            return
        channel = desk.overview.current
        if not desk.overview.busy(channel):
            return
        if channel in desk.overview.cancelling and not desk.overview.stuck:
            return
        if self._painter.armed:
            self._painter.arm(False)
            desk.run(self._speech.stop())
        else:
            self._painter.arm(True)

    def _is_elsewhere(self) -> bool:
        """The focus is among the messages, or on a request: there, Esc leads back to writing."""
        return not self._desk.composer.has_focus
