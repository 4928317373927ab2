"""The folder that a command works in; light, because the screen's first paint waits for it."""

import argparse
from pathlib import Path

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError


def working_folder(arguments: argparse.Namespace) -> Path:
    """The folder that `--workspace` names, or the current one. Raises `UsageError` when it is none."""
    workspace: Path | None = arguments.workspace
    if workspace is None:
        try:
            return Path.cwd()
        except FileNotFoundError:
            return Path.home()
    if not workspace.is_dir():
        raise UsageError(_("{path} is no folder: name another with --workspace").format(path=workspace))
    return workspace.absolute()
