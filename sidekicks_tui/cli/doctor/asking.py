"""Asking another program for something, for as long as a person waits gladly."""

import asyncio
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import StartError
from sidekicks_tui.system.process import ChildProcess

_LIMIT: Final = 5.0


class Answer(NamedTuple):
    status: int | None
    """None: it could not be started, or did not end in time."""
    output: str
    said: str
    """The last it said on standard error, or why there is no answer."""


async def ask(command: Sequence[str], limit: float = _LIMIT) -> Answer:
    """Run `command` with nothing on its standard input; nothing of it is left after `limit` seconds."""
    if shutil.which(command[0]) is None:
        return Answer(None, "", _("it is not on PATH"))
    lines: list[str] = []
    try:
        process = await ChildProcess.spawn(command, cwd=Path("/"), env=os.environ, on_stderr=lines.append)
    except StartError as error:
        return Answer(None, "", str(error))
    output = bytearray()
    try:
        async with asyncio.timeout(limit):
            process.end_input()
            while data := await process.read():
                output += data
            status = await process.wait()
    except TimeoutError:
        return Answer(None, "", _("it did not answer within {seconds:.0f} s").format(seconds=limit))
    finally:
        await process.stop(0, 0)
    return Answer(status, output.decode(errors="replace"), lines[-1] if lines else "")
