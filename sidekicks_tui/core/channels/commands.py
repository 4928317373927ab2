"""The slash commands that the agents announced last, kept from run to run."""

from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.model.channels import Command
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.model.events import CommandsChanged, EngineFault


class Commands:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._known = dict(context.history.commands())

    def __contains__(self, agent: str) -> bool:
        """The agent announced its commands once, be they none."""
        return agent in self._known

    def of(self, agent: str) -> tuple[Command, ...]:
        return self._known.get(agent, ())

    def announced(self, agent: str, commands: tuple[Command, ...]) -> None:
        """The agent announces its commands; many do so again and again."""
        if self._known.get(agent) != commands:
            self._known[agent] = commands
            self._context.supervisor.spawn(self._keep(agent, commands), f"Keeping the commands of {agent}")

    async def _keep(self, agent: str, commands: tuple[Command, ...]) -> None:
        try:
            await self._context.history.put_commands(agent, commands)
        except HistoryError as error:
            self._context.bus.publish(EngineFault(sentence=str(error)))
        self._context.bus.publish(CommandsChanged(agent=agent, commands=commands))
