"""Changes from the panel beside the conversation: modes, models, options, messages that wait."""

from collections.abc import Sequence

from sidekicks_tui.locale import _
from sidekicks_tui.model.sessions import Choice as Offered
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.panel import MODE, MODEL, OPTION, QUEUED
from sidekicks_tui.widgets.choices import Choice
from sidekicks_tui.widgets.side_panel import Key


class Setup:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def change(self, key: Key) -> None:
        """Ask for another value of what the line shows, and set it; a message comes back to be edited."""
        match key:
            case (kind, agent) if kind in (MODE, MODEL):
                await self._choose(kind, agent)
            case (kind, agent, option) if kind == OPTION:
                await self._set_option(agent, option)
            case (kind, message) if kind == QUEUED:
                text = await self._take_back(message)
                composer = self._desk.composer
                composer.write("\n".join(part for part in (text, composer.written) if part))
                self._desk.focus(composer)

    async def drop(self, key: Key) -> None:
        """A message that waits is not sent; nothing happens on other lines."""
        if key[0] == QUEUED:
            self._desk.composer.remember(await self._take_back(key[1]))
            self._desk.say(_("Not sent; Up brings it back."))

    async def next_mode(self) -> None:
        """The next mode of the agent that answers here, of the first member who has any."""
        overview = self._desk.overview
        for agent in dict.fromkeys([overview.agent_here, *overview.members(overview.current)]):
            session = overview.sessions.get((overview.current, agent))
            if session is not None and session.modes is not None and len(session.modes.available) > 1:
                ids = [mode.id for mode in session.modes.available]
                place = ids.index(session.modes.current) if session.modes.current in ids else -1
                mode = session.modes.available[(place + 1) % len(ids)]
                await self._desk.engine.channels.set_mode(overview.current, agent, mode.id)
                self._desk.say(_("{agent}: {mode}").format(agent=agent, mode=mode.name))
                return
        self._desk.say(_("Nobody here has modes to choose from."))

    async def _choose(self, kind: str, agent: str) -> None:
        channel, channels = self._desk.overview.current, self._desk.engine.channels
        session = self._desk.overview.sessions.get((channel, agent))
        choices = session and (session.modes if kind == MODE else session.models)
        if choices and (chosen := await self._ask(agent, choices.available, choices.current)):
            await (channels.set_mode if kind == MODE else channels.set_model)(channel, agent, chosen)

    async def _set_option(self, agent: str, identifier: str) -> None:
        channel = self._desk.overview.current
        session = self._desk.overview.sessions.get((channel, agent))
        option = next((each for each in session.options if each.id == identifier), None) if session else None
        if option is None:
            return
        value: str | bool
        if isinstance(option.current, bool):
            value = not option.current
        elif not (value := await self._ask(f"{agent}: {option.name}", option.choices, option.current)):
            return
        await self._desk.engine.channels.set_option(channel, agent, identifier, value)

    async def _ask(self, prompt: str, offered: Sequence[Offered], current: str) -> str:
        """The id of what was chosen, empty when nothing was."""
        from sidekicks_tui.screens.chooser import Chooser, among

        choices = [
            Choice(each.id, each.name or each.id, each.description, _("now") if each.id == current else "")
            for each in offered
        ]
        chooser = Chooser(prompt, among(choices), nothing=_("There is no such choice."))
        chosen = await self._desk.screen.app.push_screen_wait(chooser)
        return chosen.key if chosen else ""

    async def _take_back(self, message: str) -> str:
        return await self._desk.engine.channels.drop_queued(self._desk.overview.current, message)
