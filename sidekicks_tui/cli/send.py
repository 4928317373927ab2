"""`sidekicks send CHANNEL TEXT`: one message without a screen, its answers, and out."""

import argparse
import asyncio
import sys

from sidekicks_tui.cli.answers import EventPrinter, TextPrinter
from sidekicks_tui.cli.channel import find_channel
from sidekicks_tui.cli.configuration import chosen_file, settings_of
from sidekicks_tui.cli.leaving import Leaving
from sidekicks_tui.cli.sending import Sending
from sidekicks_tui.config import load
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.errors import HistoryError


def run(arguments: argparse.Namespace) -> int:
    text = sys.stdin.read() if arguments.text == "-" else arguments.text
    chosen = chosen_file(arguments)
    loaded = load(chosen.path)
    settings_of(loaded)
    with asyncio.Runner() as runner:
        return runner.run(_converse(Engine.open(chosen, loaded, arguments.record), arguments, text))


async def _converse(engine: Engine, arguments: argparse.Namespace, text: str) -> int:
    leaving = Leaving(engine.end_now)
    try:
        if engine.history.problem:
            # A second writer, or an answer that nobody could read afterwards.
            raise HistoryError(_("nothing was sent: {problem}").format(problem=engine.history.problem))
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
    if word.startswith("@"):
        return await engine.channels.direct(word.removeprefix("@"))
    return find_channel(word, engine.channels.list())
