"""One run of a hook's command: a child without a terminal, told by JSON, heard to its end or its timeout.

The child has a process group of its own, and whatever it started ends with it: what it left behind when it
came to its end, everything when it ran out of time. Cancelled, a run ends its child and returns nothing.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from sidekicks_tui.model.errors import AgentGone, StartError
from sidekicks_tui.model.limits import KB, MB

OUTPUT_SIZE: Final = 1 * MB
"""Bytes of standard output that are kept, and as many characters of standard error."""
_READ: Final = 64 * KB
_LAST_OUTPUT: Final = 1.0
"""Seconds that the end of the output may come after the command's own (somebody else holds it open)."""
_TERM_GRACE: Final = 1.0


class Child(Protocol):
    async def write(self, data: bytes) -> None: ...
    def end_input(self) -> None: ...
    async def read(self, size: int = ...) -> bytes: ...
    async def wait(self) -> int: ...
    async def stop(self, stdin_grace: float = ..., term_grace: float = ...) -> None: ...


class Spawn(Protocol):
    """Starts a command with an environment and nothing else. Raises `StartError`."""

    async def __call__(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        on_stderr: Callable[[str], None],
    ) -> Child: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    words: tuple[str, ...]
    cwd: Path
    env: Mapping[str, str]
    timeout: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How it went. `status` is None when the command did not start or did not come to its end."""

    status: int | None = None
    stdout: str = ""
    stderr: str = ""
    timed_out: bool = False
    error: str = ""
    """Why it did not start."""
    seconds: float = 0.0


class Runner:
    def __init__(self, spawn: Spawn) -> None:
        self._spawn = spawn
        self._ending: set[asyncio.Task[None]] = set()
        """Children that are over, being seen off."""

    async def run(self, command: Command, payload: bytes) -> Run:
        began = time.monotonic()
        errors = _Capped()
        spawning = asyncio.ensure_future(
            self._spawn(command.words, cwd=command.cwd, env=command.env, on_stderr=errors.add)
        )
        try:
            child = await asyncio.shield(spawning)
        except asyncio.CancelledError:
            self._end(_abandoned(spawning))
            raise
        except StartError as error:
            return Run(error=str(error), seconds=time.monotonic() - began)
        output = bytearray()
        reading = asyncio.create_task(_read(child, output))
        writing = asyncio.create_task(_tell(child, payload))
        status: int | None = None
        try:
            async with asyncio.timeout(command.timeout):
                status = await child.wait()
                await asyncio.wait([reading], timeout=_LAST_OUTPUT)
        except TimeoutError:
            pass
        finally:
            writing.cancel()
            reading.cancel()
            self._end(child.stop(0, 0 if status is None else _TERM_GRACE))
        return Run(
            status=status,
            stdout=bytes(output).decode("utf-8", "replace"),
            stderr=errors.text,
            timed_out=status is None,
            seconds=time.monotonic() - began,
        )

    async def close(self) -> None:
        """Returns once no child is left."""
        while self._ending:
            await asyncio.wait(set(self._ending))

    def _end(self, ending: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(ending)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)


class _Capped:
    def __init__(self) -> None:
        self._lines: list[str] = []
        self._room = OUTPUT_SIZE

    def add(self, line: str) -> None:
        if self._room > 0:
            self._lines.append(line)
            self._room -= len(line)

    @property
    def text(self) -> str:
        return "\n".join(self._lines)


async def _abandoned(spawning: asyncio.Future[Child]) -> None:
    """What is being started cannot be unmade: it is ended once it is there."""
    with suppress(StartError):
        await (await spawning).stop(0, 0)


async def _read(child: Child, output: bytearray) -> None:
    while data := await child.read(_READ):
        output += data[: max(0, OUTPUT_SIZE - len(output))]


async def _tell(child: Child, payload: bytes) -> None:
    with suppress(AgentGone):  # it need not listen
        await child.write(payload)
        child.end_input()
