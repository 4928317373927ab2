"""`sidekicks`, and `python -m sidekicks_tui`."""

import sys


def main() -> int:
    """Run the command line; returns the exit status."""
    from sidekicks_tui.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
