"""Rings the bell and shows a notification when something happens while nobody looks."""

import os
from collections.abc import Callable

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.model.settings import NotificationSettings
from sidekicks_tui.widgets.notifications.occasions import FOLLOWED, Occasions
from sidekicks_tui.widgets.notifications.sequences import BELL, dialect, notification


class Notifier:
    """`write` takes a sequence for the terminal; `somebody_looks` and `settings` are asked each time."""

    def __init__(
        self,
        bus: Bus,
        *,
        write: Callable[[str], None],
        somebody_looks: Callable[[], bool],
        settings: Callable[[], NotificationSettings],
        label: Callable[[str], str],
    ) -> None:
        self._bus = bus
        self._write = write
        self._somebody_looks = somebody_looks
        self._settings = settings
        self._label = label
        self._dialect = dialect()
        self._in_tmux = bool(os.environ.get("TMUX"))
        self._occasions = Occasions()

    async def follow(self) -> None:
        """For ever."""
        async with self._bus.subscribe(*FOLLOWED) as events:
            async for event in events:
                occasion = self._occasions.tell(event)
                if occasion is not None and not self._somebody_looks():
                    self._notify(occasion.channel, occasion.words)

    def _notify(self, channel: str, words: str) -> None:
        settings = self._settings()
        sequence = BELL if settings.bell else ""
        if settings.desktop:
            title = f"Sidekicks {self._label(channel)}" if channel else "Sidekicks"
            sequence += notification(title, words, self._dialect, in_tmux=self._in_tmux)
        if sequence:
            self._write(sequence)
