"""Going from one conversation to another."""

from sidekicks_tui.locale import _
from sidekicks_tui.model.messages import Role
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.drafts import Drafts
from sidekicks_tui.screens.chat.painter import Painter
from sidekicks_tui.screens.chat.reading import Reading

_OPENED = "open"
"""The note that says which conversation was open last."""


class Navigation:
    def __init__(self, desk: Desk, drafts: Drafts, painter: Painter, reading: Reading) -> None:
        self._desk = desk
        self._reading = reading
        self._drafts = drafts
        self._painter = painter
        self._came_from = ""
        """Where the person was before going to what waited."""

    async def open_first(self) -> None:
        """The conversation that was open last, otherwise the first of the list."""
        keys = self._desk.overview.keys
        last = self._desk.engine.history.note(_OPENED)
        if keys:
            await self.open(last if last in keys else keys[0])

    async def open(self, key: str) -> None:
        """Show the conversation `key`; a direct one is made the first time."""
        desk, overview = self._desk, self._desk.overview
        if key == overview.current:
            return
        if key.startswith("@"):
            made = await desk.engine.channels.direct(key[1:])
            key = made.id
        self._drafts.keep()
        self._reading.leave()
        conversation = desk.engine.channels.conversation(key)
        if overview.channel(key) is None:
            overview.set_channels(desk.engine.channels.list())
        overview.opened(conversation)
        for agent in overview.members(key):
            session = desk.engine.channels.session(key, agent)
            if session is not None:
                overview.sessions[key, agent] = session
        self._reading.show(conversation)
        sent = (message.text for message in conversation.messages if message.role is Role.USER)
        desk.composer.load(desk.engine.channels.draft(key), sent)
        desk.notice.read()
        self._painter.everything()
        if desk.card.request is None or desk.card.has_focus:
            desk.focus(desk.composer)
        await desk.engine.history.put_note(_OPENED, key)

    async def step(self, by: int) -> None:
        """The conversation before (-1) or after (+1) the one in sight, around the end."""
        keys = self._desk.overview.keys
        if keys:
            place = keys.index(self._desk.overview.current) if self._desk.overview.current in keys else 0
            await self.open(keys[(place + by) % len(keys)])

    async def at(self, place: int) -> None:
        """The conversation at `place` of the list, from 1."""
        keys = self._desk.overview.keys
        if place <= len(keys):
            await self.open(keys[place - 1])

    def next_waiting(self) -> None:
        """To what waits: the request in sight, one elsewhere, unread; nothing waits: back."""
        desk = self._desk
        if desk.card.request is not None and not desk.card.has_focus:
            # At once: the next key is meant for it already.
            desk.focus(desk.card.entry)
        else:
            desk.run(self._elsewhere())

    async def _elsewhere(self) -> None:
        desk, overview = self._desk, self._desk.overview
        if waiting := overview.waiting():
            self._came_from = self._came_from or overview.current
            await self.open(waiting)
            if overview.requests_of(overview.current):
                desk.focus(desk.card.entry)
        elif self._came_from in overview.keys and self._came_from != overview.current:
            back, self._came_from = self._came_from, ""
            await self.open(back)
        elif desk.card.has_focus:
            desk.focus(desk.composer)
        else:
            self._came_from = ""
            desk.say(_("Nothing waits."))
