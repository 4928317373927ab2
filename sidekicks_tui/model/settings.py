"""The configuration as values: what the file says once it is read and found valid."""

from enum import StrEnum
from pathlib import Path

import msgspec

from sidekicks_tui.model import limits
from sidekicks_tui.model.base import Value


class Problem(Value, frozen=True, kw_only=True):
    """What is wrong in the configuration, and where; `line` and `column` count from 1."""

    line: int
    column: int
    message: str
    warning: bool = False


class RuntimeType(StrEnum):
    LOCAL = "local"
    CONTAINER = "container"
    SBX = "sbx"
    SSH = "ssh"


class Lifecycle(Value, frozen=True, kw_only=True):
    """Commands that make, stop and remove a sandbox, each as its words; empty when there is none."""

    create: tuple[str, ...] = ()
    stop: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


class RuntimeSettings(Value, frozen=True, kw_only=True):
    type: RuntimeType = RuntimeType.LOCAL
    engine: str = "docker"
    name: str = ""
    workspace_path: str = ""
    user: str = ""
    namespace: str = ""
    pod: str = ""
    selector: str = ""
    container: str = ""
    host: str = ""
    lifecycle: Lifecycle = Lifecycle()


class McpServer(Value, frozen=True, kw_only=True):
    """An MCP server that every session of the agent is given."""

    name: str
    type: str = "stdio"
    """`stdio`, `http` or `sse`."""
    command: tuple[str, ...] = ()
    env: dict[str, str] = msgspec.field(default_factory=dict)
    url: str = ""
    headers: dict[str, str] = msgspec.field(default_factory=dict)


class ModelSettings(Value, frozen=True, kw_only=True):
    """An OpenAI-compatible service that the built-in agent may use; `key` names an environment variable."""

    base_url: str = ""
    name: str = ""
    key: str = ""

    def environment(self) -> dict[str, str]:
        """How the built-in agent, a process of its own, is told: empty when no service is configured."""
        if not self.base_url:
            return {}
        return {
            "SIDEKICKS_MODEL_URL": self.base_url,
            "SIDEKICKS_MODEL_NAME": self.name,
            "SIDEKICKS_MODEL_KEY": self.key,
        }


class AgentSettings(Value, frozen=True, kw_only=True):
    """One agent as the person declared it. Equality tells whether a running one is outdated."""

    name: str
    command: tuple[str, ...]
    workspace: Path
    """Absolute."""
    title: str = ""
    icon: str = ""
    description: str = ""
    env: dict[str, str] = msgspec.field(default_factory=dict)
    """Added to Sidekicks's own environment: `${NAME}` already replaced, `model.environment()` included."""
    additional_directories: tuple[Path, ...] = ()
    mcp_servers: tuple[McpServer, ...] = ()
    mode: str = ""
    options: dict[str, str | bool] = msgspec.field(default_factory=dict)
    log_size: int = limits.LOG_FILE_SIZE
    model: ModelSettings = ModelSettings()
    """The service that the built-in agent answers with."""
    runtime: RuntimeSettings = RuntimeSettings()


class ChannelSettings(Value, frozen=True, kw_only=True):
    name: str
    description: str = ""
    members: tuple[str, ...] = ()


class LimitSettings(Value, frozen=True, kw_only=True):
    max_running_agents: int = limits.MAX_RUNNING_AGENTS
    stop_idle_agents_after: float | None = limits.STOP_IDLE_AGENTS_AFTER
    """None: never."""


class NotificationSettings(Value, frozen=True, kw_only=True):
    bell: bool = True
    desktop: bool = True


class Settings(Value, frozen=True, kw_only=True):
    """The whole configuration file."""

    path: Path
    theme: str = "textual-dark"
    language: str = "auto"
    limits: LimitSettings = LimitSettings()
    agents: tuple[AgentSettings, ...] = ()
    channels: tuple[ChannelSettings, ...] = ()
    keys: dict[str, str] = msgspec.field(default_factory=dict)
    notifications: NotificationSettings = NotificationSettings()
    hooks: tuple[dict[str, object], ...] = ()
    """As declared; the adapter reads them."""
    rules: tuple[dict[str, object], ...] = ()

    def agent(self, name: str) -> AgentSettings | None:
        return next((agent for agent in self.agents if agent.name == name), None)


class ConfigSource(StrEnum):
    FLAG = "flag"
    ENVIRONMENT = "environment"
    RECENT = "recent"
    DEFAULT = "default"


class ResetChoice(StrEnum):
    """What the Danger zone resets."""

    SETTINGS = "settings"
    """The configuration file becomes the default one, and the screen's preferences are forgotten."""
    HISTORY = "history"
    """The history of this configuration file."""
    ALL_HISTORY = "allHistory"
    """The histories of all configuration files."""
    EVERYTHING = "everything"
    """All of these, and the logs and permissions that Sidekicks keeps."""


class ConfigStatus(Value, frozen=True, kw_only=True):
    """What `ConfigService.current` tells."""

    path: str
    source: ConfigSource
    created: bool
    valid: bool
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    theme: str
    language: str
    history_problem: str
