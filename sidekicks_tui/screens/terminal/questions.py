"""What the screen of the terminals asks the person."""

from typing import Any

from textual.app import App

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.terminals import TerminalStatus


async def ask_agent(app: App[Any], engine: Engine) -> str:
    """In whose folder a shell is wanted; empty when in none. Where there is one agent, nobody is asked."""
    from sidekicks_tui.screens.chooser import Chooser, among
    from sidekicks_tui.widgets.choices import Choice

    agents = engine.config.settings.agents
    if len(agents) == 1:
        return agents[0].name
    choices = [Choice(agent.name, agent.name, str(agent.workspace)) for agent in agents]
    chooser = Chooser(
        _("In the folder of which agent?"), among(choices), nothing=_("Nothing has these letters.")
    )
    chosen = await app.push_screen_wait(chooser)
    return chosen.key if chosen is not None else ""


async def ask_to_close(app: App[Any], terminal: TerminalStatus) -> bool:
    """Whether it may be closed. Where the shell has ended, nobody is asked."""
    from sidekicks_tui.screens.ask import Confirm

    if terminal.exit_status is not None:
        return True
    question = _("Close this terminal, and end everything that was started in it?")
    answer = await app.push_screen_wait(Confirm(question))
    return answer is True
