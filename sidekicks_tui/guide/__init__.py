"""The built-in agent: a program of its own that speaks ACP on its standard input and output.

It needs no account, no model and no network: it answers from the pages that ship with it (`pages/`), and
works in its folder with tool calls, diffs, plans, terminals and permission requests like any other agent.
"""


def main() -> int:
    """Serve ACP until standard input ends or a signal asks for the end; returns the exit status."""
    from sidekicks_tui.guide.serve import main as serve  # the SDK is slow to import: only when it is used

    return serve()
