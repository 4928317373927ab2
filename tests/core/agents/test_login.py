from pathlib import Path

from sidekicks_tui.core.agents.login import advice, login_command
from sidekicks_tui.model.errors import AuthRequired
from sidekicks_tui.model.sessions import AuthMethod, AuthVariable
from sidekicks_tui.model.settings import AgentSettings

SETTINGS = AgentSettings(name="a", command=("kimi", "--acp"), workspace=Path("/"))


def told(*methods: AuthMethod) -> list[str]:
    return advice(AuthRequired("Authentication required", methods=methods), SETTINGS).splitlines()


def test_each_way_says_what_to_do() -> None:
    variables = (AuthVariable(name="KEY"), AuthVariable(name="PROXY", optional=True))
    first, *ways = told(
        AuthMethod(id="k", name="API key", kind="env_var", variables=variables, link="https://x/"),
        AuthMethod(id="t", name="Terminal", kind="terminal", args=("login",), env={"A": "b c"}),
        AuthMethod(id="b", name="Browser", description="Needs an account"),
    )
    assert "Authentication required" in first
    assert "KEY, PROXY (optional)" in ways[0]
    assert "https://x/" in ways[0]
    assert "run A='b c' kimi --acp login in a terminal" in ways[1]
    assert ways[2].startswith("- Browser: ")
    assert ways[2].endswith("(Needs an account)")


def test_an_agent_without_a_way_is_logged_in_by_itself() -> None:
    assert len(told()) == 2


def test_a_login_in_a_terminal_is_the_agents_command_or_its_own() -> None:
    with_args = AuthMethod(id="t", name="T", args=("login",))
    of_its_own = AuthMethod(id="t", name="T", command=("kimi", "login"))
    assert login_command(SETTINGS, with_args) == ("kimi", "--acp", "login")
    assert login_command(SETTINGS, of_its_own) == ("kimi", "login")
