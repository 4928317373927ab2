"""The fake agent's hands: JSON-RPC over the pipes, and what a turn may do with it. Standard library only."""

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any

Json = Any
BEHAVIOURS: dict[str, Callable[..., None]] = {}


def behaviour(function: Callable[..., None]) -> Callable[..., None]:
    """Make `function` what a prompt with `!name-of-the-function` does."""
    BEHAVIOURS[function.__name__.replace("_", "-")] = function
    return function


class Refused(Exception):
    """The client answered with an error."""

    def __init__(self, error: dict[str, Json]) -> None:
        super().__init__(f"{error.get('code')} {error.get('message')}")
        self.code = error.get("code")


class Failure(Exception):
    """The turn ends with this JSON-RPC error."""

    def __init__(self, **error: Json) -> None:
        super().__init__(error.get("message"))
        self.error = error


class Cancelled(Exception):
    """The turn ends with the stop reason `cancelled`."""


class Asked:
    """A request of ours under way."""

    def __init__(self, identifier: str | int) -> None:
        self.id = identifier
        self.answers: queue.SimpleQueue[dict[str, Json]] = queue.SimpleQueue()

    def result(self) -> dict[str, Json]:
        answer = self.answers.get()
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]


class Pipe:
    """One line for each message; requests of ours wait for their answer."""

    def __init__(self, string_ids: bool) -> None:
        self._lock = threading.Lock()
        self._string_ids = string_ids
        self._next = 0
        self._waiting: dict[str | int, Asked] = {}

    def raw(self, data: bytes) -> None:
        with self._lock:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def send(self, **message: Json) -> None:
        self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def notify(self, method: str, **params: Json) -> None:
        self.send(method=method, params=params)

    def begin(self, method: str, params: Json) -> "Asked":
        """Ask the client; identifiers count from 0, or are strings."""
        with self._lock:
            number, self._next = self._next, self._next + 1
            identifier = f"ask-{number}" if self._string_ids else number
            asked = self._waiting[identifier] = Asked(identifier)
        self.send(id=identifier, method=method, params=params)
        return asked

    def request(self, method: str, params: Json) -> dict[str, Json]:
        return self.begin(method, params).result()

    def answered(self, message: dict[str, Json]) -> None:
        if asked := self._waiting.pop(message["id"], None):
            asked.answers.put(message)


class Turn:
    """One prompt under way: what the behaviours in `agent_behaviours` are written with."""

    def __init__(self, pipe: Pipe, session: dict[str, Json], blocks: list[dict[str, Json]]) -> None:
        self.pipe = pipe
        self.session = session
        self.blocks = blocks
        self.text = "\n".join(block["text"] for block in blocks if block.get("type") == "text")
        self.cancelled = threading.Event()
        self.stop_reason = "end_turn"
        self.after: list[dict[str, Json]] = []
        """Updates that are sent after the answer."""
        self._calls = 0

    def update(self, kind: str, /, **fields: Json) -> None:
        self.pipe.notify(
            "session/update", sessionId=self.session["id"], update={"sessionUpdate": kind, **fields}
        )

    def say(self, text: str, **fields: Json) -> None:
        self.update("agent_message_chunk", content={"type": "text", "text": text}, **fields)

    def think(self, text: str) -> None:
        self.update("agent_thought_chunk", content={"type": "text", "text": text})

    def call(self, title: str, kind: str = "other", /, **fields: Json) -> str:
        """Announce a tool call; returns its identifier."""
        self._calls += 1
        identifier = f"call-{len(self.session['turns'])}-{self._calls}"
        self.update(
            "tool_call", toolCallId=identifier, title=title, kind=kind, **{"status": "pending", **fields}
        )
        return identifier

    def call_update(self, identifier: str, /, **fields: Json) -> None:
        self.update("tool_call_update", toolCallId=identifier, **fields)

    def ask(self, tool: dict[str, Json], options: list[dict[str, Json]] | None = None) -> str:
        """Ask for permission; the identifier of the chosen option."""
        return self.chosen(self.begin_to_ask(tool, options))

    def begin_to_ask(self, tool: dict[str, Json], options: list[dict[str, Json]] | None = None) -> Asked:
        params = {"sessionId": self.session["id"], "toolCall": tool, "options": options or OPTIONS}
        return self.pipe.begin("session/request_permission", params)

    def chosen(self, asked: Asked) -> str:
        outcome = asked.result()["outcome"]
        if outcome["outcome"] == "cancelled":
            raise Cancelled
        return str(outcome["optionId"])

    def client(self, method: str, **params: Json) -> dict[str, Json]:
        return self.pipe.request(method, {"sessionId": self.session["id"], **params})

    def pause(self, seconds: float) -> None:
        """Wait; a cancel ends the turn."""
        if self.cancelled.wait(seconds):
            raise Cancelled

    def log(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    def die(self, status: int) -> None:
        os._exit(status)


OPTIONS = [
    {"optionId": "allow", "name": "Allow", "kind": "allow_once"},
    {"optionId": "always", "name": "Always for this session", "kind": "allow_always"},
    {"optionId": "reject", "name": "Reject", "kind": "reject_once"},
]


def text_content(text: str) -> list[dict[str, Json]]:
    """A tool call's content that is one text."""
    return [{"type": "content", "content": {"type": "text", "text": text}}]
