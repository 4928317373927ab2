"""What each line from an agent is, and where it goes.

`session/update` goes to the client at once, so that no update ever overtakes another, or the answer that
follows it. Requests and answers are for the SDK, cleaned of everything that its connection does not stand.
What is no message of the protocol is noise.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from sidekicks_tui.acp.client import Client
from sidekicks_tui.acp.fields import JsonMapping, mapping, text
from sidekicks_tui.acp.framing import HEAD_SIZE, TAIL_SIZE, Line, Overlong
from sidekicks_tui.acp.translate import todo_plan, translate
from sidekicks_tui.acp.updates import Note, Retrying
from sidekicks_tui.acp.wire_json import JsonObject, decode, salvage
from sidekicks_tui.locale import _
from sidekicks_tui.model import limits

RequestId: TypeAlias = str | int | float | None

_INTERNAL_ERROR: Final = -32603
_RETRYING: Final = "_session/retrying"
"""Vibe's, which is silent otherwise while its model fails."""
_MOST_NOTES: Final = 100
"""Different notes that are told; each is told once."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """The parameters of an agent's request, with what the SDK does not hand on."""

    id: RequestId
    params: object
    refusal: str = ""
    """Why it is refused unread, empty when it is not."""


class Sorter:
    """`withdraw` is called for each request that the agent takes back."""

    def __init__(self, client: Client, withdraw: Callable[[RequestId], None]) -> None:
        self._client = client
        self._withdraw = withdraw
        self._noted: set[str] = set()
        self._last_session = ""

    def sort(self, line: Line) -> JsonObject | None:
        """The request or answer on the line, None when it was something else and is dealt with.

        A request's `params` are an `Incoming`.
        """
        if isinstance(line, Overlong):
            sentence = _("Something of {size} MB from the agent was refused: {most} MB is the most.").format(
                size=round(line.size / limits.MB), most=limits.WIRE_LINE_SIZE // limits.MB
            )
            return self._unreadable(salvage(line.head, line.tail), sentence)
        message = decode(line)
        if message is None:
            return self._no_object(line)
        if message.get("method") is not None:
            return self._call(message)
        return self._answer(message, line)

    def _no_object(self, line: bytes) -> JsonObject | None:
        if not line.strip():
            return None
        self._noise(line)
        known = salvage(line[:HEAD_SIZE], line[-TAIL_SIZE:]) if line.startswith(b"{") else {}
        if not known:
            return None
        return self._unreadable(
            known, _("Something from the agent was refused: it is broken or nested too deeply.")
        )

    def _unreadable(self, known: JsonObject, sentence: str) -> JsonObject | None:
        """Tell whoever waits for the message that it cannot be had."""
        if known.get("method") == "session/update":
            session_id = text(mapping(known.get("params")), "sessionId") or self._last_session
            self._client.updated(session_id, Note(text=sentence))
            return None
        if known.get("method") is not None:
            return self._call(known, refusal=sentence)
        if _is_ours(known.get("id")):
            return {"id": known["id"], "error": {"code": _INTERNAL_ERROR, "message": sentence}}
        self._client.noise(sentence)
        return None

    def _call(self, message: JsonObject, refusal: str = "") -> JsonObject | None:
        """A request, or a notification: of those, the four that we know are dealt with, others ignored."""
        method, params, identifier = message["method"], message.get("params"), message.get("id")
        if method == "session/update":
            self._update(mapping(params))
        if identifier is None:
            if method == "$/cancel_request":
                request = mapping(params).get("requestId")
                self._withdraw(request if isinstance(request, str | int | float) else None)
            elif method == "elicitation/complete":
                self._client.elicitation_completed(text(mapping(params), "elicitationId"))
            elif method == _RETRYING:
                known = mapping(params)
                reason = text(known, "detail") or text(known, "category")
                self._client.updated(text(known, "sessionId"), Retrying(reason=reason))
            return None
        if not isinstance(identifier, str | int | float) or isinstance(identifier, bool):
            identifier, refusal = None, "the request's identifier is neither a string nor a number"
        return {"id": identifier, "method": str(method), "params": Incoming(identifier, params, refusal)}

    def _answer(self, message: JsonObject, line: bytes) -> JsonObject | None:
        identifier = message.get("id")
        if not _is_ours(identifier):
            self._noise(line)
            return None
        error = message.get("error")
        if error is None:
            return {"id": identifier, "result": message.get("result")}
        source = mapping(error)
        code = source.get("code")
        return {
            "id": identifier,
            "error": {
                "code": code if isinstance(code, int) else _INTERNAL_ERROR,
                "message": text(source, "message"),
                "data": source.get("data") if source else error,
            },
        }

    def _update(self, params: JsonMapping) -> None:
        session_id = self._last_session = text(params, "sessionId")
        source = mapping(params.get("update"))
        update = translate(source)
        if isinstance(update, Note):
            if update.text in self._noted or len(self._noted) >= _MOST_NOTES:
                return
            self._noted.add(update.text)
        if update is not None:
            self._client.updated(session_id, update)
        if (plan := todo_plan(source)) is not None:
            self._client.updated(session_id, plan)

    def _noise(self, line: bytes) -> None:
        self._client.noise(line[: limits.LOG_LINE_LENGTH].decode(errors="replace"))


def _is_ours(identifier: object) -> bool:
    """Whether it has the form of the identifiers of our own requests: the SDK counts them."""
    return isinstance(identifier, int) and not isinstance(identifier, bool)
