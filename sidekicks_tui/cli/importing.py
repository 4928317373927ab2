"""`sidekicks import CHANNEL FILE.json`: a new channel, with a conversation that was exported as JSON."""

import argparse
import asyncio
import sys
from pathlib import Path

from sidekicks_tui.cli.leaving import Leaving
from sidekicks_tui.cli.status import DONE
from sidekicks_tui.cli.writing import open_engine
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.visible import visible_line


def run(arguments: argparse.Namespace) -> int:
    data = _read(arguments.file)
    engine = open_engine(arguments)
    with asyncio.Runner() as runner:
        return runner.run(_import(engine, arguments.channel, data))


async def _import(engine: Engine, name: str, data: bytes) -> int:
    leaving = Leaving(engine.end_now)
    try:
        await engine.start()
        channel = await engine.channels.import_channel(name, data)
    except asyncio.CancelledError:
        return leaving.status
    finally:
        await engine.close()
    print(visible_line(_told(channel)))
    return DONE


def _told(channel: Channel) -> str:
    if not channel.members:
        return _("{label} is there; none of its agents is configured here").format(label=channel.label)
    members = ", ".join(channel.members)
    return _("{label} is there, with {agents}").format(label=channel.label, agents=members)


def _read(file: Path) -> bytes:
    """The file, or standard input for `-`. Raises `UsageError`."""
    if str(file) == "-":
        return sys.stdin.buffer.read()
    try:
        return file.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(_("{path} cannot be read: {reason}").format(path=file, reason=reason)) from error
