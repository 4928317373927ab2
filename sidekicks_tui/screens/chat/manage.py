"""Channels and agents: made, changed, taken away, started, stopped."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from sidekicks_tui.locale import _
from sidekicks_tui.model.agents import AgentStatus
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.navigate import Navigation
from sidekicks_tui.widgets.channel_list import state_word
from sidekicks_tui.widgets.choices import Choice


class Management:
    def __init__(self, desk: Desk, navigation: Navigation) -> None:
        self._desk = desk
        self._navigation = navigation

    async def create_channel(self) -> None:
        from sidekicks_tui.screens.ask import Ask

        async def create(fields: tuple[str, ...]) -> None:
            name, description = fields
            channel = await self._desk.engine.channels.create(name, description)
            await self._navigation.open(channel.id)

        fields = ((_("Name"), ""), (_("Description"), ""))
        await self._desk.screen.app.push_screen_wait(Ask(_("A new channel"), fields, create))

    async def rename_channel(self) -> None:
        from sidekicks_tui.screens.ask import Ask

        channel = self._channel()

        async def rename(fields: tuple[str, ...]) -> None:
            name, description = fields
            await self._desk.engine.channels.rename(channel.id, name, description)

        fields = ((_("Name"), channel.name), (_("Description"), channel.description))
        await self._desk.screen.app.push_screen_wait(Ask(_("Rename the channel"), fields, rename))

    async def delete_channel(self) -> None:
        from sidekicks_tui.screens.ask import Confirm

        key = self._desk.overview.current
        channel = self._desk.overview.channel(key)
        if channel is None:
            raise UsageError(_("There is no channel to delete."))
        question = _("Delete {channel} with its whole history?").format(channel=channel.label)
        if await self._desk.screen.app.push_screen_wait(Confirm(question)):
            await self._desk.engine.channels.delete(channel.id)

    async def invite(self) -> None:
        channel = self._channel()
        outside = [agent for agent in self._desk.overview.agents if agent.name not in channel.members]
        if agent := await self._choose_agent(_("Invite whom?"), outside):
            await self._desk.engine.channels.add_member(channel.id, agent)

    async def remove_member(self) -> None:
        channel = self._channel()
        choices = [Choice(name, name) for name in channel.members]
        if agent := await self._choose(_("Remove whom?"), choices):
            await self._desk.engine.channels.remove_member(channel.id, agent)

    async def start_agent(self) -> None:
        await self._agent_command(
            _("Start which agent?"), self._desk.engine.agents.start, lambda agent: not agent.state.running
        )

    async def stop_agent(self) -> None:
        await self._agent_command(
            _("Stop which agent?"), self._desk.engine.agents.stop, lambda agent: agent.state.running
        )

    async def restart_agent(self) -> None:
        await self._agent_command(
            _("Restart which agent?"), self._desk.engine.agents.restart, lambda agent: True
        )

    def _channel(self) -> Channel:
        """The channel in sight; a direct conversation is none."""
        channel = self._desk.overview.channel(self._desk.overview.current)
        if channel is None or channel.direct:
            raise UsageError(_("A direct conversation has one member and no name: open a channel for that."))
        return channel

    async def _agent_command(
        self,
        prompt: str,
        command: Callable[[str], Coroutine[Any, Any, None]],
        fits: Callable[[AgentStatus], bool],
    ) -> None:
        fitting = [agent for agent in self._desk.overview.agents if fits(agent)]
        if name := await self._choose_agent(prompt, fitting):
            await command(name)

    async def _choose_agent(self, prompt: str, agents: Sequence[AgentStatus]) -> str:
        choices = [
            Choice(agent.name, agent.name, agent.description, state_word(agent.state)) for agent in agents
        ]
        return await self._choose(prompt, choices)

    async def _choose(self, prompt: str, choices: Sequence[Choice]) -> str:
        """The key of what was chosen, empty when nothing was."""
        from sidekicks_tui.screens.chooser import Chooser, among

        chooser = Chooser(prompt, among(choices), nothing=_("There is nobody to choose."))
        chosen = await self._desk.screen.app.push_screen_wait(chooser)
        return chosen.key if chosen else ""
