"""An OpenAI-compatible service that the guide may answer with, such as Ollama, llama.cpp or vLLM."""

import asyncio
import contextlib
import http.client
import json
import socket
import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.limits import KB

Json = dict[str, Any]

_SILENCE: Final = 300.0
"""A service that loads its model is silent for long."""
_EXPLAINED: Final = 64 * KB
_EXPLANATION: Final = 500


class ServiceError(SidekicksError):
    """The service cannot be had, or refuses; `status` is its HTTP status, 0 without one."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a streamed answer."""

    text: str = ""
    thought: str = ""
    calls: tuple[Json, ...] = ()
    """Parts of tool calls, as the service sends them."""
    finish: str = ""


@dataclass(frozen=True, slots=True)
class Service:
    url: str
    """Up to and with `/v1`."""
    model: str
    key: str = field(default="", repr=False)

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Service | None":
        """The service that the environment names, as `ModelSettings.environment` writes it; None without."""
        url = environment.get("SIDEKICKS_MODEL_URL", "")
        if not url:
            return None
        key = environment.get(environment.get("SIDEKICKS_MODEL_KEY", ""), "").strip()
        return cls(url.rstrip("/"), environment.get("SIDEKICKS_MODEL_NAME", ""), key)

    async def stream(self, messages: Sequence[Json], tools: Sequence[Json]) -> AsyncGenerator[Piece, None]:
        """The answer to `messages`, as it comes. Raises `ServiceError`; ending early hangs up."""
        body = {"model": self.model, "messages": list(messages), "stream": True}
        if tools:
            body["tools"] = list(tools)
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[bytes | ServiceError | None] = asyncio.Queue()

        def deliver(event: bytes | ServiceError | None) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(events.put_nowait, event)

        request = _Request(self, json.dumps(body).encode(), deliver)
        # A daemon: a service that does not answer must not hold the guide at its end.
        threading.Thread(target=request.run, name="model", daemon=True).start()
        try:
            while (event := await events.get()) is not None:
                if isinstance(event, ServiceError):
                    raise event
                yield _piece(event)
        finally:
            request.hang_up()


class _Request:
    """One streamed request, in a thread of its own."""

    def __init__(
        self, service: Service, body: bytes, deliver: Callable[[bytes | ServiceError | None], None]
    ) -> None:
        self._service = service
        self._body = body
        self._deliver = deliver
        self._socket: socket.socket | None = None
        self._over = False

    def run(self) -> None:
        try:
            self._exchange()
        except ServiceError as error:
            self._deliver(error)
        except ValueError:  # its text may hold the key
            self._deliver(ServiceError("The model service's address or key cannot stand in a request."))
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            place = f"The model service at {self._service.url}"
            self._deliver(ServiceError(f"{place} cannot be reached: {reason}. Is it running?"))
        else:
            self._deliver(None)

    def hang_up(self) -> None:
        self._over = True
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _exchange(self) -> None:
        parts = urlsplit(self._service.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=_SILENCE)
        try:
            connection.connect()
            self._socket = connection.sock
            if self._over:
                return
            headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
            if self._service.key:
                headers["Authorization"] = f"Bearer {self._service.key}"
            connection.request("POST", f"{parts.path}/chat/completions", self._body, headers)
            with connection.getresponse() as response:
                if response.status != http.client.OK:
                    raise self._refusal(response)
                for line in response:
                    if line.startswith(b"data:"):
                        self._deliver(line[5:].strip())
        finally:
            connection.close()

    def _refusal(self, response: http.client.HTTPResponse) -> ServiceError:
        words = _explanation(response.read(_EXPLAINED))
        if self._service.key:
            words = words.replace(self._service.key, "…")
        sentence = f"The model service at {self._service.url} answered {response.status}: {words}"
        return ServiceError(sentence, response.status)


def _piece(event: bytes) -> Piece:
    if event == b"[DONE]":
        return Piece(finish="stop")
    try:
        data = json.loads(event)
        if data.get("error"):
            raise ServiceError(f"The model service failed: {_explanation(event)}")
        choice = (data.get("choices") or [{}])[0]
        delta = choice.get("delta") or {}
        return Piece(
            delta.get("content") or "",
            delta.get("reasoning_content") or delta.get("reasoning") or "",
            tuple(dict(call) for call in delta.get("tool_calls") or ()),
            choice.get("finish_reason") or "",
        )
    except (ValueError, AttributeError, TypeError, LookupError) as error:
        raise ServiceError(
            "The model service sent what is no answer of an OpenAI-compatible service."
        ) from error


def _explanation(body: bytes) -> str:
    """The service's own words, in one line."""
    text = body.decode("utf-8", "replace")
    with contextlib.suppress(ValueError, AttributeError):
        error = json.loads(text).get("error")
        text = error.get("message") or text if isinstance(error, dict) else str(error or text)
    return " ".join(text.split())[:_EXPLANATION] or "nothing"
