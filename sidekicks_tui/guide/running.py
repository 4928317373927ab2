"""Running a command in a folder when the client has no terminal to run it in."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SHELL: Final = ("/bin/sh", "-c")
_KEPT_AT_START: Final = 16 * 1024
_KEPT_AT_END: Final = 48 * 1024
_TERM_GRACE: Final = 1.0
_SHOW_EVERY: Final = 0.2


class Kept:
    """Output of which the beginning and the end are kept, in bytes."""

    def __init__(self) -> None:
        self._start = bytearray()
        self._end = bytearray()
        self._dropped = 0

    def add(self, data: bytes) -> None:
        room = _KEPT_AT_START - len(self._start)
        self._start += data[:room]
        self._end += data[room:] if room > 0 else data
        excess = len(self._end) - _KEPT_AT_END
        if excess > 0:
            del self._end[:excess]
            self._dropped += excess

    @property
    def text(self) -> str:
        """What is kept, with a line that tells what is missing; no character is cut."""
        if not self._dropped:
            return (self._start + self._end).decode("utf-8", "replace")
        start, end = (bytes(part).decode("utf-8", "ignore") for part in (self._start, self._end))
        return f"{start}\n[… {self._dropped} bytes left out …]\n{end}"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, by a status or by a signal, where that is known, and what it printed."""

    code: int | None
    signal: str = ""
    output: str = ""

    @property
    def words(self) -> str:
        if self.signal:
            return f"was ended by {self.signal}"
        return "ended" if self.code is None else f"ended with status {self.code}"


async def run(command: str, cwd: Path, show: Callable[[str], Awaitable[None]]) -> Ended:
    """Run `command` by the shell until it ends; what it left running ends with it.

    `show` is told what was printed so far, a few times a second at most. When cancelled, its whole process
    group is ended first. Raises `OSError`.
    """
    # A pipe of our own: with asyncio's, waiting for the command means waiting for all who hold its output.
    output, its_end = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            *SHELL,
            command,
            cwd=cwd,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=its_end,
            stderr=its_end,
            start_new_session=True,
        )
    except BaseException:
        os.close(output)
        raise
    finally:
        os.close(its_end)
    kept = Kept()
    reading = asyncio.create_task(_read(output, kept, show))
    try:
        try:
            await process.wait()
        finally:
            await _end(process)  # what it left running still holds its output, and would keep us waiting
        await reading
    finally:
        reading.cancel()
    status = await process.wait()
    if status < 0:
        return Ended(None, signal.Signals(-status).name, kept.text)
    return Ended(status, output=kept.text)


async def _read(output: int, kept: Kept, show: Callable[[str], Awaitable[None]]) -> None:
    loop = asyncio.get_running_loop()
    stream = asyncio.StreamReader()
    transport, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(stream), os.fdopen(output, "rb", buffering=0)
    )
    shown = loop.time()
    try:
        while data := await stream.read(65536):
            kept.add(data)
            if loop.time() - shown >= _SHOW_EVERY:
                shown = loop.time()
                await show(kept.text)
    finally:
        transport.close()


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        _signal_group(process.pid, signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_TERM_GRACE):
                await process.wait()
    _signal_group(process.pid, signal.SIGKILL)
    await process.wait()


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
