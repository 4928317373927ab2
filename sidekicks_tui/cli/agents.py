"""`sidekicks agents`: those of the configuration, with their states where a screen elsewhere runs them."""

import argparse

from sidekicks_tui.cli.configuration import chosen_file, valid_settings
from sidekicks_tui.cli.output import print_json, print_table
from sidekicks_tui.cli.status import DONE
from sidekicks_tui.core.agents.status import agent_status
from sidekicks_tui.core.presence import running_states
from sidekicks_tui.locale import _
from sidekicks_tui.model.agents import AgentState, AgentStatus
from sidekicks_tui.system.folders import run_folder


def run(arguments: argparse.Namespace) -> int:
    chosen = chosen_file(arguments)
    running = running_states(run_folder(), chosen.path)
    agents = [running.get(agent.name) or agent_status(agent) for agent in valid_settings(chosen).agents]
    if arguments.json:
        print_json(agents)
    else:
        print_table([[agent.name, _state(agent), agent.runtime, _about(agent)] for agent in agents])
    return DONE


def _state(agent: AgentStatus) -> str:
    words = {
        AgentState.STOPPED: _("stopped"),
        AgentState.STARTING: _("starting…"),
        AgentState.READY: _("ready"),
        AgentState.BUSY: _("busy"),
        AgentState.ERROR: _("error"),
    }
    word = words[agent.state]
    return _("{state}, restart to apply changes").format(state=word) if agent.outdated else word


def _about(agent: AgentStatus) -> str:
    """Why it is in error; who it is otherwise."""
    return agent.error.partition("\n")[0] or agent.description or agent.title
