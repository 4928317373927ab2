"""A hook that is mounted, and what became of it so far."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sidekicks_tui.hooks.conditions import applies
from sidekicks_tui.hooks.dialects.base import Dialect
from sidekicks_tui.hooks.grades import CapabilityResult
from sidekicks_tui.hooks.handlers import Handler
from sidekicks_tui.hooks.matching import Matcher
from sidekicks_tui.hooks.moments import Moment
from sidekicks_tui.hooks.naming import Tool
from sidekicks_tui.hooks.occasions import Mode
from sidekicks_tui.hooks.policies import Policy
from sidekicks_tui.hooks.vendors import Vendor
from sidekicks_tui.hooks.vendors.row import Row


@dataclass(slots=True)
class Tally:
    """How a hook did since Sidekicks started."""

    runs: int = 0
    failures: int = 0
    last: str = ""
    """What it decided last, in a few words."""
    last_agent: str = ""


@dataclass(slots=True, kw_only=True, eq=False)
class Mounted:
    vendor: Vendor
    row: Row
    event: str
    """As it was declared, or for OpenCode's `event` the one that it is told."""
    dialect: Dialect
    result: CapabilityResult
    matcher: Matcher
    pattern: str | None
    """The matcher as it was declared."""
    handler: Handler | None = None
    policy: Policy | None = None
    """Decides without a process, in the place of a handler."""
    agents: tuple[str, ...] = ()
    force: bool = False
    source: Path | None = None
    """The vendor's file that declares it; None: the configuration."""
    project: Path | None = None
    """The workspace in which it must be trusted."""
    digest: str = ""
    """By which it is trusted there."""
    paths: Callable[[str], bool] | None = None
    """For a hook of edited files: which of them."""
    tally: Tally = field(default_factory=Tally)

    @property
    def id(self) -> str:
        return self.result.id

    @property
    def label(self) -> str:
        """How the person and the agent are told of it."""
        where = f" ({self.source.name})" if self.source is not None else ""
        return f"{self.vendor.title} {self.event}{where}"

    @property
    def intercepts(self) -> bool:
        return self.row.mode is Mode.INTERCEPT

    def tool(self, moment: Moment) -> Tool | None:
        return None if moment.tool is None else self.dialect.tool(self.event, moment.tool)

    def means(self, moment: Moment) -> bool:
        """Whether the moment is one of those that it was declared for."""
        if self.agents and moment.place.agent not in self.agents:
            return False
        if self.paths is not None and not self.paths(str(moment.fields.get("file", ""))):
            return False
        condition = "" if self.handler is None else self.handler.condition
        if moment.tool is None:
            return not condition and self.matcher((str(moment.fields.get(self.row.matches, "")),))
        if self.policy is not None:
            return True
        tool = self.tool(moment)
        if tool is None or not self.matcher(tool.names):
            return False
        return not condition or applies(condition, tool, moment.tool)
