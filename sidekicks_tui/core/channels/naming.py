"""The names of channels: 1 to 64 characters on one line, unique whatever the case."""

import unicodedata
from collections.abc import Iterable

from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.limits import CHANNEL_NAME_LENGTH


def same_name(one: str, other: str) -> bool:
    """Two names that a person reads as one: case, compatibility forms and a leading `#` do not count."""
    return _folded(one) == _folded(other)


def check_name(name: str, channels: Iterable[Channel], *, but: str = "") -> str:
    """The name as it is kept: stripped, without a leading `#`. `but` is the channel that may already have it.

    Raises `UsageError` for a name that is empty, too long, of several lines, or taken.
    """
    name = name.strip().removeprefix("#").strip()
    if not name:
        raise UsageError(_("a channel needs a name"))
    if len(name) > CHANNEL_NAME_LENGTH:
        raise UsageError(
            _("a channel's name has at most {limit} characters, this one has {count}").format(
                limit=CHANNEL_NAME_LENGTH, count=len(name)
            )
        )
    if any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in name):
        raise UsageError(_("a channel's name is one line of text, without control characters"))
    for channel in channels:
        if channel.id != but and channel.name and same_name(channel.name, name):
            raise UsageError(
                _("there is already a channel #{name}: choose another name").format(name=channel.name)
            )
    return name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name.strip().removeprefix("#").strip()).casefold()
