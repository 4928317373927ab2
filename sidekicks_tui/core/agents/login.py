"""What a person must do so that an agent lets them in."""

import shlex

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import AuthRequired
from sidekicks_tui.model.sessions import AuthMethod
from sidekicks_tui.model.settings import AgentSettings


def login_command(settings: AgentSettings, method: AuthMethod) -> tuple[str, ...]:
    """What is run in a terminal, with `method.env` added, for a method of that kind."""
    return method.command or (*settings.command, *method.args)


def advice(refused: AuthRequired, settings: AgentSettings) -> str:
    """The agent's words, and on a line each the ways to log in that it offers."""
    lines = [_("it wants a login first: {words}").format(words=refused)]
    lines += [f"- {method.name}: {way(method, settings)}" for method in refused.methods]
    if not refused.methods:
        lines.append(_("Log in with the agent's own command, then restart the agent."))
    return "\n".join(lines)


def way(method: AuthMethod, settings: AgentSettings) -> str:
    """What the person must do, in words."""
    match method.kind:
        case "env_var":
            names = ", ".join(
                _("{name} (optional)").format(name=variable.name) if variable.optional else variable.name
                for variable in method.variables
            )
            way = _("set {names} in the environment or in the agent's env, then restart the agent").format(
                names=names
            )
        case "terminal":
            words = [
                *(f"{name}={shlex.quote(value)}" for name, value in method.env.items()),
                shlex.join(login_command(settings, method)),
            ]
            way = _("run {command} in a terminal, then restart the agent").format(command=" ".join(words))
        case _:
            way = _("choose “Log in” for the agent")
    more = " ".join(filter(None, (method.description, method.link)))
    return f"{way} ({more})" if more else way
