"""`sidekicks send CHANNEL TEXT`: one message without a screen, its answers, and out."""

import argparse
import asyncio
import sys

from sidekicks_tui.cli.answers import EventPrinter, TextPrinter
from sidekicks_tui.cli.channel import find_channel
from sidekicks_tui.cli.leaving import Leaving
from sidekicks_tui.cli.sending import Sending
from sidekicks_tui.cli.writing import open_engine
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.model.channels import Channel


def run(arguments: argparse.Namespace) -> int:
    text = sys.stdin.read() if arguments.text == "-" else arguments.text
    engine = open_engine(arguments)
    with asyncio.Runner() as runner:
        return runner.run(_converse(engine, arguments, text))


async def _converse(engine: Engine, arguments: argparse.Namespace, text: str) -> int:
    leaving = Leaving(engine.end_now)
    try:
        await engine.start()
        channel = await _channel(engine, arguments.channel)
        printer = EventPrinter(channel) if arguments.json else TextPrinter(channel)
        sending = Sending(engine.bus, engine.channels, channel.id, printer, arguments.permit)
        leaving.first = sending.stop
        return await sending.send(text)
    except asyncio.CancelledError:
        return leaving.status
    finally:
        await engine.close()


async def _channel(engine: Engine, word: str) -> Channel:
    if word.startswith("@") and word != "@":
        return await engine.channels.direct(word.removeprefix("@"))
    return find_channel(word, engine.channels.list())
