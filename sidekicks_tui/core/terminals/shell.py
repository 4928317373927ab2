"""A terminal: the shell that runs on it, and what it shows.

The emulator is fed here, on the event loop, whether somebody looks or not: questions of programs are
answered, the scrollback grows as far as it may. It always keeps up, so a flood costs time and no memory;
reading pauses while the program does not read its answers, or while a subscriber to the output is far behind.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

from sidekicks_tui.core.terminals.outbox import Outbox
from sidekicks_tui.core.terminals.output import Output
from sidekicks_tui.model.limits import KB
from sidekicks_tui.model.terminals import TerminalStatus
from sidekicks_tui.terminal import Emulator

_TURN: Final = 0.003
"""Seconds that a flood is taken in before everybody else has a turn."""
_UNREAD_ANSWERS: Final = 64 * KB
_LAST_READS: Final = 64
"""Pieces that are read after the shell's end: more than a terminal holds back, when jobs of it print on."""


class Pty(Protocol):
    """What we use of a `TerminalProcess`."""

    async def read(self, size: int = ...) -> bytes: ...
    def read_now(self, size: int = ...) -> bytes | None: ...
    async def write(self, data: bytes) -> None: ...
    def resize(self, cols: int, rows: int) -> None: ...
    async def wait(self) -> int: ...
    async def stop(self, grace: float = ...) -> None: ...


class Shell:
    def __init__(
        self,
        identifier: str,
        agent: str,
        emulator: Emulator,
        output: Output,
        spawn: Callable[[Coroutine[Any, Any, None], str], asyncio.Task[None]],
        exited: Callable[[], None],
    ) -> None:
        self.id: Final = identifier
        self.agent: Final = agent
        self.emulator: Final = emulator
        self.exit_status: int | None = None
        self._output = output
        self._spawn = spawn
        self._exited = exited
        self._listeners: list[Callable[[], None]] = []
        self._process: Pty | None = None
        self._outbox: Outbox | None = None
        self._typing: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.changing: Final = asyncio.Lock()
        """Held by who ends or replaces the process."""

    @property
    def status(self) -> TerminalStatus:
        return TerminalStatus(
            id=self.id,
            agent=self.agent,
            title=self.emulator.title,
            bells=self.emulator.bells,
            exit_status=self.exit_status,
        )

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` whenever there may be something new to see; what is returned ends that."""
        self._listeners.append(changed)

        def end() -> None:
            with contextlib.suppress(ValueError):
                self._listeners.remove(changed)

        return end

    def start(self, process: Pty) -> None:
        """Show `process` from now on."""
        self.exit_status = None
        self._process = process
        self._outbox = Outbox(process.write)
        self._typing = self._spawn(self._outbox.run(), "Typing on a terminal")
        self._tasks = [
            self._typing,
            self._spawn(self._read(process, self._outbox), "Reading a terminal"),
            self._spawn(self._watch(process, self._outbox), "Waiting for a shell"),
        ]

    def type(self, data: bytes) -> None:
        """Type `data`; never waits. Nothing happens when nothing runs."""
        if self._outbox is not None and self.exit_status is None:
            self._outbox.put(data)

    async def typed(self) -> None:
        """Return once the terminal has taken what was typed."""
        if self._outbox is not None and self._typing is not None:
            taken = asyncio.ensure_future(self._outbox.emptied())
            await asyncio.wait([taken, self._typing], return_when=asyncio.FIRST_COMPLETED)
            taken.cancel()

    def resize(self, cols: int, rows: int) -> None:
        if (cols, rows) != self.emulator.size:
            self.emulator.resize(cols, rows)
            if self._process is not None:
                self._process.resize(*self.emulator.size)
            self._tell()

    async def stop(self) -> None:
        """Hang up on the shell and everything that it started; returns once nothing is left."""
        self._outbox = None
        if self._process is not None:
            await self._process.stop()
            self._process = None
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self._tasks = []

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def _take(self, data: bytes, outbox: Outbox) -> None:
        self.emulator.feed(data)
        outbox.put(self.emulator.take_replies())
        self._output.add(data)
        self._tell()

    async def _read(self, process: Pty, outbox: Outbox) -> None:
        loop = asyncio.get_running_loop()
        turn_ends = loop.time() + _TURN
        while data := await process.read():
            self._take(data, outbox)
            await self._output.keeps_up()
            if outbox.size > _UNREAD_ANSWERS:
                await outbox.emptied()
            if loop.time() >= turn_ends:
                await asyncio.sleep(0)
                turn_ends = loop.time() + _TURN

    async def _watch(self, process: Pty, outbox: Outbox) -> None:
        """The shell's end, after what it printed. Its jobs may go on, and print."""
        status = await process.wait()
        for _ in range(_LAST_READS):
            data = process.read_now()
            if not data:
                break
            self._take(data, outbox)
        self.exit_status = status
        self._output.finish()
        self._exited()
        self._tell()
