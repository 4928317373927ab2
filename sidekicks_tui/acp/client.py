"""Our side of the wire, as an agent's process meets it: what it may ask, and what it tells."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from sidekicks_tui.acp.updates import ToolUpdate, Update
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.elicitation import ElicitationAnswer, Question
from sidekicks_tui.model.permissions import PermissionOption


class TerminalEnd(Value, frozen=True, kw_only=True):
    """How a terminal's command ended: with a status, or by a signal (`SIGTERM`)."""

    exit_code: int | None = None
    signal: str = ""


class TerminalSnapshot(Value, frozen=True, kw_only=True):
    """What a terminal printed so far; `end` is None while its command runs."""

    output: str
    truncated: bool
    end: TerminalEnd | None = None


class Client(Protocol):
    """What one agent's process may ask of us, and tells us.

    `updated`, `noise` and `elicitation_completed` are synchronous and must return at once: wire order is kept
    by never waiting. The others run as tasks of their own. They are cancelled when the agent withdraws the
    request or dies.
    A `SidekicksError` that they raise reaches the agent as an error that it can read: `OutsideWorkspace` and
    `UsageError` as invalid parameters, any other `WorkspaceError` as a resource that was not found.
    `session_id` is the agent's word: it may name a session that is not open yet, or no longer.
    """

    def updated(self, session_id: str, update: Update) -> None:
        """The agent tells something about a session, in the order of the wire."""

    def noise(self, line: str) -> None:
        """The agent printed something that is no message of the protocol (at most `LOG_LINE_LENGTH`)."""

    async def request_permission(
        self, session_id: str, tool: ToolUpdate, options: tuple[PermissionOption, ...]
    ) -> str | None:
        """The chosen option's `id`, or None when the request is cancelled."""

    async def read_text_file(self, session_id: str, path: str, line: int | None, limit: int | None) -> str:
        """The text of the file from `line` (counted from 1) on, at most `limit` lines."""

    async def write_text_file(self, session_id: str, path: str, content: str) -> None:
        """Write the whole file, making its folders."""

    async def create_terminal(
        self,
        session_id: str,
        command: str,
        args: Sequence[str],
        env: Mapping[str, str],
        cwd: str | None,
        output_limit: int | None,
    ) -> str:
        """Start a command; returns the terminal's identifier. `output_limit` is in bytes."""

    async def terminal_output(self, session_id: str, terminal: str) -> TerminalSnapshot: ...

    async def wait_for_terminal(self, session_id: str, terminal: str) -> TerminalEnd: ...

    async def kill_terminal(self, session_id: str, terminal: str) -> None:
        """End the command; the terminal stays readable until it is released."""

    async def release_terminal(self, session_id: str, terminal: str) -> None: ...

    async def elicit(self, session_id: str, request: Question) -> ElicitationAnswer:
        """Ask the person; `session_id` is empty while the agent is not in a session (a login)."""

    def elicitation_completed(self, elicitation_id: str) -> None:
        """What was to be done at the address of an `ElicitationUrl` is done."""
