"""`sidekicks` without a command: the screen."""

import argparse

from sidekicks_tui import app
from sidekicks_tui.cli.folder import working_folder


def run(arguments: argparse.Namespace) -> int:
    if arguments.record is not None:
        # Late: the screen's first paint waits for what is imported here.
        from sidekicks_tui.core.recorder import prepare

        prepare(arguments.record)
    return app.run(arguments.config, working_folder(arguments), arguments.record)
