"""The commands that an agent runs through Sidekicks: their output, their end, and everything they started.

A command has no terminal device and no input: what it prints on both streams arrives here in order, as plain
text for the agent and for the conversation. It belongs to a process tree of its own, which is ended with it,
when the agent asks for it, and at the latest with the agent.
"""

import asyncio
import os
import shutil
import signal
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from sidekicks_tui.acp.client import TerminalEnd, TerminalSnapshot
from sidekicks_tui.core.agents.running import Process
from sidekicks_tui.core.client.tail import Tail
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.limits import (
    AGENT_TERMINAL_OUTPUT_SIZE,
    KB,
    TERMINAL_CLOSE_GRACE,
    TOOL_OUTPUT_SIZE,
)

LIVE_OUTPUT: Final = 32 * KB
"""Bytes of the output that are shown while the command runs."""
_SHOW_EVERY: Final = 1 / 30
_READ: Final = 64 * KB
_BOTH_STREAMS: Final = 'exec "$@" 2>&1 </dev/null'
_AS_A_LINE: Final = 'exec 2>&1 </dev/null; eval "$1"'


class Spawn(Protocol):
    """Starts a command in a folder, with an environment and nothing else. Raises `StartError`."""

    async def __call__(self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> Process: ...


Changed: TypeAlias = Callable[[str, str, int | None], None]
"""Told now and then what a terminal printed: its identifier, the text, and its exit status at the end."""


class Terminals:
    """The terminals of one process of an agent."""

    def __init__(self, spawn: Spawn, supervisor: Supervisor) -> None:
        self._spawn = spawn
        self._supervisor = supervisor
        self._terminals: dict[str, _Terminal] = {}
        self._numbers = count(1)

    async def create(
        self,
        command: str,
        args: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        limit: int | None,
        changed: Changed,
    ) -> str:
        """Start `command`; returns the terminal's identifier. `limit` is how much output is kept, in bytes.

        Raises `StartError`.
        """
        words = as_words(command, args, env.get("PATH", os.defpath))
        process = await self._spawn(words, cwd=cwd, env=env)
        terminal = _Terminal(f"terminal-{next(self._numbers)}", process, limit, changed)
        self._terminals[terminal.id] = terminal
        terminal.reading = self._supervisor.spawn(terminal.read(), f"Running {command}")
        return terminal.id

    def snapshot(self, identifier: str) -> TerminalSnapshot:
        terminal = self._find(identifier)
        end = terminal.end.result() if terminal.end.done() else None
        text = terminal.tail.text(final=end is not None)
        return TerminalSnapshot(output=text, truncated=terminal.tail.truncated, end=end)

    async def wait(self, identifier: str) -> TerminalEnd:
        return await asyncio.shield(self._find(identifier).end)

    async def kill(self, identifier: str) -> None:
        """End the command and all that it started. Nothing happens when it has ended."""
        await self._find(identifier).stop()

    async def release(self, identifier: str) -> None:
        """End it, and forget it."""
        terminal = self._find(identifier)
        del self._terminals[identifier]
        await terminal.stop()

    async def close(self) -> None:
        """End and forget all."""
        terminals = list(self._terminals.values())
        self._terminals.clear()
        await asyncio.gather(*(terminal.stop() for terminal in terminals))

    def _find(self, identifier: str) -> "_Terminal":
        try:
            return self._terminals[identifier]
        except KeyError:
            raise UsageError(
                _("there is no terminal {identifier}: it was released, or never created").format(
                    identifier=identifier
                )
            ) from None


class _Terminal:
    def __init__(self, identifier: str, process: Process, limit: int | None, changed: Changed) -> None:
        self.id = identifier
        self.tail = Tail(AGENT_TERMINAL_OUTPUT_SIZE if limit is None else min(limit, TOOL_OUTPUT_SIZE))
        self.end: asyncio.Future[TerminalEnd] = asyncio.get_running_loop().create_future()
        self.reading: asyncio.Task[None]
        self._process = process
        self._changed = changed
        self._show_later: asyncio.TimerHandle | None = None

    async def read(self) -> None:
        try:
            while data := await self._process.read(_READ):
                self.tail.append(data)
                if self._show_later is None:
                    loop = asyncio.get_running_loop()
                    self._show_later = loop.call_later(_SHOW_EVERY, self._show)
            status = await self._process.wait()
            await self._process.stop(0, TERMINAL_CLOSE_GRACE)  # what it has left behind
            self.end.set_result(_end(status))
            self._changed(self.id, self.tail.text(), status)
        finally:
            if self._show_later is not None:
                self._show_later.cancel()
            self.end.cancel()  # which changes nothing once it is known

    async def stop(self) -> None:
        if not self.end.done():
            await self._process.stop(0, TERMINAL_CLOSE_GRACE)
            await asyncio.wait([self.reading])

    def _show(self) -> None:
        self._show_later = None
        self._changed(self.id, self.tail.text(LIVE_OUTPUT, final=False), None)


def as_words(command: str, args: Sequence[str], path: str) -> list[str]:
    """What is executed. Some agents put a whole line for a shell into `command`: it is one when it comes

    without arguments and names no program on `path`.
    """
    if not args and not shutil.which(command, path=path) and any(map(str.isspace, command)):
        return ["/bin/sh", "-c", _AS_A_LINE, "sh", command]
    return ["/bin/sh", "-c", _BOTH_STREAMS, "sh", command, *args]


def _end(status: int) -> TerminalEnd:
    if status >= 0:
        return TerminalEnd(exit_code=status)
    try:
        return TerminalEnd(signal=signal.Signals(-status).name)
    except ValueError:
        return TerminalEnd(signal=f"SIG{-status}")
