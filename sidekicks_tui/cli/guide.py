"""`sidekicks guide`: the built-in agent, for this or any other ACP client."""

import argparse

from sidekicks_tui.guide import main


def run(_arguments: argparse.Namespace) -> int:
    return main()
