"""What the person chose for the agents' sessions: mode, model, options. Kept from run to run.

An agent forgets it when it is stopped, and whoever chose a mode that only plans must not find one that edits
the next morning.
"""

import msgspec

from sidekicks_tui.core.channels.choices import Wish
from sidekicks_tui.core.channels.context import Context


class Wishes:
    def __init__(self, context: Context) -> None:
        self._history = context.history
        self._known: dict[str, Wish] = {}

    def of(self, agent: str, channel: str) -> Wish:
        """What was chosen, empty where nothing was."""
        key = _note(agent, channel)
        if key not in self._known:
            self._known[key] = _decoded(self._history.note(key))
        return self._known[key]

    async def add(self, agent: str, channel: str, wish: Wish) -> None:
        """What `wish` says is chosen beside the rest. Raises `HistoryError`, and holds until the end then."""
        key = _note(agent, channel)
        self._known[key] = wish.over(self.of(agent, channel))
        await self._history.put_note(key, msgspec.json.encode(self._known[key]).decode())

    async def forget(self, agent: str, channel: str) -> None:
        """Nothing is chosen any more. Raises `HistoryError`."""
        if self.of(agent, channel) != Wish():
            key = _note(agent, channel)
            self._known[key] = Wish()
            await self._history.put_note(key, "")


def _note(agent: str, channel: str) -> str:
    return f"chosen:{channel}:{agent}"


def _decoded(note: str) -> Wish:
    try:
        return msgspec.json.decode(note, type=Wish) if note else Wish()
    except msgspec.MsgspecError:
        return Wish()  # of another version, perhaps; the person chooses again
