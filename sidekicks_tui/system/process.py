"""A child process in a session of its own, whose pipes block neither it nor us, and its end."""

import asyncio
import contextlib
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from sidekicks_tui.locale import _
from sidekicks_tui.model import limits
from sidekicks_tui.model.errors import AgentGone
from sidekicks_tui.system.lines import LineSplitter
from sidekicks_tui.system.spawn_errors import explain
from sidekicks_tui.system.spawning import spawn_in_thread
from sidekicks_tui.system.tags import TAG_VARIABLE, new_tag
from sidekicks_tui.system.trees import ProcessTree

_BUFFER: Final = 256 * limits.KB
_LINES_AT_ONCE: Final = 256
"""Lines of standard error that are handed on before the event loop gets its turn."""
_LAST_LINES_GRACE: Final = 1.0
"""Seconds that the end of standard error may come after the child's (somebody else holds it open)."""


class _Spawned(NamedTuple):
    """Made before the child can have been waited for, so that its group and session are surely its own."""

    popen: subprocess.Popen[bytes]
    tree: ProcessTree

    @property
    def pid(self) -> int:
        return self.popen.pid

    def wait(self) -> int:
        return self.popen.wait()


class ChildProcess:
    """A child in a session (and so a process group) of its own. Standard error is always drained.

    When it ends by itself, what it left behind is ended, too. Whoever spawned it calls `stop` in the end.
    """

    def __init__(self, spawned: _Spawned, tag: str, ended: asyncio.Future[int]) -> None:
        self.pid: Final = spawned.pid
        self.tag: Final = tag
        self._ended = ended
        self._tree = spawned.tree
        self._ending: asyncio.Task[None] | None = None
        self._stdout = asyncio.StreamReader(limit=_BUFFER)
        self._stderr = asyncio.StreamReader(limit=_BUFFER)

    @classmethod
    async def spawn(
        cls,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        on_stderr: Callable[[str], None],
        tag: str = "",
    ) -> Self:
        """Start `command` in the folder `cwd` with the environment `env` and nothing else.

        `on_stderr` is called on the event loop with each line of its standard error, cut at
        `limits.LOG_LINE_LENGTH` bytes. Raises `StartError`. Cancelled, it leaves no process.
        """
        spawning = asyncio.ensure_future(cls._spawn(command, cwd, env, on_stderr, tag or new_tag()))
        try:
            return await asyncio.shield(spawning)
        except asyncio.CancelledError:
            spawning.add_done_callback(_abandon)
            raise

    async def write(self, data: bytes) -> None:
        """Write to its standard input; waits while the pipe is full. Raises `AgentGone` when it is closed."""
        with contextlib.suppress(OSError):
            if not self._stdin.is_closing():
                self._stdin.write(data)
                await self._stdin.drain()
        if self._stdin.is_closing():
            raise AgentGone(_("the agent reads no more: it {end}").format(end=self.describe_end()))

    def end_input(self) -> None:
        """Its standard input ends once it has read what was written."""
        self._stdin.close()

    async def read(self, size: int = 64 * limits.KB) -> bytes:
        """Up to `size` bytes of its standard output, as soon as there are any; b"" at the end of it."""
        try:
            return await self._stdout.read(size)
        except OSError:
            return b""

    async def wait(self) -> int:
        """Its exit status, negative for a signal; its last lines on standard error are handed on before."""
        status = await asyncio.shield(self._ended)
        await asyncio.wait([self._draining], timeout=_LAST_LINES_GRACE)
        return status

    async def stop(
        self,
        stdin_grace: float = limits.STOP_STDIN_GRACE,
        term_grace: float = limits.STOP_TERM_GRACE,
    ) -> None:
        """End it and everything that it started; returns as soon as all are gone.

        Its input is closed; after `stdin_grace` seconds comes SIGTERM, after `term_grace` more, SIGKILL.
        Cancelled, it goes on by itself.
        """
        if self._ending is None:
            self._ending = asyncio.create_task(self._end(stdin_grace, term_grace))
        await asyncio.shield(self._ending)
        for transport in self._pipes:
            transport.close()

    def describe_end(self) -> str:
        """`exited with status 3`, `was ended by SIGKILL`, `is running`."""
        if not self._ended.done():
            return _("is running")
        status = self._ended.result()
        if status >= 0:
            return _("exited with status {status}").format(status=status)
        try:
            return _("was ended by {signal}").format(signal=signal.Signals(-status).name)
        except ValueError:
            return _("was ended by signal {number}").format(number=-status)

    @classmethod
    async def _spawn(
        cls,
        command: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        on_stderr: Callable[[str], None],
        tag: str,
    ) -> Self:
        def start() -> _Spawned:
            popen = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env={**env, TAG_VARIABLE: tag},
                start_new_session=True,
            )
            return _Spawned(popen, ProcessTree((tag,), popen.pid))

        spawned, ended = await spawn_in_thread(start, lambda error: explain(error, command, cwd, env))
        child = cls(spawned, tag, ended)
        await child._connect(spawned.popen, on_stderr)
        ended.add_done_callback(child._ended_by_itself)
        return child

    async def _connect(self, popen: subprocess.Popen[bytes], on_stderr: Callable[[str], None]) -> None:
        loop = asyncio.get_running_loop()
        stdin, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, popen.stdin)
        self._stdin = asyncio.StreamWriter(stdin, protocol, None, loop)
        stdout, _ = await loop.connect_read_pipe(lambda: _reading(self._stdout), popen.stdout)
        stderr, _ = await loop.connect_read_pipe(lambda: _reading(self._stderr), popen.stderr)
        self._pipes = (stdin, stdout, stderr)
        self._draining = asyncio.create_task(self._drain(on_stderr))

    async def _drain(self, on_stderr: Callable[[str], None]) -> None:
        splitter = LineSplitter(limits.LOG_LINE_LENGTH)
        while data := await self._stderr.read(_BUFFER):
            for number, line in enumerate(splitter.feed(data), 1):
                on_stderr(line)
                if number % _LINES_AT_ONCE == 0:
                    await asyncio.sleep(0)
            await asyncio.sleep(0)  # a flood is always readable, and reading it would never give way
        for line in splitter.end():
            on_stderr(line)

    def _ended_by_itself(self, _: asyncio.Future[int]) -> None:
        if self._ending is None:
            end = self._tree.end(signal.SIGTERM, limits.STOP_TERM_GRACE)
            self._ending = asyncio.create_task(end)

    async def _end(self, stdin_grace: float, term_grace: float) -> None:
        await asyncio.to_thread(self._tree.members)  # who is seen now is found again
        if not self._stdin.is_closing():
            self._stdin.transport.abort()  # a close would wait until what is buffered has been read
        await asyncio.wait([self._ended], timeout=stdin_grace)
        await self._tree.end(signal.SIGTERM, term_grace)
        await asyncio.wait([self._ended], timeout=_LAST_LINES_GRACE)


def _reading(reader: asyncio.StreamReader) -> asyncio.StreamReaderProtocol:
    return asyncio.StreamReaderProtocol(reader)


def _abandon(spawning: "asyncio.Task[Any]") -> None:
    if not spawning.cancelled() and spawning.exception() is None:
        child: ChildProcess = spawning.result()
        child._ending = asyncio.create_task(child._end(0, 0))
