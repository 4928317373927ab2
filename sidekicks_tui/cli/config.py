"""`sidekicks config path|check|schema`."""

import argparse
import json

from sidekicks_tui import locale
from sidekicks_tui.cli.configuration import chosen_file
from sidekicks_tui.cli.status import DONE, FAILED
from sidekicks_tui.config import load, schema
from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.model.visible import visible_line


def run(arguments: argparse.Namespace) -> int:
    if arguments.what == "schema":
        print(json.dumps(schema(), indent=2, ensure_ascii=False))
        return DONE
    chosen = chosen_file(arguments)
    if arguments.what == "path":
        print(visible_line(str(chosen.path)))
        return DONE
    return _check(chosen)


def _check(chosen: Chosen) -> int:
    """Print every problem as compilers do; a warning alone is no failure."""
    loaded = load(chosen.path)
    if loaded.settings is not None:
        locale.use(loaded.settings.language)
        loaded = load(chosen.path)
    found = sorted((*loaded.problems, *loaded.warnings), key=lambda problem: (problem.line, problem.column))
    for problem in found:
        kind = "warning" if problem.warning else "error"
        place = f"{loaded.path}:{problem.line}:{problem.column}"
        print(visible_line(f"{place}: {kind}: {problem.message}"))
    return FAILED if loaded.problems else DONE
