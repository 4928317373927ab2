"""An OpenAI-compatible service on the loopback address that answers what a test tells it to."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HANG = object()
"""In an answer: nothing more comes until the client hangs up."""


class FakeService:
    """Each request takes the next of `answers`: a list of stream events, or a status and a body."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.hung_up = threading.Event()
        self.url = ""


@contextmanager
def serving() -> Iterator[FakeService]:
    fake = FakeService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/chat/completions"
            fake.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            fake.keys.append(self.headers["Authorization"])
            answer = fake.answers.pop(0)
            if isinstance(answer, tuple):
                self.send_response(answer[0])
                self.end_headers()
                self.wfile.write(json.dumps(answer[1]).encode())
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for event in answer:
                if event is HANG:
                    self.connection.recv(1)
                    fake.hung_up.set()
                    return
                data = event if isinstance(event, str) else json.dumps(event)
                self.wfile.write(f"data: {data}\n\n".encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    fake.url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()


def delta(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def says(*words: str, finish: str = "stop") -> list[Any]:
    return [*(delta(content=word) for word in words), delta(finish), "[DONE]"]


def calls(name: str, **arguments: Any) -> list[Any]:
    """A tool call whose arguments come in two pieces."""
    text = json.dumps(arguments)
    first = {"index": 0, "id": "c1", "type": "function", "function": {"name": name, "arguments": text[:3]}}
    rest = {"index": 0, "function": {"arguments": text[3:]}}
    return [delta(tool_calls=[first]), delta(tool_calls=[rest]), delta("tool_calls"), "[DONE]"]
