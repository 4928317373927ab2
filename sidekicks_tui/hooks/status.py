"""What is live now, for the person and for programs."""

from sidekicks_tui.hooks.grades import CapabilityResult
from sidekicks_tui.model.base import Value


class HookStatus(Value, frozen=True, kw_only=True):
    result: CapabilityResult
    event: str
    matcher: str | None
    handler: str
    """The command line, or the table that decides in its place."""
    agents: tuple[str, ...]
    native_for: tuple[str, ...]
    """The agents that run it themselves: for them it is not run here."""
    source: str
    """The file that declares it, empty for the configuration."""
    trusted: bool
    runs: int
    failures: int
    last: str
    """What it decided last, in a few words."""


class RulesStatus(Value, frozen=True, kw_only=True):
    result: CapabilityResult
    path: str
    bytes: int
    sha256: str
    globs: tuple[str, ...]
    agents: tuple[str, ...]


class AgentCoverage(Value, frozen=True, kw_only=True):
    """How much of what an agent does can be stopped."""

    agent: str
    native: tuple[str, ...]
    """Vendors whose hooks it runs itself."""
    gated: int
    """Tool calls that passed a gate."""
    ungated: int
    """Tool calls that were only seen."""


class HooksStatus(Value, frozen=True, kw_only=True):
    hooks: tuple[HookStatus, ...]
    rules: tuple[RulesStatus, ...]
    agents: tuple[AgentCoverage, ...]
    problems: tuple[str, ...]
    """What was declared and could not be taken."""

    @property
    def executable(self) -> tuple[HookStatus, ...]:
        """What can act: mounted, and trusted."""
        return tuple(hook for hook in self.hooks if hook.result.mounted and hook.trusted)


class Trial(Value, frozen=True, kw_only=True):
    """What a hook did and would decide on a sample event."""

    id: str
    decision: str
    reason: str
    context: tuple[str, ...]
    problem: str
    status: int | None
    stdout: str
    stderr: str
    seconds: float
