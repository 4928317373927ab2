"""Both ends of an ACP connection for tests: wires, and a client that remembers what it was told."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from sidekicks_tui.acp.client import TerminalEnd, TerminalSnapshot
from sidekicks_tui.acp.connection import AgentConnection
from sidekicks_tui.acp.updates import Chunk, ChunkKind, Note, ToolUpdate, Update
from sidekicks_tui.model.elicitation import ElicitationAction, ElicitationAnswer, Question
from sidekicks_tui.model.errors import AgentGone, NoSuchFile, OutsideWorkspace, UsageError
from sidekicks_tui.model.permissions import PermissionOption
from tests.support.fake_agent import agent_command


class MemoryWire:
    """A wire that a test feeds by hand."""

    def __init__(self) -> None:
        self.broken = False
        self.unblocked = asyncio.Event()
        """Cleared: the agent does not read, and the pipe is full."""
        self.unblocked.set()
        self.reads = 0
        self._incoming: asyncio.Queue[bytes] = asyncio.Queue()
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()

    def feed(self, data: bytes) -> None:
        """What the agent prints, in the pieces in which it is read; empty: the end."""
        self._incoming.put_nowait(data)

    def say(self, *messages: dict[str, Any]) -> None:
        """Lines of the agent, read at once."""
        self.feed(b"".join(json.dumps(message).encode() + b"\n" for message in messages))

    async def sent(self) -> dict[str, Any]:
        """The next message of ours."""
        message: dict[str, Any] = json.loads(await self._outgoing.get())
        return message

    @property
    def silent(self) -> bool:
        """Nothing of ours is left to look at."""
        return self._outgoing.empty()

    async def write(self, data: bytes) -> None:
        if self.broken:
            raise AgentGone("the pipe is closed")
        self._outgoing.put_nowait(data)
        await self.unblocked.wait()

    async def read(self, size: int = 65536) -> bytes:
        self.reads += 1
        return await self._incoming.get()


class ProcessWire:
    """The pipes of a real process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self._stdin = process.stdin
        self._stdout = process.stdout

    async def write(self, data: bytes) -> None:
        try:
            self._stdin.write(data)
            await self._stdin.drain()
        except ConnectionError as error:
            raise AgentGone("the pipe is closed") from error

    async def read(self, size: int = 65536) -> bytes:
        return await self._stdout.read(size)


class RecordingClient:
    """Remembers updates, noise and requests; answers as it is told.

    `choose` picks the option of a permission request; a question is answered with `answer`. Files live in
    `files`, terminals are pretended.
    """

    def __init__(self) -> None:
        self.updates: list[tuple[str, Update]] = []
        self.noises: list[str] = []
        self.permissions: list[tuple[ToolUpdate, tuple[PermissionOption, ...]]] = []
        self.questions: list[Question] = []
        self.completed: list[str] = []
        self.files: dict[str, str] = {}
        self.terminals: list[str] = []
        self.choose: Callable[[tuple[PermissionOption, ...]], str | None] = lambda options: options[0].id
        self.answer = ElicitationAnswer(action=ElicitationAction.DECLINE)
        self.asked = asyncio.Event()
        self.hold = asyncio.Event()
        """Permission requests wait for it."""
        self.hold.set()
        self.cancelled_permissions = 0
        self._news = asyncio.Event()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for updates until `true` holds."""
        async with asyncio.timeout(20):
            while not true():
                self._news.clear()
                await self._news.wait()

    def updated(self, session_id: str, update: Update) -> None:
        self.updates.append((session_id, update))
        self._news.set()

    def noise(self, line: str) -> None:
        self.noises.append(line)

    async def request_permission(
        self, session_id: str, tool: ToolUpdate, options: tuple[PermissionOption, ...]
    ) -> str | None:
        self.permissions.append((tool, options))
        self.asked.set()
        try:
            await self.hold.wait()
        except asyncio.CancelledError:
            self.cancelled_permissions += 1
            raise
        return self.choose(options)

    async def read_text_file(self, session_id: str, path: str, line: int | None, limit: int | None) -> str:
        if path.startswith(".."):
            raise OutsideWorkspace(f"{path} is outside of the workspace")
        if path not in self.files:
            raise NoSuchFile(f"there is no file {path}")
        lines = self.files[path].splitlines(keepends=True)
        first = (line or 1) - 1
        return "".join(lines[first : None if limit is None else first + limit])

    async def write_text_file(self, session_id: str, path: str, content: str) -> None:
        self.files[path] = content

    async def create_terminal(
        self,
        session_id: str,
        command: str,
        args: Sequence[str],
        env: Mapping[str, str],
        cwd: str | None,
        output_limit: int | None,
    ) -> str:
        self.terminals.append(" ".join((command, *args)))
        return f"terminal-{len(self.terminals)}"

    async def terminal_output(self, session_id: str, terminal: str) -> TerminalSnapshot:
        if terminal != f"terminal-{len(self.terminals)}":
            raise UsageError(f"there is no terminal {terminal}")
        return TerminalSnapshot(output="printed", truncated=False, end=TerminalEnd(exit_code=0))

    async def wait_for_terminal(self, session_id: str, terminal: str) -> TerminalEnd:
        return TerminalEnd(exit_code=0)

    async def kill_terminal(self, session_id: str, terminal: str) -> None:
        self.terminals.append("killed")

    async def release_terminal(self, session_id: str, terminal: str) -> None:
        self.terminals.append("released")

    async def elicit(self, session_id: str, request: Question) -> ElicitationAnswer:
        self.questions.append(request)
        return self.answer

    def elicitation_completed(self, elicitation_id: str) -> None:
        self.completed.append(elicitation_id)

    @property
    def text(self) -> str:
        """What the agent said, as one text."""
        return "".join(u.text for _, u in self.updates if isinstance(u, Chunk) and u.kind is ChunkKind.TEXT)

    @property
    def notes(self) -> list[str]:
        return [update.text for _, update in self.updates if isinstance(update, Note)]

    @property
    def tools(self) -> list[ToolUpdate]:
        return [update for _, update in self.updates if isinstance(update, ToolUpdate)]


@asynccontextmanager
async def fake_agent(*flags: str) -> AsyncIterator[tuple[AgentConnection, RecordingClient]]:
    """A connection to a fake agent's process, not yet greeted; its process group is killed at the end."""
    process = await asyncio.create_subprocess_exec(
        *agent_command(*flags),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    client = RecordingClient()
    connection = AgentConnection(ProcessWire(process), client)
    try:
        yield connection, client
    finally:
        await connection.close()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
