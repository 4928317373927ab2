"""`sidekicks logs AGENT`: from the file, so that it works beside a screen in another terminal."""

import argparse
from collections.abc import Iterable

from sidekicks_tui.cli.configuration import chosen_file, valid_settings
from sidekicks_tui.cli.status import DONE
from sidekicks_tui.core.agents.log_file import log_file
from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError, UnknownAgent
from sidekicks_tui.model.visible import visible
from sidekicks_tui.system.folders import log_folder
from sidekicks_tui.system.logtail import follow, tail


def run(arguments: argparse.Namespace) -> int:
    chosen = chosen_file(arguments)
    _check_name(arguments.agent, chosen)
    path = log_file(log_folder(chosen.path), arguments.agent)
    lines: Iterable[str]
    lines = follow(path, arguments.lines) if arguments.follow else tail(path, arguments.lines)
    try:
        # A reader that follows sees each line when it comes, through a pipe as well.
        for line in lines:
            print(visible(line), flush=arguments.follow)
    except PermissionError as error:
        raise SidekicksError(_("{path} may not be read").format(path=path)) from error
    return DONE


def _check_name(agent: str, chosen: Chosen) -> None:
    """Raises `UnknownAgent`. An agent whose log exists is known, even one that left the configuration."""
    is_name = agent.replace("-", "").replace("_", "").isalnum()
    if is_name and log_file(log_folder(chosen.path), agent).exists():
        return
    settings = valid_settings(chosen)
    if settings.agent(agent) is None:
        names = ", ".join(known.name for known in settings.agents)
        raise UnknownAgent(_("there is no agent {name}: there are {names}").format(name=agent, names=names))
