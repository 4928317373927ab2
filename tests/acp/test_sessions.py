from sidekicks_tui.acp.sessions import agent_info, session_info, stored_sessions
from sidekicks_tui.model.sessions import (
    AgentInfo,
    AuthMethod,
    AuthVariable,
    Choice,
    SessionInfo,
    SessionModes,
    StoredSession,
)


def test_what_an_agent_announces() -> None:
    assert agent_info(
        {
            "agentInfo": {"name": "n", "title": "T", "version": "1"},
            "agentCapabilities": {
                "loadSession": True,
                "promptCapabilities": {"image": True, "audio": False, "embeddedContext": True},
                "mcpCapabilities": {"http": True},
                "sessionCapabilities": {"list": {}, "resume": {}, "close": None, "subagents": {}},
                "auth": {"logout": {}},
            },
            "authMethods": [
                {"id": "login", "name": "Log in", "description": None},
                {
                    "type": "env_var",
                    "id": "key",
                    "name": "Key",
                    "link": "https://x/",
                    "vars": [{"name": "A_KEY"}, {"name": "B", "secret": False, "optional": True}, {}],
                },
                {"type": "terminal", "id": "t", "args": ["login", 5], "env": {"A": "b", "C": 1}},
                {
                    "id": "old",
                    "_meta": {"terminal-auth": {"command": "x", "args": ["login"], "env": {"A": "b"}}},
                },
                {"name": "without an id"},
            ],
        }
    ) == AgentInfo(
        name="n",
        title="T",
        version="1",
        load_session=True,
        resume_session=True,
        list_sessions=True,
        image=True,
        embedded_context=True,
        mcp_http=True,
        logout=True,
        auth_methods=(
            AuthMethod(id="login", name="Log in"),
            AuthMethod(
                id="key",
                name="Key",
                kind="env_var",
                variables=(
                    AuthVariable(name="A_KEY"),
                    AuthVariable(name="B", secret=False, optional=True),
                ),
                link="https://x/",
            ),
            AuthMethod(id="t", name="t", kind="terminal", args=("login",), env={"A": "b"}),
            AuthMethod(id="old", name="old", kind="terminal", command=("x", "login"), env={"A": "b"}),
        ),
    )


def test_an_agent_that_announces_nothing_or_rubbish_can_do_nothing() -> None:
    assert agent_info({}) == AgentInfo()
    assert agent_info({"agentInfo": 5, "agentCapabilities": [], "authMethods": {}}) == AgentInfo()
    assert (
        agent_info({"agentCapabilities": {"loadSession": "yes", "sessionCapabilities": None}}) == AgentInfo()
    )


def test_a_session_with_modes_and_models() -> None:
    answer = {
        "modes": {"currentModeId": "ask", "availableModes": [{"id": "ask", "name": "Ask"}, {"id": "code"}]},
        "models": {
            "currentModelId": "m",
            "availableModels": [{"modelId": "m", "name": "M", "description": "d"}],
        },
        "configOptions": None,
    }
    assert session_info("s", answer) == SessionInfo(
        id="s",
        modes=SessionModes(
            current="ask", available=(Choice(id="ask", name="Ask"), Choice(id="code", name="code"))
        ),
        models=SessionModes(current="m", available=(Choice(id="m", name="M", description="d"),)),
    )
    assert session_info("s", {"modes": {"availableModes": []}, "models": 3}) == SessionInfo(id="s")


def test_stored_sessions() -> None:
    answer = {
        "sessions": [{"sessionId": "a", "cwd": "/p", "title": None, "updatedAt": "now"}, {"cwd": "/q"}, 1]
    }
    assert stored_sessions(answer) == (StoredSession(id="a", cwd="/p", updated_at="now"),)
    assert stored_sessions({"sessions": None}) == ()
