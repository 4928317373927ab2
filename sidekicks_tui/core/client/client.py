"""Our side of the wire for one process of an agent."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from sidekicks_tui.acp.client import TerminalEnd, TerminalSnapshot
from sidekicks_tui.acp.updates import ToolUpdate, Update
from sidekicks_tui.core.client.files import read_text, write_text
from sidekicks_tui.core.client.terminals import Spawn, Terminals
from sidekicks_tui.core.hooks.gates import Command, Gates
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.elicitation import ElicitationAnswer, Question
from sidekicks_tui.model.permissions import PermissionOption
from sidekicks_tui.model.settings import AgentSettings
from sidekicks_tui.runtimes import Runtime
from sidekicks_tui.system.containment import Folders

_MOST_EARLY_UPDATES: Final = 1000
"""Kept of sessions that nobody knows yet: agents announce a few things before they name the session."""


class SessionListener(Protocol):
    """The conversation that a session belongs to."""

    @property
    def gates(self) -> Gates:
        """What the agent does through us is asked for here first."""

    def updated(self, update: Update) -> None:
        """The session told something. Returns at once."""

    async def permit(self, tool: ToolUpdate, options: tuple[PermissionOption, ...]) -> str | None:
        """The chosen option's id, or None when the request is cancelled."""

    async def elicit(self, question: Question) -> ElicitationAnswer:
        """The person's answer."""

    def printed(self, terminal: str, output: str, exit_status: int | None) -> None:
        """A terminal of the session printed `output` so far; `exit_status` is there once it has ended."""


class AgentClient:
    """Serves what the process asks, and hands what it tells to whoever listens to the session.

    What is told of a session before somebody listens is kept until then.
    """

    def __init__(
        self,
        settings: AgentSettings,
        *,
        runtime: Runtime,
        spawn: Spawn,
        supervisor: Supervisor,
        noise: Callable[[str], None],
        elicit: Callable[[Question], Awaitable[ElicitationAnswer]],
        completed: Callable[[str], None],
    ) -> None:
        """`elicit` answers what is asked outside of sessions, `completed` is told which address is done."""
        self._settings = settings
        self._runtime = runtime
        self._noise = noise
        self._elicit = elicit
        self._completed = completed
        self._folders = Folders((settings.workspace, *settings.additional_directories))
        self._terminals = Terminals(spawn, supervisor)
        self._listeners: dict[str, SessionListener] = {}
        self._early: dict[str, list[Update]] = {}
        self._early_count = 0

    def listen(self, session_id: str, listener: SessionListener) -> None:
        """`listener` is handed what was told of the session already, and all that follows."""
        self._listeners[session_id] = listener
        early = self._early.pop(session_id, [])
        self._early_count -= len(early)
        for update in early:
            listener.updated(update)

    def ignore(self, session_id: str) -> None:
        """Nobody listens to the session any more."""
        self._listeners.pop(session_id, None)

    async def close(self) -> None:
        """The process is gone: end what it runs through us."""
        self._listeners.clear()
        self._early.clear()
        await self._terminals.close()

    # What the agent tells and asks: the protocol `acp.client.Client`

    def updated(self, session_id: str, update: Update) -> None:
        if (listener := self._listeners.get(session_id)) is not None:
            listener.updated(update)
        elif self._early_count < _MOST_EARLY_UPDATES:
            self._early.setdefault(session_id, []).append(update)
            self._early_count += 1

    def noise(self, line: str) -> None:
        self._noise(line)

    async def request_permission(
        self, session_id: str, tool: ToolUpdate, options: tuple[PermissionOption, ...]
    ) -> str | None:
        listener = self._listeners.get(session_id)
        return None if listener is None else await listener.permit(tool, options)

    async def read_text_file(self, session_id: str, path: str, line: int | None, limit: int | None) -> str:
        here = self._here(path)
        gates = self._gates(session_id)
        if gates is not None:
            await gates.read(self._absolute(here))
        text = await asyncio.to_thread(read_text, self._folders, here, line, limit)
        return text if gates is None else await gates.has_read(self._absolute(here), text)

    async def write_text_file(self, session_id: str, path: str, content: str) -> None:
        here = self._here(path)
        gates = self._gates(session_id)
        if gates is None:
            await asyncio.to_thread(write_text, self._folders, here, content)
            return
        # What a hook makes of the path is judged by the same folders as what the agent named.
        named = self._absolute(here)
        entered, content = await gates.write(named, content)
        await asyncio.to_thread(
            write_text, self._folders, here if entered == named else str(entered), content
        )
        gates.written(entered)

    async def create_terminal(
        self,
        session_id: str,
        command: str,
        args: Sequence[str],
        env: Mapping[str, str],
        cwd: str | None,
        output_limit: int | None,
    ) -> str:
        folder = self._settings.workspace
        if cwd is not None:
            folder = await asyncio.to_thread(self._folders.folder, self._here(cwd))
        wanted = Command(command, args, env)
        if (gates := self._gates(session_id)) is not None:
            wanted = await gates.run(wanted, folder)
        return await self._terminals.create(
            wanted.command,
            wanted.args,
            cwd=folder,
            env={**os.environ, **self._settings.env, **wanted.env},
            limit=output_limit,
            changed=partial(self._printed, session_id),
        )

    async def terminal_output(self, session_id: str, terminal: str) -> TerminalSnapshot:
        return self._terminals.snapshot(terminal)

    async def wait_for_terminal(self, session_id: str, terminal: str) -> TerminalEnd:
        return await self._terminals.wait(terminal)

    async def kill_terminal(self, session_id: str, terminal: str) -> None:
        await self._terminals.kill(terminal)

    async def release_terminal(self, session_id: str, terminal: str) -> None:
        await self._terminals.release(terminal)

    async def elicit(self, session_id: str, request: Question) -> ElicitationAnswer:
        listener = self._listeners.get(session_id)
        return await (self._elicit(request) if listener is None else listener.elicit(request))

    def elicitation_completed(self, elicitation_id: str) -> None:
        self._completed(elicitation_id)

    def _gates(self, session_id: str) -> Gates | None:
        """Those of the session; of another one of the agent for a session that nobody knows, for it passes

        the same gates. None before the first session is open.
        """
        listener = self._listeners.get(session_id) or next(iter(self._listeners.values()), None)
        return None if listener is None else listener.gates

    def _absolute(self, path: str) -> Path:
        """A path on this machine, which agents may name from their folder."""
        return self._settings.workspace / path

    def _here(self, path: str) -> str:
        """A path that the agent named, on this machine."""
        return str(self._runtime.from_agent(path))

    def _printed(self, session_id: str, terminal: str, output: str, exit_status: int | None) -> None:
        if (listener := self._listeners.get(session_id)) is not None:
            listener.printed(terminal, output, exit_status)
