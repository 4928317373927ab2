"""What an agent announces about itself and its sessions."""

from sidekicks_tui.model.base import Value


class AuthMethod(Value, frozen=True, kw_only=True):
    id: str
    name: str
    description: str = ""
    kind: str = "agent"
    """`agent`, `env_var` or `terminal`."""
    variables: tuple[str, ...] = ()
    """Environment variables that it needs."""


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


class StoredSession(Value, frozen=True, kw_only=True):
    """A session that an agent lists."""

    id: str
    cwd: str
    title: str = ""
    updated_at: str = ""
