"""A child process on a pseudo-terminal of its own, and the end of all that it started."""

import asyncio
import contextlib
import errno
import os
import shutil
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Self

import ptyprocess

from sidekicks_tui.model import limits
from sidekicks_tui.system.spawn_errors import explain
from sidekicks_tui.system.spawning import spawn_in_thread
from sidekicks_tui.system.tags import TAG_VARIABLE, new_tag
from sidekicks_tui.system.trees import ProcessTree

_RESTORED_SIGNALS: Final = (signal.SIGPIPE, signal.SIGXFSZ)
"""Python ignores them, and a program that is started would go on doing so."""


class TerminalProcess:
    """A child whose standard streams are a terminal of `cols` times `rows` cells.

    Not reading is the back-pressure. Whoever spawned it calls `stop` in the end.
    """

    def __init__(self, terminal: "_Terminal", tag: str, ended: asyncio.Future[int]) -> None:
        self.pid: Final = terminal.pid
        self.tag: Final = tag
        self._terminal = terminal
        self._ended = ended
        self._tree = terminal.tree
        self._ending: asyncio.Task[None] | None = None
        self._waiters: set[asyncio.Future[None]] = set()
        self._writing = asyncio.Lock()
        os.set_blocking(terminal.descriptor, False)

    @classmethod
    async def spawn(
        cls,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        cols: int,
        rows: int,
        tag: str = "",
    ) -> Self:
        """Start `command` in the folder `cwd` with the environment `env` and nothing else.

        Raises `StartError`. Cancelled, it leaves no process.
        """
        tag = tag or new_tag()
        starting = asyncio.ensure_future(
            spawn_in_thread(
                lambda: _start(command, cwd, {**env, TAG_VARIABLE: tag}, (rows, cols)),
                lambda error: explain(error, command, cwd, env),
            )
        )
        try:
            terminal, ended = await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(_abandon)
            raise
        return cls(terminal, tag, ended)

    async def read(self, size: int = 64 * limits.KB) -> bytes:
        """Up to `size` bytes of what it printed, as soon as there are any; b"" at the end.

        What is there already is returned without giving others a turn.
        """
        loop = asyncio.get_running_loop()
        while (data := self.read_now(size)) is None:
            await self._ready(loop.add_reader, loop.remove_reader)
        return data

    def read_now(self, size: int = 64 * limits.KB) -> bytes | None:
        """Up to `size` bytes of what it printed; b"" at the end, None while there is nothing."""
        if self._terminal.closed:
            return b""
        try:
            return os.read(self._terminal.descriptor, size)
        except BlockingIOError:
            return None
        except OSError:  # Linux tells the end of a terminal by EIO
            return b""

    async def write(self, data: bytes) -> None:
        """Type `data`; waits while the terminal takes no more. After the end, nothing happens."""
        loop = asyncio.get_running_loop()
        async with self._writing:
            while data and not self._terminal.closed:
                try:
                    data = data[os.write(self._terminal.descriptor, data) :]
                except BlockingIOError:
                    await self._ready(loop.add_writer, loop.remove_writer)
                except OSError:
                    return

    def resize(self, cols: int, rows: int) -> None:
        """Tell the terminal its new size."""
        if not self._terminal.closed:
            with contextlib.suppress(OSError):
                self._terminal.resize(cols, rows)

    async def wait(self) -> int:
        """Its exit status, negative for a signal."""
        return await asyncio.shield(self._ended)

    async def stop(self, grace: float = limits.TERMINAL_CLOSE_GRACE) -> None:
        """Hang up: SIGHUP to it and everything that it started, and after `grace` seconds SIGKILL.

        An interactive shell would ignore SIGTERM. Returns as soon as all are gone. Cancelled, it goes on by
        itself.
        """
        if self._ending is None:
            self._ending = asyncio.create_task(self._end(grace))
        await asyncio.shield(self._ending)

    async def _end(self, grace: float) -> None:
        await self._tree.end(signal.SIGHUP, grace)
        await asyncio.wait([self._ended], timeout=limits.TERMINAL_CLOSE_GRACE)
        descriptor = self._terminal.descriptor
        loop = asyncio.get_running_loop()
        loop.remove_reader(descriptor)
        loop.remove_writer(descriptor)
        self._terminal.close()
        for waiter in self._waiters:
            _set(waiter)

    async def _ready(self, watch: Callable[..., None], unwatch: Callable[[int], bool]) -> None:
        descriptor = self._terminal.descriptor
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(ready)
        watch(descriptor, _set, ready)
        try:
            await ready
        finally:
            self._waiters.discard(ready)
            if not self._terminal.closed:
                unwatch(descriptor)


def _set(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


def _start(
    command: Sequence[str], cwd: Path, env: Mapping[str, str], dimensions: tuple[int, int]
) -> "_Terminal":
    def prepare() -> None:
        # Here the library reports what goes wrong; in its own `chdir`, the fork would run on as a second us.
        os.chdir(cwd)
        for number in _RESTORED_SIGNALS:
            signal.signal(number, signal.SIG_DFL)

    words = [_program(command, cwd, env), *command[1:]]
    pty = ptyprocess.PtyProcess.spawn(words, env=dict(env), preexec_fn=prepare, dimensions=dimensions)
    return _Terminal(pty, env[TAG_VARIABLE])


def _program(command: Sequence[str], cwd: Path, env: Mapping[str, str]) -> str:
    """The file to execute: ptyprocess would look for it on our own PATH."""
    name = command[0]
    found = str(cwd / name) if "/" in name else shutil.which(name, path=env.get("PATH", os.defpath))
    if found is None or not Path(found).exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    if not os.access(found, os.X_OK) or Path(found).is_dir():
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
    return found


class _Terminal:
    """What of the library we use, with an end that never waits and never signals."""

    def __init__(self, pty: ptyprocess.PtyProcess, tag: str) -> None:
        self._pty = pty
        self.tree: Final = ProcessTree((tag,), pty.pid)
        self.pid: Final[int] = pty.pid
        self.descriptor: Final[int] = pty.fd
        self.closed = False

    def wait(self) -> int:
        self._pty.wait()
        return -self._pty.signalstatus if self._pty.signalstatus else int(self._pty.exitstatus)

    def resize(self, cols: int, rows: int) -> None:
        self._pty.setwinsize(rows, cols)

    def close(self) -> None:
        self.closed = self._pty.closed = True
        self._pty.fileobj.close()


def _abandon(starting: "asyncio.Future[tuple[_Terminal, asyncio.Future[int]]]") -> None:
    if not starting.cancelled() and starting.exception() is None:
        terminal, _ = starting.result()
        threading.Thread(target=terminal.tree.end_blocking, args=(signal.SIGHUP, 0.0), daemon=True).start()
        terminal.close()
