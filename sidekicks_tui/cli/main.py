"""Runs one command, and tells what goes wrong in one line."""

import importlib
import os
import sys
from collections.abc import Sequence

from sidekicks_tui import locale
from sidekicks_tui.cli.parser import build_parser
from sidekicks_tui.cli.status import FAILED, STOPPED, WRONG_USE
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError, UsageError
from sidekicks_tui.model.visible import visible


def run(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` name; returns the exit status."""
    locale.use("auto")
    try:
        parsed = build_parser().parse_args(arguments)
        module = importlib.import_module(f"sidekicks_tui.cli.{parsed.command}")
        status: int = module.run(parsed)
        sys.stdout.flush()
    except SidekicksError as error:
        complain(str(error))
        return WRONG_USE if isinstance(error, UsageError) else FAILED
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        # Who read has enough. What the interpreter still writes when it ends must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        complain(_bug(error))
        return FAILED
    return status


def complain(sentence: str) -> None:
    """Tell what went wrong, on standard error."""
    print(f"sidekicks: {visible(sentence)}", file=sys.stderr)


def _bug(error: Exception) -> str:
    import logging

    from sidekicks_tui.cli import program_log

    path = program_log.open_log()
    logging.getLogger(__name__).error("A bug", exc_info=error)
    kind = type(error).__name__
    return _("something went wrong that should not ({kind}: {words}); the details are in {path}").format(
        kind=kind, words=error, path=path
    )
