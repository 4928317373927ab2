"""Runs one command, and tells what goes wrong in one line."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidekicks_tui import locale
from sidekicks_tui.cli.parser import build_parser
from sidekicks_tui.cli.status import FAILED, STOPPED, WRONG_USE
from sidekicks_tui.cli.streams import prepare_streams
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError, UsageError
from sidekicks_tui.model.visible import visible

if TYPE_CHECKING:
    from pathlib import Path

_LOG_ELSEWHERE: Final = frozenset({"guide"})
"""Commands whose standard error is a log."""


def run(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` name; returns the exit status."""
    locale.use("auto")
    locale.lend()
    prepare_streams()
    try:
        parsed = build_parser().parse_args(arguments)
        if parsed.command not in _LOG_ELSEWHERE:
            _open_log()
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


def _open_log() -> "Path | None":
    from sidekicks_tui.cli.program_log import open_log

    return open_log()


def _bug(error: Exception) -> str:
    import logging

    path = _open_log()
    logging.getLogger(__name__).error("A bug", exc_info=error)
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return _("something went wrong that should not ({error}); the details are in {path}").format(
        error=words, path=path or os.devnull
    )
