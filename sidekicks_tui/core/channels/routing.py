"""Who answers a message.

| The message | Answered by |
| --- | --- |
| anything in a direct conversation | its agent; mentions are plain text there |
| `/agent:command arguments`, `agent` being configured | that agent, which receives `/command arguments` |
| mentions configured agents | each of them, one after the other; one that is no member joins first |
| no mention | the member who answered last; with a single member, that member |
| no mention, nobody answered yet, several members | nobody |

A message that begins with `/`, or has only mentions before it, is a command: it is sent alone, without the
mentions. In a direct conversation the agent's own `/agent:command` is taken as in a channel; any other prefix
may be the agent's own and stays.
"""

import re
from collections.abc import Collection
from typing import Final

import msgspec

from sidekicks_tui.core.channels.mentions import after_leading_mentions, mentioned
from sidekicks_tui.model.channels import Channel

_ADDRESSED: Final = re.compile(r"/(?P<agent>[A-Za-z0-9_-]+):(?P<command>\S.*)", re.DOTALL)


class Route(msgspec.Struct, frozen=True, kw_only=True):
    recipients: tuple[str, ...] = ()
    """Who answers, one after the other; empty: nobody."""
    joins: tuple[str, ...] = ()
    """Those of the recipients that are no members yet."""
    command: str | None = None
    """The slash command that they receive, alone; None for any other message."""


def route(text: str, channel: Channel, agents: Collection[str], last_answered: str) -> Route:
    """Where `text` goes. `last_answered` is the member who answered last in the channel, empty for none."""
    text = text.strip()
    if channel.direct:
        own, command = _addressed(text, (channel.direct,))
        return Route(recipients=(channel.direct,), command=command if own else _command(text))
    addressed, command = _addressed(text, agents)
    if addressed:
        return _to(channel, (addressed,), command)
    command = _command(after_leading_mentions(text, agents))
    if called := mentioned(text, agents):
        return _to(channel, called, command)
    if last_answered in channel.members:
        return _to(channel, (last_answered,), command)
    if len(channel.members) == 1:
        return _to(channel, channel.members, command)
    return Route()


def _to(channel: Channel, recipients: tuple[str, ...], command: str | None) -> Route:
    joins = tuple(agent for agent in recipients if agent not in channel.members)
    return Route(recipients=recipients, joins=joins, command=command)


def _command(text: str) -> str | None:
    return text if text.startswith("/") else None


def _addressed(text: str, agents: Collection[str]) -> tuple[str, str | None]:
    """The agent that `/agent:command` names and the command for it; ("", None) when it names none of them."""
    found = _ADDRESSED.match(text)
    if found is None:
        return "", None
    agent = next((name for name in agents if name.casefold() == found["agent"].casefold()), "")
    return (agent, f"/{found['command']}") if agent else ("", None)
