"""Agents as the person sees them, and their life cycle.

Theory of operation. An agent is in one of five states. Everything that may move it from one to another is
in `_MOVES`, and nothing else moves it: `move` answers with the next state, or raises `IllegalMove` and
changes nothing. The table does not know why something happened (the reason travels beside the state), nor
what must be done about it (the engine does that).

A stop that is asked for while an agent starts takes effect when the start ends, whichever way it ends: the
start is abandoned, so there is one move for it, STARTING to STOPPED.
"""

from enum import StrEnum

from sidekicks_tui.model.base import Value
from sidekicks_tui.model.errors import IllegalMove


class AgentState(StrEnum):
    STOPPED = "stopped"
    STARTING = "starting"
    READY = "ready"
    BUSY = "busy"
    ERROR = "error"

    @property
    def running(self) -> bool:
        """The agent has, or is getting, a process."""
        return self in (AgentState.STARTING, AgentState.READY, AgentState.BUSY)


class Move(StrEnum):
    START = "start"
    """A start is asked for, or the agent is used."""
    SHOOK_HANDS = "shook-hands"
    """The handshake succeeded."""
    START_FAILED = "start-failed"
    USED = "used"
    """Its first user took it."""
    RELEASED = "released"
    """Its last user is done."""
    STOPPED = "stopped"
    """A stop that was asked for: by the person, idleness, eviction, quitting, the configuration."""
    ENDED = "ended"
    """The process ended by itself."""


_S = AgentState
_MOVES: dict[tuple[AgentState, Move], AgentState] = {
    (_S.STOPPED, Move.START): _S.STARTING,
    (_S.ERROR, Move.START): _S.STARTING,
    (_S.STARTING, Move.SHOOK_HANDS): _S.READY,
    (_S.STARTING, Move.START_FAILED): _S.ERROR,
    (_S.STARTING, Move.STOPPED): _S.STOPPED,
    (_S.READY, Move.USED): _S.BUSY,
    (_S.BUSY, Move.RELEASED): _S.READY,
    (_S.READY, Move.STOPPED): _S.STOPPED,
    (_S.BUSY, Move.STOPPED): _S.STOPPED,
    (_S.READY, Move.ENDED): _S.ERROR,
    (_S.BUSY, Move.ENDED): _S.ERROR,
}


def move(state: AgentState, event: Move) -> AgentState:
    """The state after `event`. Raises `IllegalMove` where the table has none."""
    try:
        return _MOVES[state, event]
    except KeyError:
        raise IllegalMove(f"an agent that is {state} cannot be {event}") from None


class AgentStatus(Value, frozen=True, kw_only=True):
    """One agent, as `AgentService.list` tells it."""

    name: str
    title: str
    icon: str
    description: str
    state: AgentState
    error: str
    outdated: bool
    runtime: str
    can_stop_sandbox: bool
    can_remove_sandbox: bool
