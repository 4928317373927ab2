"""What agents announce of themselves and of their sessions: the answers to our requests, as values.

Modes, models and options are also told by updates; both ways are read here.
"""

from sidekicks_tui.acp.fields import JsonMapping, flag, items, mapping, text, texts
from sidekicks_tui.model.sessions import (
    AgentInfo,
    AuthMethod,
    AuthVariable,
    Choice,
    SessionInfo,
    SessionModes,
    SessionOption,
    StoredSession,
)


def agent_info(answer: JsonMapping) -> AgentInfo:
    """The answer to `initialize`."""
    info = mapping(answer.get("agentInfo"))
    abilities = mapping(answer.get("agentCapabilities"))
    sessions = mapping(abilities.get("sessionCapabilities"))
    prompts = mapping(abilities.get("promptCapabilities"))
    mcp = mapping(abilities.get("mcpCapabilities"))
    return AgentInfo(
        name=text(info, "name"),
        title=text(info, "title"),
        version=text(info, "version"),
        load_session=flag(abilities, "loadSession"),
        resume_session=flag(sessions, "resume"),
        list_sessions=flag(sessions, "list"),
        close_session=flag(sessions, "close"),
        delete_session=flag(sessions, "delete"),
        additional_directories=flag(sessions, "additionalDirectories"),
        image=flag(prompts, "image"),
        audio=flag(prompts, "audio"),
        embedded_context=flag(prompts, "embeddedContext"),
        mcp_http=flag(mcp, "http"),
        mcp_sse=flag(mcp, "sse"),
        logout=flag(mapping(abilities.get("auth")), "logout"),
        auth_methods=auth_methods(answer.get("authMethods")),
    )


def auth_methods(value: object) -> tuple[AuthMethod, ...]:
    """The list `authMethods` of the handshake, or of an error that asks for a login."""
    return tuple(_auth_method(item, identifier) for item in items(value) if (identifier := text(item, "id")))


def _auth_method(item: JsonMapping, identifier: str) -> AuthMethod:
    # Before `terminal` was a type, agents named the whole command there.
    terminal = mapping(mapping(item.get("_meta")).get("terminal-auth"))
    program = text(terminal, "command")
    return AuthMethod(
        id=identifier,
        name=text(item, "name") or identifier,
        description=text(item, "description"),
        kind="terminal" if program else text(item, "type") or "agent",
        variables=tuple(
            AuthVariable(
                name=name,
                label=text(variable, "label"),
                secret=variable.get("secret") is not False,
                optional=variable.get("optional") is True,
            )
            for variable in items(item.get("vars"))
            if (name := text(variable, "name"))
        ),
        link=text(item, "link"),
        command=(program, *texts(terminal, "args")) if program else (),
        args=texts(item, "args"),
        env=_strings(terminal.get("env") if program else item.get("env")),
    )


def _strings(value: object) -> dict[str, str]:
    return {name: words for name, words in mapping(value).items() if isinstance(words, str)}


def session_info(session_id: str, answer: JsonMapping) -> SessionInfo:
    """The answer to `session/new`, `session/load` or `session/resume`."""
    return SessionInfo(
        id=session_id,
        modes=_modes(answer.get("modes"), "currentModeId", "availableModes", "id"),
        models=_modes(answer.get("models"), "currentModelId", "availableModels", "modelId"),
        options=session_options(answer.get("configOptions")),
    )


def session_options(value: object) -> tuple[SessionOption, ...]:
    """The list `configOptions`; options that are neither a choice nor a switch are passed over."""
    return tuple(option for item in items(value) if (option := _option(item)) is not None)


def stored_sessions(answer: JsonMapping) -> tuple[StoredSession, ...]:
    """One page of the answer to `session/list`."""
    return tuple(
        StoredSession(
            id=identifier,
            cwd=text(item, "cwd"),
            title=text(item, "title"),
            updated_at=text(item, "updatedAt"),
        )
        for item in items(answer.get("sessions"))
        if (identifier := text(item, "sessionId"))
    )


def _modes(value: object, current: str, available: str, key: str) -> SessionModes | None:
    source = mapping(value)
    choices = _choices(source.get(available), key)
    return SessionModes(current=text(source, current), available=choices) if choices else None


def _option(item: JsonMapping) -> SessionOption | None:
    current = item.get("currentValue")
    identifier = text(item, "id")
    kind = text(item, "type")
    if not identifier or not isinstance(current, bool if kind == "boolean" else str):
        return None
    return SessionOption(
        id=identifier,
        name=text(item, "name") or identifier,
        description=text(item, "description"),
        category=text(item, "category"),
        current=current,
        choices=() if kind == "boolean" else _choices(item.get("options"), "value"),
    )


def _choices(value: object, key: str, group: str = "") -> tuple[Choice, ...]:
    """Choices in the order of the agent; a group's choices carry its name."""
    choices: list[Choice] = []
    for item in items(value):
        if "options" in item and not group:
            choices += _choices(item["options"], key, text(item, "name") or text(item, "group") or "…")
        elif isinstance(item.get(key), str):
            identifier = text(item, key)
            choices.append(
                Choice(
                    id=identifier,
                    name=text(item, "name") or identifier,
                    description=text(item, "description"),
                    group=group,
                )
            )
    return tuple(choices)
