"""What one agent printed beside the protocol: its last lines here, more of them in a file."""

from collections import deque

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.model.events import AgentLogged
from sidekicks_tui.model.limits import LOG_LINES
from sidekicks_tui.system.logfile import RotatingLog


class AgentLog:
    """Lines are kept as the agent wrote them: whoever shows them makes them safe to show."""

    def __init__(self, agent: str, file: RotatingLog, bus: Bus) -> None:
        self._agent = agent
        self._file = file
        self._bus = bus
        self._tail: deque[str] = deque(maxlen=LOG_LINES)

    def append(self, line: str) -> None:
        """Keep and tell a line, without waiting for the disk."""
        self._tail.append(line)
        self._file.append(line)
        self._bus.publish(AgentLogged(agent=self._agent, line=line))

    def tail(self) -> tuple[str, ...]:
        """The last `LOG_LINES` lines."""
        return tuple(self._tail)

    def close(self) -> None:
        """Blocks until everything is in the file."""
        self._file.close()
