"""The hooks and rules that people wrote for other tools, made to act on any agent.

Theory of operation. A declaration is read, graded, and mounted under the occasion that its vendor's event is
one of. When the engine comes to such an occasion it asks, and every hook that was declared for the moment
runs in its vendor's way; what they say together is the answer. What has no faithful mapping is never
mounted. Registering blocks (files are read); asking does not.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from sidekicks_tui.hooks.coverage import Coverage
from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.execution import Execution
from sidekicks_tui.hooks.grades import CapabilityResult
from sidekicks_tui.hooks.matrix import MatrixRow, Served, matrix
from sidekicks_tui.hooks.moments import Moment, Place
from sidekicks_tui.hooks.mounted import Mounted
from sidekicks_tui.hooks.native import native_rules, native_vendors, own_place
from sidekicks_tui.hooks.occasions import Occasion
from sidekicks_tui.hooks.outcomes import Outcome
from sidekicks_tui.hooks.registry import Registry
from sidekicks_tui.hooks.rules import MOST_RULE_BYTES, RulesFile
from sidekicks_tui.hooks.runner import Runner
from sidekicks_tui.hooks.status import HooksStatus, HookStatus, RulesStatus, Trial
from sidekicks_tui.hooks.trust import Trust
from sidekicks_tui.model.messages import encode_json
from sidekicks_tui.model.settings import AgentSettings, Settings

_SILENT: Final = Outcome()


class HookAdapter:
    def __init__(
        self,
        *,
        served: Served,
        base_dir: Path,
        runner: Runner,
        trust: Trust,
        agents: Iterable[AgentSettings] = (),
        max_rule_bytes: int = MOST_RULE_BYTES,
    ) -> None:
        """`served` are the seams that the engine gives; relative paths are seen from `base_dir`, absolute."""
        self._served = served
        self._registry = Registry(
            served=served, base_dir=base_dir, trust=trust, max_rule_bytes=max_rule_bytes
        )
        self._execution = Execution(runner)
        self._agents = {agent.name: agent for agent in agents}
        self.coverage = Coverage()

    # Registering. All of it blocks.

    def register_hook(self, declaration: Mapping[str, object]) -> CapabilityResult:
        """Grade a hook and, if it can act, mount it. Raises `HookError` for what cannot be processed."""
        return self._registry.register_hook(declaration)

    def register_file(self, vendor: str, path: Path) -> tuple[CapabilityResult, ...]:
        """Mount every hook that a vendor's own file declares; what is malformed is told alone, in `status`.

        Raises `HookError` for the file itself.
        """
        return self._registry.register_file(vendor, path)

    def register_rules(self, declaration: Mapping[str, object]) -> CapabilityResult:
        """Carry rules files. Raises `HookError`: SOURCE_MISSING, RULE_TOO_LARGE, and as `register_hook`."""
        return self._registry.register_rules(declaration)

    def load(self, settings: Settings) -> None:
        """Register what a configuration declares; what is refused is told as a problem, alone."""
        self._registry.load(settings.hooks, settings.rules)

    def trust(self, identifiers: Iterable[str]) -> None:
        """Let hooks of repository files run from now on, as they are. Raises `HookError`, `OSError`."""
        self._registry.trust([self._registry.find(identifier) for identifier in identifiers])

    # Asking

    def listens(self, occasion: Occasion) -> bool:
        """Somebody wants to know. What is cheap enough to ask at every event."""
        return occasion in self._registry.by_occasion

    async def ask(self, moment: Moment) -> Outcome:
        """What the hooks say that were declared for the moment."""
        mounted = self._registry.by_occasion.get(moment.occasion)
        if mounted is None:
            return _SILENT
        asked = [hook for hook in mounted if self._acts(hook, moment)]
        return await self._execution.ask(asked, moment) if asked else _SILENT

    def rules_for(self, agent: str) -> tuple[RulesFile, ...]:
        """The files that were declared for the agent, without those that it reads itself."""
        settings = self._agents.get(agent)
        own = frozenset() if settings is None else native_rules(settings.command)
        return tuple(
            file
            for rules in self._registry.rules
            for file in rules.files
            if (not rules.agents or agent in rules.agents)
            and not (settings is not None and file.path.name in own and _reads(settings, file.path))
        )

    async def try_hook(self, identifier: str, payload: Mapping[str, object]) -> Trial:
        """Run a hook once on a sample event, given as its vendor tells it, and show what it would decide.

        Raises `HookError` for one that is not mounted or not trusted.
        """
        hook = self._registry.find(identifier)
        if not self._registry.trusts(hook):
            words = f"{identifier} is not trusted: `sidekicks hooks trust` lets it run"
            raise HookError(HookCode.INVALID_DECLARATION, words)
        cwd = Path(str(payload.get("cwd") or self._registry.base))
        place = Place(agent="", session=str(payload.get("session_id", "")), cwd=cwd, workspace=cwd)
        moment = Moment(occasion=hook.row.occasion, seam=hook.row.seams[0], place=place)
        run, outcome = await self._execution.run(hook, moment, encode_json(payload) + b"\n")
        return Trial(
            id=identifier,
            decision=outcome.decision.name.lower(),
            reason=outcome.reason,
            context=outcome.context,
            problem=outcome.problem,
            status=run.status,
            stdout=run.stdout,
            stderr=run.stderr,
            seconds=run.seconds,
        )

    # Telling

    def matrix(self) -> tuple[MatrixRow, ...]:
        return matrix(self._served)

    def status(self) -> HooksStatus:
        return HooksStatus(
            hooks=tuple(map(self._status, self._registry.hooks.values())),
            rules=tuple(
                RulesStatus(
                    result=rules.result,
                    path=str(file.path),
                    bytes=len(file.content),
                    sha256=file.sha256,
                    globs=file.globs,
                    agents=rules.agents,
                )
                for rules in self._registry.rules
                for file in rules.files
            ),
            agents=tuple(
                self.coverage.of(name, tuple(sorted(native_vendors(agent.command))))
                for name, agent in self._agents.items()
            ),
            problems=tuple(self._registry.problems),
        )

    async def dispose(self) -> None:
        """Unmount all; later registrations raise. What is asked already is still answered."""
        self._registry.close()
        await self._execution.close()

    def _acts(self, hook: Mounted, moment: Moment) -> bool:
        if moment.seam not in hook.row.seams and hook.row.occasion is not Occasion.ANY:
            return False
        return (
            self._registry.trusts(hook) and hook.means(moment) and not self._native(hook, moment.place.agent)
        )

    def _native(self, hook: Mounted, agent: str) -> bool:
        settings = self._agents.get(agent)
        if settings is None or hook.source is None or hook.force:
            return False
        return hook.vendor.name in native_vendors(settings.command) and own_place(
            hook.vendor.name, hook.source, settings.workspace
        )

    def _status(self, hook: Mounted | CapabilityResult) -> HookStatus:
        if isinstance(hook, CapabilityResult):
            return HookStatus(
                result=hook, event=hook.event, matcher=None, handler="", agents=(), native_for=(), source="",
                trusted=True, runs=0, failures=0, last="",
            )  # fmt: skip
        return HookStatus(
            result=hook.result,
            event=hook.event,
            matcher=hook.pattern,
            handler=type(hook.policy).__name__ if hook.handler is None else hook.handler.line,
            agents=hook.agents,
            native_for=tuple(name for name in self._agents if self._native(hook, name)),
            source="" if hook.source is None else str(hook.source),
            trusted=self._registry.trusts(hook),
            runs=hook.tally.runs,
            failures=hook.tally.failures,
            last=hook.tally.last,
        )


def _reads(settings: AgentSettings, path: Path) -> bool:
    """An agent reads the rules of its folder, of those above it, and of the person."""
    folder = path.parent.parent if path.parent.name.startswith(".") else path.parent
    return settings.workspace.is_relative_to(folder) or path.is_relative_to(settings.workspace)
