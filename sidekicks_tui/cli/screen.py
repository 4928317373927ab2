"""`sidekicks` without a command: the screen."""

import argparse

from sidekicks_tui.cli import program_log


def run(arguments: argparse.Namespace) -> int:
    program_log.open_log()
    from sidekicks_tui.app import run as run_app

    return run_app(arguments.config, arguments.workspace, arguments.record)
