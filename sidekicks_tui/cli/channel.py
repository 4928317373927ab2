"""Which channel a word on the command line means."""

from collections.abc import Iterable

from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.errors import UnknownChannel


def find_channel(word: str, channels: Iterable[Channel]) -> Channel:
    """The channel called `word` (`general` or `#general`), or the direct conversation `@agent`.

    Raises `UnknownChannel`, whose sentence says which there are.
    """
    known = tuple(channels)
    wanted = word.removeprefix("#").casefold()
    for channel in known:
        is_direct = channel.direct and word == f"@{channel.direct}"
        if is_direct or (channel.name and channel.name.casefold() == wanted):
            return channel
    there_are = ", ".join(channel.label for channel in known) or _("none yet")
    raise UnknownChannel(
        _("there is no channel {name} (channels: {channels})").format(name=word, channels=there_are)
    )
