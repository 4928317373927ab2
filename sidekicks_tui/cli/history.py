"""`sidekicks history CHANNEL`: a conversation, also while a screen is open elsewhere."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from sidekicks_tui.cli.channel import find_channel
from sidekicks_tui.cli.configuration import chosen_file
from sidekicks_tui.cli.reading import reading_history
from sidekicks_tui.cli.status import DONE
from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.core.export import markdown
from sidekicks_tui.model.messages import Message, encode_json
from sidekicks_tui.model.visible import visible
from sidekicks_tui.store.history import History

Messages: TypeAlias = Sequence[Message]
Fetch: TypeAlias = Callable[[str], Awaitable[Messages]]
"""Some of the newest messages before that id ("": of all), oldest first; none when none is left."""

_AT_ONCE: Final = 1000


def run(arguments: argparse.Namespace) -> int:
    asyncio.run(_print(chosen_file(arguments), arguments.channel, arguments.search, arguments.format))
    return DONE


async def _print(chosen: Chosen, word: str, search: str | None, form: str) -> None:
    printing = _print_json if form == "json" else _print_markdown
    async with reading_history(chosen) as history:
        channel = find_channel(word, (stored.channel for stored in history.channels()))
        fetch = _conversation(history, channel.id) if search is None else _hits(history, channel.id, search)
        await printing(oldest_first(fetch))


async def oldest_first(fetch: Fetch) -> AsyncIterator[Messages]:
    """All that `fetch` has, in pieces; no more than two of them are in memory at a time.

    Histories are read from their end: the first way, to their beginning, only notes where each piece begins.
    """
    newest = piece = await fetch("")
    beginnings = []
    while piece:
        beginnings.append(piece[0].id)
        piece = await fetch(piece[0].id)
    for end in reversed(beginnings[:-1]):
        yield await fetch(end)
    yield newest


def _conversation(history: History, channel: str) -> Fetch:
    async def fetch(before: str) -> Messages:
        page = await history.older(channel, before, _AT_ONCE) if before else history.latest(channel, _AT_ONCE)
        return page.messages

    return fetch


def _hits(history: History, channel: str, words: str) -> Fetch:
    async def fetch(before: str) -> Messages:
        return (await history.search(words, channel, _AT_ONCE, before))[::-1]

    return fetch


async def _print_markdown(pieces: AsyncIterator[Messages]) -> None:
    separator = ""
    async for piece in pieces:
        for message in piece:
            print(separator + visible(markdown(message)), end="")
            separator = "\n"


async def _print_json(pieces: AsyncIterator[Messages]) -> None:
    """One array, with a message on each line."""
    output = sys.stdout.buffer
    separator = b"["
    async for piece in pieces:
        for message in piece:
            output.write(separator + encode_json(message))
            separator = b",\n"
    output.write(b"[]\n" if separator == b"[" else b"]\n")
