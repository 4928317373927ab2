"""Events that wait for one reader: in order, complete, and in bounded memory.

Four rules bound it. None of them can be told by a reader that folds events into a state:

1. A text delta that waits absorbs a later one of the same part: the pieces arrive as one text.
2. A delta that waits is replaced by a later one that replaces the whole part.
3. The usage of an agent in a channel that waits is replaced by a later one.
4. Log lines of an agent that wait are followed at once by its later ones. Beyond `PENDING_LOG_LINES` of them
   the oldest give way to one line that says how many they were: the log file keeps them.

In all four the later event takes the place of the earlier one, and so moves ahead of what lies between. That
must not change what anybody sees: rules 1 to 3 reach only across events of other channels, of other parts of
conversations, of logs and of terminals. Any other event of the channel, and any that belongs to no channel,
parts what came before it from what comes after it. Rule 4 stops at a change of its agent's state.
"""

from collections import deque
from io import StringIO
from typing import Final, TypeAlias

from msgspec.structs import replace

from sidekicks_tui.core.backlog import Backlog
from sidekicks_tui.model.events import (
    AgentLogged,
    AgentStateChanged,
    Event,
    MessageDelta,
    TerminalOutput,
    UsageChanged,
)
from sidekicks_tui.model.limits import PENDING_LOG_LINES
from sidekicks_tui.model.messages import TextPart, ThoughtPart

_Key: TypeAlias = tuple[str, int]
"""Of a part: its message and index. Of an agent's usage: its name and `_USAGE`."""
_USAGE: Final = -1


class _Delta:
    """A delta of one part, and the text that followed it."""

    __slots__ = ("_more", "channel", "event", "key")

    def __init__(self, event: MessageDelta) -> None:
        self.channel = event.channel
        self.key: _Key = (event.message_id, event.index)
        self.event = event
        self._more: StringIO | None = None

    def absorb(self, later: MessageDelta) -> bool:
        if later.part is not None:
            self.event = later
            self._more = None
            return True
        held = self.event
        takes_text = held.part is None or isinstance(held.part, TextPart | ThoughtPart)
        if later.kind != held.kind or not takes_text:
            return False
        if self._more is None:
            self._more = StringIO(newline="")
        self._more.write(later.text or "")
        return True

    def whole(self) -> MessageDelta:
        if self._more is None:
            return self.event
        more, part = self._more.getvalue(), self.event.part
        if isinstance(part, TextPart | ThoughtPart):
            return replace(self.event, part=replace(part, text=part.text + more))
        return replace(self.event, text=(self.event.text or "") + more)


class _Usage:
    """The last usage of an agent in a channel."""

    __slots__ = ("channel", "event", "key")

    def __init__(self, event: UsageChanged) -> None:
        self.channel = event.channel
        self.key: _Key = (event.agent, _USAGE)
        self.event = event

    def whole(self) -> UsageChanged:
        return self.event


class _Lines:
    """Lines of one agent's log."""

    __slots__ = ("agent", "lines")

    def __init__(self, agent: str) -> None:
        self.agent = agent
        self.lines = Backlog(PENDING_LOG_LINES)


class Mailbox:
    def __init__(self) -> None:
        self._waiting: deque[Event | _Delta | _Usage | _Lines] = deque()
        self._open: dict[str, dict[_Key, _Delta | _Usage]] = {}
        """By channel: what may still absorb."""
        self._logs: dict[str, _Lines] = {}
        """By agent: what may still absorb."""

    def __len__(self) -> int:
        """Entries that wait; lines of one log count once."""
        return len(self._waiting)

    def put(self, event: Event) -> None:
        if isinstance(event, MessageDelta):
            self._put_delta(event)
        elif isinstance(event, AgentLogged):
            self._put_line(event)
        elif isinstance(event, UsageChanged):
            self._put_usage(event)
        else:
            self._part(event)
            self._waiting.append(event)

    def take(self) -> Event:
        """The next event. Raises `IndexError` when there is none."""
        first = self._waiting[0]
        if isinstance(first, _Lines):
            return self._take_line(first)
        self._waiting.popleft()
        if isinstance(first, _Delta | _Usage):
            open_here = self._open.get(first.channel)
            if open_here is not None and open_here.get(first.key) is first:
                del open_here[first.key]
            return first.whole()
        return first

    def _put_delta(self, event: MessageDelta) -> None:
        open_here = self._open.setdefault(event.channel, {})
        held = open_here.get((event.message_id, event.index))
        if isinstance(held, _Delta) and held.absorb(event):
            return
        fresh = _Delta(event)
        open_here[fresh.key] = fresh
        self._waiting.append(fresh)

    def _put_usage(self, event: UsageChanged) -> None:
        open_here = self._open.setdefault(event.channel, {})
        held = open_here.get((event.agent, _USAGE))
        if isinstance(held, _Usage):
            held.event = event
            return
        fresh = _Usage(event)
        open_here[fresh.key] = fresh
        self._waiting.append(fresh)

    def _put_line(self, event: AgentLogged) -> None:
        held = self._logs.get(event.agent)
        if held is None:
            held = self._logs[event.agent] = _Lines(event.agent)
            self._waiting.append(held)
        held.lines.append(event.line)

    def _take_line(self, first: _Lines) -> AgentLogged:
        # From here on it absorbs no more: a log that never rests would hold up everything behind it.
        if self._logs.get(first.agent) is first:
            del self._logs[first.agent]
        event = AgentLogged(agent=first.agent, line=first.lines.take())
        if not first.lines:
            self._waiting.popleft()
        return event

    def _part(self, event: Event) -> None:
        """Let nothing that comes later move ahead of `event` where somebody could tell."""
        if isinstance(event, TerminalOutput):
            return
        if isinstance(event, AgentStateChanged):
            self._logs.pop(event.agent, None)
        channel: str | None = getattr(event, "channel", None)
        if channel is None:
            self._open.clear()
        else:
            self._open.pop(channel, None)
