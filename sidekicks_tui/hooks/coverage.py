"""How many of an agent's tool calls passed a gate: a guard is no sandbox, and the person is told how much."""

from collections import OrderedDict
from typing import Final

from sidekicks_tui.hooks.status import AgentCoverage

_MOST_OPEN: Final = 1000
"""Calls whose gate may still come; the oldest of more are counted as they stand."""


class Coverage:
    def __init__(self) -> None:
        self._agents: dict[str, _Counts] = {}

    def seen(self, agent: str, call: str) -> None:
        """The agent told of a tool call. A call is counted once."""
        self._of(agent).seen(call)

    def passed(self, agent: str, call: str) -> None:
        """The call passes a gate; it may not have been told of yet."""
        self._of(agent).passed(call)

    def of(self, agent: str, native: tuple[str, ...]) -> AgentCoverage:
        counts = self._of(agent)
        return AgentCoverage(
            agent=agent, native=native, gated=counts.gated, ungated=counts.total - counts.gated
        )

    def _of(self, agent: str) -> "_Counts":
        return self._agents.setdefault(agent, _Counts())


class _Counts:
    def __init__(self) -> None:
        self.total = 0
        self.gated = 0
        self._open: OrderedDict[str, bool] = OrderedDict()
        """By call: whether it has passed a gate."""

    def seen(self, call: str) -> None:
        if call not in self._open:
            self.total += 1
            self._open[call] = False
            if len(self._open) > _MOST_OPEN:
                self._open.popitem(last=False)

    def passed(self, call: str) -> None:
        self.seen(call)
        if not self._open[call]:
            self.gated += 1
            self._open[call] = True
