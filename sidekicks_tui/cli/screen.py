"""`sidekicks` without a command: the screen."""

import argparse

from sidekicks_tui import app
from sidekicks_tui.cli.folder import working_folder


def run(arguments: argparse.Namespace) -> int:
    return app.run(arguments.config, working_folder(arguments), arguments.record)
