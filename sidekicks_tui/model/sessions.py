"""What an agent announces about itself and its sessions."""

import msgspec

from sidekicks_tui.model.base import Value


class AuthVariable(Value, frozen=True, kw_only=True):
    """An environment variable that a login needs."""

    name: str
    label: str = ""
    secret: bool = True
    optional: bool = False


class AuthMethod(Value, frozen=True, kw_only=True):
    """A way to log in at an agent."""

    id: str
    name: str
    description: str = ""
    kind: str = "agent"
    """`agent`: it does all by itself once it is asked to; `env_var`: it reads `variables` when it starts;
    `terminal`: the person runs a command."""
    variables: tuple[AuthVariable, ...] = ()
    link: str = ""
    """Where what it needs can be had."""
    command: tuple[str, ...] = ()
    """For the terminal: the whole command, where the agent names one."""
    args: tuple[str, ...] = ()
    """For the terminal: what follows the agent's own command otherwise."""
    env: dict[str, str] = msgspec.field(default_factory=dict)
    """For the terminal: added to the environment."""


class AgentInfo(Value, frozen=True, kw_only=True):
    """The outcome of a handshake. An ability that the agent lacks is False."""

    name: str = ""
    title: str = ""
    version: str = ""
    load_session: bool = False
    resume_session: bool = False
    list_sessions: bool = False
    close_session: bool = False
    delete_session: bool = False
    additional_directories: bool = False
    image: bool = False
    audio: bool = False
    embedded_context: bool = False
    mcp_http: bool = False
    mcp_sse: bool = False
    logout: bool = False
    auth_methods: tuple[AuthMethod, ...] = ()


class Choice(Value, frozen=True, kw_only=True):
    """One value of a mode or of an option."""

    id: str
    name: str
    description: str = ""
    group: str = ""


class SessionModes(Value, frozen=True, kw_only=True):
    current: str
    available: tuple[Choice, ...]


class SessionOption(Value, frozen=True, kw_only=True):
    """A session configuration option: a choice among `choices`, or a switch (`current` is then a bool)."""

    id: str
    name: str
    description: str = ""
    category: str = ""
    current: str | bool
    choices: tuple[Choice, ...] = ()


class SessionInfo(Value, frozen=True, kw_only=True):
    """A session as it stands after it was opened."""

    id: str
    modes: SessionModes | None = None
    models: SessionModes | None = None
    options: tuple[SessionOption, ...] = ()
    title: str = ""


class StoredSession(Value, frozen=True, kw_only=True):
    """A session that an agent lists."""

    id: str
    cwd: str
    title: str = ""
    updated_at: str = ""
