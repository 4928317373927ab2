"""A recording of everything that happens: a bug report, and a fixture."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError, UsageError
from sidekicks_tui.model.events import Event
from sidekicks_tui.model.messages import encode_json

_MODE: Final = 0o600


def prepare(path: Path) -> None:
    """Make the file, or leave it as it is. Blocks. Raises `UsageError` where it cannot be written."""
    try:
        _create(path, os.O_APPEND).close()
    except OSError as error:
        raise UsageError(_why(path, error)) from error


async def record(bus: Bus, path: Path, *, more: bool = False) -> None:
    """Write every event as a line of JSON to a new file at `path`, until the bus is closed.

    With `more`, what the engine before has written there is kept.
    Conversations are private: the file is the person's alone. Raises `SidekicksError` where it cannot be
    written.
    """
    async with bus.subscribe() as events:
        try:
            file = await asyncio.to_thread(_create, path, os.O_APPEND if more else os.O_TRUNC)
            with file:
                while batch := await events.batch():
                    await asyncio.to_thread(_write, file, batch)
        except OSError as error:
            raise SidekicksError(_why(path, error)) from error


def _why(path: Path, error: OSError) -> str:
    return _("{path} cannot be written: {reason}").format(path=path, reason=error.strerror)


def _create(path: Path, flag: int) -> BinaryIO:
    return os.fdopen(
        os.open(path, os.O_WRONLY | os.O_CREAT | flag, _MODE), "ab" if flag == os.O_APPEND else "wb"
    )


def _write(file: BinaryIO, events: Sequence[Event]) -> None:
    file.writelines(encode_json(event) + b"\n" for event in events)
    file.flush()
