"""The terminals: shells in the agents' folders, opened and closed by the person."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final, TypeAlias

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.terminals.output import Output
from sidekicks_tui.core.terminals.shell import Pty, Shell
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UnknownAgent, UsageError
from sidekicks_tui.model.events import TerminalExit
from sidekicks_tui.model.settings import AgentSettings, Settings
from sidekicks_tui.model.terminals import TerminalStatus
from sidekicks_tui.terminal import new_emulator

_DEFAULT_SIZE: Final = (80, 24)

OpenShell: TypeAlias = Callable[[AgentSettings, int, int], Awaitable[tuple[Pty, Callable[[], None]]]]
"""Starts a shell in an agent's folder on a terminal of columns and rows; gives what takes it from the record,
too, once it is stopped. Raises `StartError`."""


class TerminalService:
    def __init__(
        self, *, bus: Bus, supervisor: Supervisor, settings: Callable[[], Settings], spawn: OpenShell
    ) -> None:
        self._bus = bus
        self._supervisor = supervisor
        self._settings = settings
        self._spawn = spawn
        self._numbers = count(1)
        self._shells: dict[str, Shell] = {}
        self._forget: dict[str, Callable[[], None]] = {}
        self._ends: set[asyncio.Task[None]] = set()
        self._closing = False

    def list(self) -> tuple[TerminalStatus, ...]:
        """The terminals in the order in which they were opened."""
        return tuple(shell.status for shell in self._shells.values())

    def shell(self, identifier: str) -> Shell:
        """The terminal itself, for who shows it. Raises `UsageError` when it was closed."""
        shell = self._shells.get(identifier)
        if shell is None:
            raise UsageError(
                _("there is no terminal {identifier}: it was closed").format(identifier=identifier)
            )
        return shell

    async def open(self, agent: str, cols: int = _DEFAULT_SIZE[0], rows: int = _DEFAULT_SIZE[1]) -> str:
        """Start the person's shell in the agent's folder; returns the terminal's identifier.

        Raises `UnknownAgent`, and `StartError` where there is no shell or no emulator to be had.
        """
        settings = self._agent(agent)
        # The first one costs half a second of imports.
        emulator = await asyncio.to_thread(new_emulator, cols, rows)
        identifier = f"terminal-{next(self._numbers)}"
        shell = Shell(
            identifier,
            agent,
            emulator,
            Output(identifier, self._bus),
            self._supervisor.spawn,
            lambda: self._bus.publish(TerminalExit(id=identifier)),
        )
        try:
            await self._start(shell, settings)
        except BaseException:
            emulator.close()
            raise
        self._shells[identifier] = shell
        return identifier

    async def write(self, identifier: str, data: bytes) -> None:
        """Type `data`; returns once the terminal has taken it."""
        shell = self.shell(identifier)
        shell.type(data)
        await shell.typed()

    async def resize(self, identifier: str, cols: int, rows: int) -> None:
        self.shell(identifier).resize(cols, rows)

    async def restart(self, identifier: str) -> None:
        """End what runs there, and start a shell on the emptied screen. Raises `StartError`."""
        shell = self.shell(identifier)
        settings = self._agent(shell.agent)
        async with shell.changing:
            await self._stop(shell)
            if identifier in self._shells:
                shell.emulator.reset()
                await self._start(shell, settings)

    async def close(self, identifier: str) -> None:
        """Hang up on the shell and everything that it started, and forget what it showed.

        It is gone from the list at once; cancelled, its end goes on by itself.
        """
        shell = self.shell(identifier)
        del self._shells[identifier]
        end = self._supervisor.spawn(self._end(shell), "Closing a terminal")
        self._ends.add(end)
        end.add_done_callback(self._ends.discard)
        await asyncio.shield(end)

    async def close_all(self) -> None:
        """At the engine's end. What is being opened is closed by who opens it."""
        self._closing = True
        await asyncio.gather(*self._ends, *(self.close(identifier) for identifier in tuple(self._shells)))

    def _agent(self, name: str) -> AgentSettings:
        settings = self._settings().agent(name)
        if settings is None:
            raise UnknownAgent(_("there is no agent {name} in the configuration").format(name=name))
        return settings

    async def _start(self, shell: Shell, settings: AgentSettings) -> None:
        process, forget = await self._spawn(settings, *shell.emulator.size)
        self._forget[shell.id] = forget
        shell.start(process)
        if self._closing:
            await self._stop(shell)
            raise UsageError(_("Sidekicks is quitting: no terminal is opened any more"))

    async def _end(self, shell: Shell) -> None:
        async with shell.changing:
            await self._stop(shell)
            shell.emulator.close()

    async def _stop(self, shell: Shell) -> None:
        await shell.stop()
        with contextlib.suppress(KeyError):
            await asyncio.to_thread(self._forget.pop(shell.id))
