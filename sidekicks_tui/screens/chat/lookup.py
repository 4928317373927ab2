"""Finding things by a few letters: the switcher, the palette, and search everywhere."""

from collections.abc import Callable, Sequence

from sidekicks_tui.locale import _
from sidekicks_tui.model.visible import visible_line
from sidekicks_tui.screens.chat import paint
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.navigate import Navigation
from sidekicks_tui.screens.chat.reading import Reading
from sidekicks_tui.widgets.actions import ACTIONS
from sidekicks_tui.widgets.choices import Choice

_EXCERPT = 60
"""Characters that stand around what was found."""


class Lookup:
    def __init__(
        self, desk: Desk, navigation: Navigation, reading: Reading, do: Callable[[str], object]
    ) -> None:
        self._desk = desk
        self._reading = reading
        self._navigation = navigation
        self._do = do

    async def palette(self) -> None:
        """Every action by its name."""
        actions = [action for action in ACTIONS if action.in_palette]
        choices = [Choice(action.id, action.name, hint=self._desk.keymap.shown(action)) for action in actions]
        if chosen := await self._choose(_("What do you want to do?"), choices):
            self._do(chosen.key)

    async def switch(self) -> None:
        """To a conversation, or a command of the agents in the one in sight."""
        chosen = await self._choose(_("Where to?"), [*self._conversations(), *self._commands()])
        if chosen is None:
            return
        if chosen.key.startswith("/"):
            self._desk.composer.write(f"{chosen.key} ")
            self._desk.focus(self._desk.composer)
        else:
            await self._navigation.open(chosen.key)

    async def everywhere(self, query: str) -> None:
        """Messages of all conversations that hold the words; the one that is chosen is gone to."""
        from sidekicks_tui.screens.chooser import Chooser

        chooser = Chooser(
            _("Search everywhere"), self._messages, nothing=_("No message holds these words."), query=query
        )
        if chosen := await self._desk.screen.app.push_screen_wait(chooser):
            channel, _slash, message = chosen.key.partition("/")
            await self._navigation.open(channel)
            await self._reading.show_message(message)

    async def _messages(self, query: str) -> Sequence[Choice]:
        if not query.strip():
            return []
        found = await self._desk.engine.channels.search(query)
        return [
            Choice(
                f"{message.channel}/{message.id}",
                f"{self._desk.overview.label(message.channel)} {message.agent or _('you')}",
                _excerpt(message.text, query),
                f"{message.created_at.astimezone():%Y-%m-%d %H:%M}",
            )
            for message in found
        ]

    def _conversations(self) -> list[Choice]:
        overview = self._desk.overview
        choices = []
        for entry in paint.rows(overview):
            channel, agent = overview.channel(entry.key), overview.agent(overview.direct_agent(entry.key))
            detail = agent.description if agent else channel.description if channel else ""
            marks = [_("asks")] if entry.asks else []
            marks += [str(entry.unread)] if entry.unread else []
            choices.append(Choice(entry.key, overview.label(entry.key), detail, " ".join(marks)))
        return choices

    def _commands(self) -> list[Choice]:
        overview = self._desk.overview
        members = overview.members(overview.current)
        return [
            Choice(
                f"/{command.name}" if len(members) == 1 else f"/{name}:{command.name}",
                f"/{command.name}",
                command.description,
                name,
            )
            for name in members
            for command in self._desk.engine.channels.commands(name)
        ]

    async def _choose(self, prompt: str, choices: Sequence[Choice]) -> Choice | None:
        from sidekicks_tui.screens.chooser import Chooser, among

        chooser = Chooser(prompt, among(choices), nothing=_("Nothing has these letters."))
        return await self._desk.screen.app.push_screen_wait(chooser)


def _excerpt(text: str, query: str) -> str:
    """What stands around the first of the words in `text`, on one line."""
    folded = text.casefold()
    places = [place for word in query.split() if (place := folded.find(word.casefold())) >= 0]
    start = max(0, min(places, default=0) - _EXCERPT // 3)
    return visible_line(" ".join(text[start : start + 2 * _EXCERPT].split()))
