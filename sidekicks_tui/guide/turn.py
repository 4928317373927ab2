"""What the guide says and shows during one answer, as the protocol has it."""

import asyncio
import contextlib
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from acp.exceptions import RequestError
from acp.interfaces import Client
from acp.schema import (
    AgentMessageChunk,
    AgentPlanUpdate,
    AgentThoughtChunk,
    AllowedOutcome,
    ContentToolCallContent,
    FileEditToolCallContent,
    PermissionOption,
    PlanEntry,
    TerminalToolCallContent,
    TextContentBlock,
    ToolCallLocation,
    ToolCallProgress,
    ToolCallStart,
    ToolCallUpdate,
)
from pydantic import ValidationError

from sidekicks_tui.guide.markdown import pieces
from sidekicks_tui.model.errors import SidekicksError, WorkspaceError

ToolKind: TypeAlias = Literal["read", "edit", "search", "execute"]
Content: TypeAlias = ContentToolCallContent | FileEditToolCallContent | TerminalToolCallContent
StopReason: TypeAlias = Literal["end_turn", "cancelled", "max_tokens", "max_turn_requests", "refusal"]
EntryStatus: TypeAlias = Literal["pending", "in_progress", "completed"]

_ONCE: Final = "once"
_ALWAYS: Final = "always"
_REJECT: Final = "reject"


class Refused(SidekicksError):
    """The person refused, or nobody could be asked."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool call that the client was told of."""

    id: str
    title: str
    kind: ToolKind
    content: list[Content]
    locations: list[ToolCallLocation]
    raw_input: dict[str, Any]


class Turn:
    """Speaks to one client in one session. Everything waits until the client's pipe took it."""

    def __init__(self, client: Client, session_id: str) -> None:
        self.client = client
        self.session_id = session_id
        self._message_id = str(uuid.uuid4())

    async def say(self, markdown: str) -> None:
        """Stream a part of the answer; pieces of one turn make one message."""
        for piece in pieces(markdown):
            chunk = AgentMessageChunk(
                session_update="agent_message_chunk",
                content=TextContentBlock(type="text", text=piece),
                message_id=self._message_id,
            )
            await self.client.session_update(self.session_id, chunk)

    async def think(self, text: str) -> None:
        for piece in pieces(text):
            chunk = AgentThoughtChunk(
                session_update="agent_thought_chunk", content=TextContentBlock(type="text", text=piece)
            )
            await self.client.session_update(self.session_id, chunk)

    async def show_plan(self, entries: Sequence[tuple[str, EntryStatus]]) -> None:
        plan = AgentPlanUpdate(
            session_update="plan",
            entries=[PlanEntry(content=text, priority="medium", status=status) for text, status in entries],
        )
        await self.client.session_update(self.session_id, plan)

    async def start(
        self,
        title: str,
        kind: ToolKind,
        raw_input: dict[str, Any],
        *,
        content: Sequence[Content] = (),
        path: str = "",
        line: int | None = None,
        running: bool = True,
    ) -> Tool:
        """Announce a tool call: running at once, or pending until it is allowed."""
        locations = [ToolCallLocation(path=path, line=line)] if path else []
        tool = Tool(str(uuid.uuid4()), title, kind, list(content), locations, raw_input)
        update = ToolCallStart(
            session_update="tool_call",
            tool_call_id=tool.id,
            title=title,
            kind=kind,
            status="in_progress" if running else "pending",
            content=tool.content or None,
            locations=locations or None,
            raw_input=raw_input,
        )
        await self.client.session_update(self.session_id, update)
        return tool

    async def progress(
        self,
        tool: Tool,
        status: Literal["in_progress", "completed", "failed"],
        *,
        content: Sequence[Content] | None = None,
        locations: Sequence[ToolCallLocation] | None = None,
        raw_output: dict[str, Any] | None = None,
    ) -> None:
        """Tell how a tool call goes on. What is None stays as it was told before."""
        update = ToolCallProgress(
            session_update="tool_call_update",
            tool_call_id=tool.id,
            status=status,
            content=None if content is None else list(content),
            locations=None if locations is None else list(locations),
            raw_output=raw_output,
        )
        await self.client.session_update(self.session_id, update)

    async def permit(self, tool: Tool, always: str) -> bool:
        """Ask whether `tool` may go on; True when it was allowed for good, which `always` words.

        Raises `Refused`; a request that the client cancels cancels the turn.
        """
        try:
            answer = await self.client.request_permission(
                self.session_id,
                ToolCallUpdate(
                    tool_call_id=tool.id,
                    title=tool.title,
                    kind=tool.kind,
                    status="pending",
                    content=tool.content,
                    locations=tool.locations or None,
                    raw_input=tool.raw_input,
                ),
                [
                    PermissionOption(option_id=_ONCE, name="Allow once", kind="allow_once"),
                    PermissionOption(option_id=_ALWAYS, name=always, kind="allow_always"),
                    PermissionOption(option_id=_REJECT, name="Reject", kind="reject_once"),
                ],
            )
        except (RequestError, ValidationError) as error:
            raise Refused(
                f"Nobody could be asked for permission ({_words(error)}), so I did nothing."
            ) from error
        if not isinstance(answer.outcome, AllowedOutcome):
            raise asyncio.CancelledError
        if answer.outcome.option_id not in (_ONCE, _ALWAYS):
            raise Refused("You refused, so I did nothing.")
        return answer.outcome.option_id == _ALWAYS


def text_content(text: str) -> ContentToolCallContent:
    return ContentToolCallContent(type="content", content=TextContentBlock(type="text", text=text))


@contextlib.contextmanager
def client_errors(what: str) -> Iterator[None]:
    """Turn the client's refusal of a request into a `WorkspaceError` that begins with `what`."""
    try:
        yield
    except (RequestError, ValidationError) as error:
        raise WorkspaceError(f"{what}: {_words(error)}.") from error


def _words(error: RequestError | ValidationError) -> str:
    if isinstance(error, ValidationError):
        return "its answer does not follow the protocol"
    details = error.data.get("details") if isinstance(error.data, dict) else error.data
    return f"{error}: {details}" if isinstance(details, str) and details else str(error)
