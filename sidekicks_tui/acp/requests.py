"""What the agent asks of us: read, handed to the client, answered.

Everything that the client raises on purpose reaches the agent as an error that it can read. A request that
the agent withdraws, and every one that is open when the agent ends, is cancelled.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar, cast

from acp.exceptions import RequestError
from acp.meta import CLIENT_METHODS
from acp.schema import (
    CreateTerminalRequest,
    KillTerminalRequest,
    ReadTextFileRequest,
    ReleaseTerminalRequest,
    TerminalOutputRequest,
    WaitForTerminalExitRequest,
    WriteTextFileRequest,
)
from pydantic import BaseModel, ValidationError

from sidekicks_tui.acp.client import Client, TerminalEnd
from sidekicks_tui.acp.fields import items, mapping, text
from sidekicks_tui.acp.questions import elicitation_request, elicitation_response
from sidekicks_tui.acp.sorting import Incoming, RequestId
from sidekicks_tui.acp.tools import tool_update
from sidekicks_tui.acp.wire_json import JsonObject
from sidekicks_tui.model.errors import (
    NoSuchFile,
    OutsideWorkspace,
    SidekicksError,
    UsageError,
    WorkspaceError,
)
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption

Answer = Callable[[object], Awaitable[JsonObject]]
ModelT = TypeVar("ModelT", bound=BaseModel)

_INVALID_REQUEST: Final = -32600
_INVALID_PARAMS: Final = -32602
_INTERNAL_ERROR: Final = -32603
_NOT_FOUND: Final = -32002
_CANCELLED: Final = -32800
_MOST_OPEN: Final = 1000
"""Requests of one agent that may be open at once."""
_KINDS: Final = {kind.value: kind for kind in PermissionKind}


class Requests:
    """The requests of one agent."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.missing_is_empty = False
        """Gemini looks at a file before it makes it, and takes any error for the end of the matter."""
        self._open: dict[RequestId, asyncio.Future[JsonObject]] = {}
        self._answers: dict[str, Answer] = {
            CLIENT_METHODS["session_request_permission"]: self._permission,
            CLIENT_METHODS["fs_read_text_file"]: self._read,
            CLIENT_METHODS["fs_write_text_file"]: self._write,
            CLIENT_METHODS["terminal_create"]: self._create_terminal,
            CLIENT_METHODS["terminal_output"]: self._terminal_output,
            CLIENT_METHODS["terminal_wait_for_exit"]: self._wait_for_terminal,
            CLIENT_METHODS["terminal_kill"]: self._kill_terminal,
            CLIENT_METHODS["terminal_release"]: self._release_terminal,
            CLIENT_METHODS["elicitation_create"]: self._elicit,
        }

    async def handle(self, method: str, params: object, is_notification: bool) -> JsonObject:
        """Answer one request, as the SDK's `MethodHandler`; `params` is an `Incoming`."""
        request = cast(Incoming, params)
        answer = self._answers.get(method)
        if request.refusal:
            raise RequestError(_INVALID_REQUEST, request.refusal)
        if answer is None:
            raise RequestError.method_not_found(method)
        if len(self._open) >= _MOST_OPEN:
            raise RequestError(
                _INTERNAL_ERROR, f"{_MOST_OPEN} requests are open already: wait for their answers"
            )
        work = asyncio.ensure_future(answer(request.params))
        self._open[request.id] = work
        try:
            return await work
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise  # we close
            raise RequestError(_CANCELLED, "Request cancelled") from None
        except (OutsideWorkspace, UsageError) as error:
            raise RequestError(_INVALID_PARAMS, str(error)) from error
        except NoSuchFile as error:
            # Agents that want to make the file look for these words.
            raise RequestError(_NOT_FOUND, f"Resource not found: {error}") from error
        except WorkspaceError as error:
            raise RequestError(_NOT_FOUND, str(error)) from error
        except SidekicksError as error:
            raise RequestError(_INTERNAL_ERROR, str(error)) from error
        finally:
            if self._open.get(request.id) is work:
                del self._open[request.id]

    def withdraw(self, request: RequestId) -> None:
        """The agent no longer wants the answer to `request`."""
        if work := self._open.get(request):
            work.cancel()

    def withdraw_all(self) -> None:
        for work in tuple(self._open.values()):
            work.cancel()

    async def _permission(self, params: object) -> JsonObject:
        source = mapping(params)
        options = tuple(
            PermissionOption(
                id=text(option, "optionId"),
                name=text(option, "name") or text(option, "optionId"),
                kind=_KINDS.get(text(option, "kind"), PermissionKind.OTHER),
            )
            for option in items(source.get("options"))
            if isinstance(option.get("optionId"), str)
        )
        if not options:
            raise RequestError(_INVALID_PARAMS, "the request has no options to choose from")
        tool = tool_update(mapping(source.get("toolCall")))
        chosen = await self._client.request_permission(_session(params), tool, options)
        if chosen is None:
            return {"outcome": {"outcome": "cancelled"}}
        return {"outcome": {"outcome": "selected", "optionId": chosen}}

    async def _read(self, params: object) -> JsonObject:
        request = _validated(ReadTextFileRequest, params)
        try:
            words = await self._client.read_text_file(
                request.session_id, request.path, request.line, request.limit
            )
        except NoSuchFile:
            if not self.missing_is_empty:
                raise
            words = ""
        return {"content": words}

    async def _write(self, params: object) -> JsonObject:
        request = _validated(WriteTextFileRequest, params)
        await self._client.write_text_file(request.session_id, request.path, request.content)
        return {}

    async def _create_terminal(self, params: object) -> JsonObject:
        request = _validated(CreateTerminalRequest, params)
        terminal = await self._client.create_terminal(
            request.session_id,
            request.command,
            tuple(request.args or ()),
            {variable.name: variable.value for variable in request.env or ()},
            request.cwd,
            request.output_byte_limit,
        )
        return {"terminalId": terminal}

    async def _terminal_output(self, params: object) -> JsonObject:
        request = _validated(TerminalOutputRequest, params)
        seen = await self._client.terminal_output(request.session_id, request.terminal_id)
        answer: JsonObject = {"output": seen.output, "truncated": seen.truncated}
        return answer if seen.end is None else {**answer, "exitStatus": _end(seen.end)}

    async def _wait_for_terminal(self, params: object) -> JsonObject:
        request = _validated(WaitForTerminalExitRequest, params)
        return _end(await self._client.wait_for_terminal(request.session_id, request.terminal_id))

    async def _kill_terminal(self, params: object) -> JsonObject:
        request = _validated(KillTerminalRequest, params)
        await self._client.kill_terminal(request.session_id, request.terminal_id)
        return {}

    async def _release_terminal(self, params: object) -> JsonObject:
        request = _validated(ReleaseTerminalRequest, params)
        await self._client.release_terminal(request.session_id, request.terminal_id)
        return {}

    async def _elicit(self, params: object) -> JsonObject:
        source = mapping(params)
        if not text(source, "message"):
            raise RequestError(_INVALID_PARAMS, "the question has no message")
        question = elicitation_request(source)
        if question is None:
            raise RequestError(_INVALID_PARAMS, "the question is neither a form nor an address to open")
        answer = await self._client.elicit(text(source, "sessionId"), question)
        return elicitation_response(answer)


def _session(params: object) -> str:
    session_id = text(mapping(params), "sessionId")
    if not session_id:
        raise RequestError(_INVALID_PARAMS, "sessionId is missing, or no string")
    return session_id


def _validated(model: type[ModelT], params: object) -> ModelT:
    try:
        return model.model_validate(params)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"]) or "params"
        raise RequestError(_INVALID_PARAMS, f"{where}: {first['msg']}") from None


def _end(end: TerminalEnd) -> JsonObject:
    return {"exitCode": end.exit_code, "signal": end.signal or None}
