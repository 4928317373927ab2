"""What other programs of the person may know of a running Sidekicks: the states of its agents.

Theory of operation. A running instance whose agents have ever moved keeps two files in the run folder, named
after the configuration file and itself: the states, replaced whole at each change, and a lock that it holds.
States whose lock is free belong to an instance that is gone, and say nothing.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.model.agents import AgentStatus
from sidekicks_tui.model.events import AgentStateChanged
from sidekicks_tui.system.folders import config_key
from sidekicks_tui.system.lock import FileLock

_STATES: Final = ".agents"
_LOCK: Final = ".agents-lock"
_FRESH: Final = ".agents-new"

_log = logging.getLogger(__name__)


async def publish_states(
    bus: Bus, agents: Callable[[], tuple[AgentStatus, ...]], folder: Path, config_path: Path
) -> None:
    """Keep the states of `agents` in `folder` until the bus is closed.

    Nobody's work waits for it: where the folder cannot be written, the program log says so, and the next
    change tries again.
    """
    name = f"{config_key(config_path)}-{os.getpid()}-{secrets.token_hex(4)}"
    states = folder / f"{name}{_STATES}"
    lock: FileLock | None = None
    async with bus.subscribe(AgentStateChanged) as events:
        try:
            while await events.batch():
                try:
                    if lock is None:
                        await asyncio.to_thread(
                            running_states, folder, config_path
                        )  # removes what the killed left
                        lock = await asyncio.to_thread(FileLock.acquire, folder / f"{name}{_LOCK}")
                    await asyncio.to_thread(_write, states, msgspec.json.encode(agents()))
                except OSError as error:
                    _log.warning("the agents' states are not told in %s: %s", folder, error)
        finally:
            if lock is not None:
                with suppress(OSError):  # without its lock, what is left says nothing
                    _remove(lock, states)


def running_states(folder: Path, config_path: Path) -> dict[str, AgentStatus]:
    """The agents of whoever runs with that configuration file, by name; none when nobody does."""
    found: dict[str, AgentStatus] = {}
    for path in folder.glob(f"{config_key(config_path)}-*{_LOCK}"):
        states = path.with_name(path.name.removesuffix(_LOCK) + _STATES)
        lock = FileLock.acquire(path)
        if lock is not None:
            _remove(lock, states)
            continue
        try:
            agents = msgspec.json.decode(states.read_bytes(), type=tuple[AgentStatus, ...])
        except FileNotFoundError:
            continue  # it has just begun, or just ended
        for agent in agents:
            if agent.name not in found or agent.state.running:
                found[agent.name] = agent
    return found


def _write(states: Path, data: bytes) -> None:
    """Readers see the old states or the new; nobody needs them after a loss of power."""
    fresh = states.with_suffix(_FRESH)
    fresh.write_bytes(data)
    fresh.replace(states)


def _remove(lock: FileLock, states: Path) -> None:
    try:
        states.with_suffix(_FRESH).unlink(missing_ok=True)
        states.unlink(missing_ok=True)
        lock.path.unlink(missing_ok=True)
    finally:
        lock.release()
