"""`sidekicks channels`: the channels and direct conversations, also while a screen is open elsewhere."""

import argparse
import asyncio

from sidekicks_tui.cli.configuration import chosen_file
from sidekicks_tui.cli.output import print_json, print_table
from sidekicks_tui.cli.reading import reading_history
from sidekicks_tui.cli.status import DONE
from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.model.channels import Channel


def run(arguments: argparse.Namespace) -> int:
    channels = asyncio.run(_channels(chosen_file(arguments)))
    if arguments.json:
        print_json(channels)
    else:
        print_table(
            [[channel.label, ", ".join(channel.members), channel.description] for channel in channels]
        )
    return DONE


async def _channels(chosen: Chosen) -> list[Channel]:
    async with reading_history(chosen) as history:
        return [stored.channel for stored in history.channels()]
