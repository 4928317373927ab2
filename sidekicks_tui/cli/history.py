"""`sidekicks history CHANNEL`: a conversation, also while a screen is open elsewhere."""

import argparse
import asyncio
from collections.abc import Sequence

from sidekicks_tui.cli.channel import find_channel
from sidekicks_tui.cli.configuration import chosen_file
from sidekicks_tui.cli.output import print_json
from sidekicks_tui.cli.reading import reading_history
from sidekicks_tui.cli.status import DONE
from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.core.export import markdown
from sidekicks_tui.model.messages import Message
from sidekicks_tui.model.visible import visible
from sidekicks_tui.store.history import History


def run(arguments: argparse.Namespace) -> int:
    messages = asyncio.run(_messages(chosen_file(arguments), arguments.channel, arguments.search))
    if arguments.format == "json":
        print_json(messages)
    else:
        print("\n".join(visible(markdown(message)) for message in messages), end="")
    return DONE


async def _messages(chosen: Chosen, word: str, search: str | None) -> Sequence[Message]:
    async with reading_history(chosen) as history:
        channel = find_channel(word, (stored.channel for stored in history.channels()))
        if search is None:
            return await _all(history, channel.id)
        return await _hits(history, channel.id, search)


async def _all(history: History, channel: str) -> Sequence[Message]:
    """The whole conversation, oldest first."""
    page = history.latest(channel)
    pages = [page.messages]
    while page.more:
        page = await history.older(channel, page.messages[0].id)
        pages.append(page.messages)
    return [message for messages in reversed(pages) for message in messages]


async def _hits(history: History, channel: str, words: str) -> Sequence[Message]:
    """The messages that hold all the words, oldest first."""
    found: list[Message] = []
    while hits := await history.search(words, channel, before=found[-1].id if found else ""):
        found += hits
    return found[::-1]
