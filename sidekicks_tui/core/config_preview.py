"""What saving a configuration would change on what runs."""

from collections.abc import Iterable

from sidekicks_tui.core.channels.naming import same_name
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.settings import Settings


class Preview(Value, frozen=True, kw_only=True):
    """Names of agents and channels; each list is in the order of its file."""

    gone: tuple[str, ...]
    """Agents that leave; those of them that run are stopped."""
    stopped: tuple[str, ...]
    new: tuple[str, ...]
    outdated: tuple[str, ...]
    """Agents that run on as they are, until they are restarted."""
    changed: tuple[str, ...]
    """Agents that do not run and whose next start is another."""
    made: tuple[str, ...]
    """Channels that are declared and missing."""
    others: tuple[str, ...]
    """Other keys of the file whose value changes."""

    @property
    def nothing(self) -> bool:
        return not any((self.gone, self.new, self.outdated, self.changed, self.made, self.others))


def preview(old: Settings, new: Settings, running: Iterable[str], channels: Iterable[str]) -> Preview:
    """`running` are the agents that run, `channels` the names of those that there are."""
    active = frozenset(running)
    there = tuple(channels)
    gone = [agent.name for agent in old.agents if new.agent(agent.name) is None]
    changed = [agent.name for agent in new.agents if old.agent(agent.name) not in (None, agent)]
    plain = ("theme", "language", "limits", "keys", "notifications", "hooks", "rules")
    return Preview(
        gone=tuple(gone),
        stopped=tuple(name for name in gone if name in active),
        new=tuple(agent.name for agent in new.agents if old.agent(agent.name) is None),
        outdated=tuple(name for name in changed if name in active),
        changed=tuple(name for name in changed if name not in active),
        made=tuple(
            channel.name
            for channel in new.channels
            if not any(same_name(channel.name, other) for other in there)
        ),
        others=tuple(key for key in plain if getattr(old, key) != getattr(new, key)),
    )
