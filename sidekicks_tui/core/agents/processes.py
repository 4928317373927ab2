"""The processes that agents are and those that they ask for, on record: none is left behind."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from sidekicks_tui.core.agents.running import Process
from sidekicks_tui.hooks.runner import Child
from sidekicks_tui.model.limits import STOP_STDIN_GRACE, STOP_TERM_GRACE
from sidekicks_tui.model.settings import AgentSettings
from sidekicks_tui.runtimes import runtime_for
from sidekicks_tui.system.tags import new_tag

if TYPE_CHECKING:
    from sidekicks_tui.system.process import ChildProcess
    from sidekicks_tui.system.pty import TerminalProcess
    from sidekicks_tui.system.reaper import Leftovers


class _Started(Protocol):
    @property
    def pid(self) -> int: ...


_P = TypeVar("_P", bound=_Started)


class Processes:
    """Starts processes; `folder` keeps what the next Sidekicks needs to find what this one left."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: Leftovers | None = None
        self._making = threading.Lock()

    async def launch(self, settings: AgentSettings, on_stderr: Callable[[str], None]) -> Process:
        """Start an agent by its runtime. Raises `StartError`."""
        runtime = runtime_for(settings)
        return await self._run(lambda tag: runtime.launch(settings, on_stderr, tag=tag))

    async def run(self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> Process:
        """Start a command that an agent asks for, with that environment and nothing else.

        What it writes on standard error is thrown away. Raises `StartError`.
        """
        from sidekicks_tui.system.process import ChildProcess

        return await self._run(
            lambda tag: ChildProcess.spawn(command, cwd=cwd, env=env, on_stderr=lambda _line: None, tag=tag)
        )

    async def run_hook(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        on_stderr: Callable[[str], None],
    ) -> Child:
        """Start a hook's command. Raises `StartError`."""
        from sidekicks_tui.system.process import ChildProcess

        child, forget = await self._recorded(
            lambda tag: ChildProcess.spawn(command, cwd=cwd, env=env, on_stderr=on_stderr, tag=tag),
            lambda child: child.stop(0),
        )
        return _HookOnRecord(child, forget)

    async def open_terminal(
        self, settings: AgentSettings, cols: int, rows: int
    ) -> "tuple[TerminalProcess, Callable[[], None]]":
        """Start a shell in an agent's folder, and what takes it from the record once it is stopped.

        Raises `StartError`.
        """
        runtime = runtime_for(settings)
        return await self._recorded(
            lambda tag: runtime.open_terminal(settings, cols, rows, tag=tag),
            lambda terminal: terminal.stop(0),
        )

    async def reap(self) -> int:
        """End what killed ones have left; returns how many of them there were."""
        return await asyncio.to_thread(lambda: self._leftovers().reap())

    def end_all(self) -> None:
        """End everything at once, without the event loop: for emergencies."""
        if self._kept is not None:
            self._kept.end_all()

    async def close(self) -> None:
        """Nothing that is on record is left."""
        if self._kept is not None:
            await asyncio.to_thread(self._kept.close)

    async def _run(self, start: Callable[[str], "Awaitable[ChildProcess]"]) -> Process:
        return _OnRecord(*await self._recorded(start, lambda process: process.stop(0, 0)))

    async def _recorded(
        self, start: Callable[[str], Awaitable[_P]], end: Callable[[_P], Awaitable[None]]
    ) -> tuple[_P, Callable[[], None]]:
        """What `start` makes, and what takes it from the record. `end` is for when nobody waits any more."""
        tag = new_tag()
        leftovers = await asyncio.to_thread(self._leftovers)
        await asyncio.to_thread(leftovers.remember, tag)
        try:
            process = await start(tag)
        except Exception:
            await asyncio.to_thread(leftovers.forget, tag)
            raise
        try:
            await asyncio.to_thread(leftovers.spawned, tag, process.pid)
        except asyncio.CancelledError:
            await end(process)  # nobody else knows of it yet
            await asyncio.to_thread(leftovers.forget, tag)
            raise
        return process, lambda: leftovers.forget(tag)

    def _leftovers(self) -> "Leftovers":
        # Late, and in a thread: nobody waits for psutil before the first agent is used.
        from sidekicks_tui.system.reaper import Leftovers

        with self._making:
            if self._kept is None:
                self._kept = Leftovers(self._folder)
            return self._kept


class _OnRecord:
    """A process that is on record until everything that it started is gone."""

    def __init__(self, process: Process, forget: Callable[[], None]) -> None:
        self._process = process
        self._forget = forget

    async def write(self, data: bytes) -> None:
        await self._process.write(data)

    async def read(self, size: int = 65536) -> bytes:
        return await self._process.read(size)

    async def wait(self) -> int:
        return await self._process.wait()

    async def stop(self, stdin_grace: float = STOP_STDIN_GRACE, term_grace: float = STOP_TERM_GRACE) -> None:
        await self._process.stop(stdin_grace, term_grace)
        await asyncio.to_thread(self._forget)

    def describe_end(self) -> str:
        return self._process.describe_end()


class _HookOnRecord(_OnRecord):
    def __init__(self, child: "ChildProcess", forget: Callable[[], None]) -> None:
        super().__init__(child, forget)
        self._child = child

    def end_input(self) -> None:
        self._child.end_input()
