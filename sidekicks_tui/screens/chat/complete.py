"""Completions for the composer: agents, their commands, files of their folders."""

from collections.abc import Callable, Sequence

from sidekicks_tui.core.channels.joined import can_be_joined
from sidekicks_tui.core.channels.mentions import mentioned
from sidekicks_tui.core.channels.routing import route
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.core.fuzzy import best
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.screens.chat.overview import Overview
from sidekicks_tui.widgets.composer.asked import Asked, Candidate, Kind

_LIMIT = 50


class Completions:
    """What the composer is told may be meant. `written` gives the whole message as it stands."""

    def __init__(self, engine: Engine, overview: Overview, written: Callable[[], str]) -> None:
        self._engine = engine
        self._overview = overview
        self._written = written

    async def candidates(self, asked: Asked) -> Sequence[Candidate]:
        match asked.kind:
            case Kind.AGENT:
                names = [agent.name for agent in self._overview.agents]
                details = {agent.name: agent.description for agent in self._overview.agents}
                return _best(asked.fragment, [(f"@{name} ", f"@{name}", details[name]) for name in names])
            case Kind.COMMAND:
                return _best(asked.fragment, self._commands(self._answering()))
            case Kind.AGENT_COMMAND:
                return _best(asked.fragment, self._commands((asked.agent,), f"{asked.agent}:"))
            case Kind.PATH:
                return await self._paths(asked.fragment)

    def _answering(self) -> tuple[str, ...]:
        """Who would answer what is written; all the members while that is open."""
        channel = self._overview.channel(self._overview.current)
        if channel is None:
            return self._overview.members(self._overview.current)
        names = [agent.name for agent in self._overview.agents]
        way = route(self._written(), channel, names, self._overview.last_answered.get(channel.id, ""))
        return way.recipients or channel.members or (channel.direct,)

    def _commands(self, agents: Sequence[str], prefix: str = "") -> list[tuple[str, str, str]]:
        return [
            (
                f"/{prefix}{command.name} ",
                f"/{prefix}{command.name}" + (f" {command.hint}" if command.hint else ""),
                command.description,
            )
            for agent in agents
            for command in self._engine.channels.commands(agent)
        ]

    async def _paths(self, fragment: str) -> Sequence[Candidate]:
        try:
            owner = folder_owner(self._overview, self._written())
            found = await self._engine.workspaces.find(owner, fragment, _LIMIT)
        except SidekicksError:  # no folder, nothing to complete
            return ()
        return [
            Candidate(f"${file.path} ", file.path, "", positions=file.positions)
            for file in found
            if can_be_joined(file.path)
        ]


def folder_owner(overview: Overview, written: str) -> str:
    """Whose folder a `$path` of the message `written` is in.

    The direct agent's, the first mentioned, else the first member's; empty when there is none.
    """
    if agent := overview.direct_agent(overview.current):
        return agent
    names = [agent.name for agent in overview.agents]
    candidates = (*mentioned(written, names), *overview.members(overview.current))
    return next(iter(candidates), "")


def _best(fragment: str, offered: Sequence[tuple[str, str, str]]) -> list[Candidate]:
    """The best of `offered` (text, name, detail); a fragment meets the name behind its sign."""
    sign = 1 if offered and offered[0][1][:1] in "@/" else 0
    matches = best(fragment, offered, lambda entry: entry[1][sign:], _LIMIT)
    return [
        Candidate(*match.item, positions=tuple(place + sign for place in match.positions))
        for match in matches
    ]
