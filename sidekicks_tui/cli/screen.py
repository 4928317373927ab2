"""`sidekicks` without a command: the screen."""

import argparse

from sidekicks_tui.cli import program_log
from sidekicks_tui.cli.configuration import working_folder


def run(arguments: argparse.Namespace) -> int:
    program_log.open_log()
    from sidekicks_tui.app import run as run_app

    return run_app(arguments.config, working_folder(arguments), arguments.record)
