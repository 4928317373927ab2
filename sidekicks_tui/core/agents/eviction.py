"""Who is stopped though nobody asked: to make room for another agent, or because it was idle for long."""

from collections.abc import Sequence
from typing import NamedTuple

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import TooManyAgents


class Occupant(NamedTuple):
    """An agent that has, or is getting, a process."""

    name: str
    idle: bool
    last_used: float
    """In seconds, on a clock that only grows."""


def who_makes_room(running: Sequence[Occupant], limit: int) -> tuple[str, ...]:
    """The agents to stop so that one more may run: the idle ones that were used the longest ago.

    Raises `TooManyAgents` when too few are idle; then nobody needs to stop.
    """
    surplus = len(running) + 1 - limit
    if surplus <= 0:
        return ()
    idle = sorted((agent for agent in running if agent.idle), key=lambda agent: agent.last_used)
    if len(idle) < surplus:
        busy = [agent.name for agent in running if not agent.idle]
        raise TooManyAgents(
            _("too many agents running: {count} agent(s) busy ({busy}), the limit is {limit}").format(
                count=len(busy), busy=", ".join(busy), limit=limit
            )
        )
    return tuple(agent.name for agent in idle[:surplus])


def who_idled_too_long(running: Sequence[Occupant], now: float, after: float | None) -> tuple[str, ...]:
    """The agents that nobody has used for `after` seconds; None is for ever."""
    if after is None:
        return ()
    return tuple(agent.name for agent in running if agent.idle and now - agent.last_used >= after)
