"""The person's own editor, in the place of the screen, while the engine goes on."""

import os
import shlex
from asyncio import create_subprocess_exec
from pathlib import Path

from textual.app import App

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError


async def edit(app: App[object], path: Path, line: int = 0) -> None:
    """Open `path` (at `line`, from 1) in the editor; returns when the person is back.

    Raises `UsageError` when there is no such editor, or it failed.
    """
    words = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    place = [f"+{line}"] if line else []
    try:
        with app.suspend():
            process = await create_subprocess_exec(*words, *place, str(path))
            status = await process.wait()
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            _("{editor} cannot be started: {reason}; set $EDITOR").format(editor=words[0], reason=reason)
        ) from error
    if status:
        raise UsageError(_("{editor} ended with status {status}").format(editor=words[0], status=status))
