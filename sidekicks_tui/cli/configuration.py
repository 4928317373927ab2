"""The configuration that a command works with."""

import argparse

from sidekicks_tui import locale
from sidekicks_tui.cli.folder import working_folder
from sidekicks_tui.config import Loaded, load
from sidekicks_tui.core.config_choice import Chosen, choose
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.model.settings import Settings


def chosen_file(arguments: argparse.Namespace) -> Chosen:
    """The file that `--config`, the environment or the person's last choice names.

    The default one is written when it is missing. Raises `ConfigError` when it cannot be.
    """
    return choose(None if arguments.config is None else str(arguments.config), working_folder(arguments))


def valid_settings(chosen: Chosen) -> Settings:
    """What the file says; from now on its language is spoken. Raises `ConfigError` when it has errors."""
    return settings_of(load(chosen.path))


def settings_of(loaded: Loaded) -> Settings:
    """What the file says; from now on its language is spoken. Raises `ConfigError` when it has errors."""
    if loaded.settings is not None:
        locale.use(loaded.settings.language)
        return loaded.settings
    first = loaded.problems[0]
    raise ConfigError(
        _("{path}:{line}:{column}: {problem} (`sidekicks config check` lists every problem)").format(
            path=loaded.path, line=first.line, column=first.column, problem=first.message
        ),
        loaded.problems,
    )
