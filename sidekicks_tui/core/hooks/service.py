"""`HookService`: the adapter for the configuration in force, or nothing at all where none is declared."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from sidekicks_tui.hooks.moments import Moment
from sidekicks_tui.hooks.occasions import Occasion
from sidekicks_tui.hooks.outcomes import Outcome
from sidekicks_tui.hooks.runner import Runner, Spawn
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.settings import Settings

if TYPE_CHECKING:  # who has no hooks does not load what reads and runs them
    from sidekicks_tui.hooks.adapter import HookAdapter
    from sidekicks_tui.hooks.matrix import MatrixRow
    from sidekicks_tui.hooks.rules import RulesFile
    from sidekicks_tui.hooks.status import HooksStatus, Trial

_SILENT: Final = Outcome()


class HookService:
    """An engine without hooks pays a look at `active` or `listens` for each event, and nothing more."""

    def __init__(self, spawn: Spawn) -> None:
        self.active = False
        """Hooks or rules are mounted."""
        self._runner = Runner(spawn)
        self._adapter: HookAdapter | None = None

    async def load(self, settings: Settings) -> None:
        """Mount what `settings` declare in the place of what was; no gate stands open meanwhile."""
        old = self._adapter
        if settings.hooks or settings.rules:
            from sidekicks_tui.core.hooks.building import build

            self._adapter = await asyncio.to_thread(build, settings, self._runner)
        else:
            self._adapter = None
        self.active = self._adapter is not None
        if old is not None:
            await old.dispose()

    async def close(self) -> None:
        """Unmount all; returns once no hook runs."""
        adapter, self._adapter = self._adapter, None
        self.active = False
        if adapter is not None:
            await adapter.dispose()
        await self._runner.close()

    def listens(self, occasion: Occasion) -> bool:
        """Some hook wants to know."""
        return self._adapter is not None and self._adapter.listens(occasion)

    async def ask(self, moment: Moment) -> Outcome:
        return _SILENT if self._adapter is None else await self._adapter.ask(moment)

    def rules(self, agent: str) -> "tuple[RulesFile, ...]":
        """The rules files that the agent is to be told, and does not read itself."""
        return () if self._adapter is None else self._adapter.rules_for(agent)

    def saw_call(self, agent: str, call: str, *, gated: bool) -> None:
        """The agent told of a tool call, or the call passes a gate."""
        if self._adapter is not None:
            coverage = self._adapter.coverage
            (coverage.passed if gated else coverage.seen)(agent, call)

    # For the screens

    def matrix(self) -> "tuple[MatrixRow, ...]":
        """What this version can ever do."""
        from sidekicks_tui.core.hooks.served import SERVED
        from sidekicks_tui.hooks.matrix import matrix

        return matrix(SERVED)

    def status(self) -> "HooksStatus":
        """What is live now."""
        from sidekicks_tui.hooks.status import HooksStatus

        if self._adapter is None:
            return HooksStatus(hooks=(), rules=(), agents=(), problems=())
        return self._adapter.status()

    async def try_hook(self, identifier: str, payload: Mapping[str, object]) -> "Trial":
        """Run a hook once on a sample event, and tell what it would decide. Raises `UsageError`."""
        return await self._mounted().try_hook(identifier, payload)

    async def trust(self, identifiers: Iterable[str]) -> None:
        """Let hooks of repository files run from now on, as they are. Raises `UsageError`, `OSError`."""
        await asyncio.to_thread(self._mounted().trust, tuple(identifiers))

    def _mounted(self) -> "HookAdapter":
        if self._adapter is None:
            raise UsageError(_("no hook is declared in the configuration"))
        return self._adapter
