"""JSON-RPC messages as lines on two file descriptors, whatever those are.

The SDK's own streams need pipes: they fail when standard output is a file, and a line that is JSON but no
object ends their connection. Two threads serve any descriptor, and neither can hold the program at its end.
"""

import asyncio
import contextlib
import json
import logging
import os
import queue
import threading
from typing import Any, Final

_log = logging.getLogger(__name__)


_LAST_ANSWERS: Final = 1.0
"""How long, after the end of input, what was asked before it may take to be answered."""


class LineTransport:
    """A message-level transport for the SDK's connection: one JSON object a line, in both directions."""

    def __init__(self, read_from: int, write_to: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._read_from = read_from
        self._write_to = write_to
        self._incoming: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._unanswered = 0
        self._answered = asyncio.Event()
        self._answered.set()
        self._outgoing: queue.SimpleQueue[tuple[bytes, asyncio.Future[None]] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read_lines, name="read", daemon=True).start()
        threading.Thread(target=self._write_lines, name="write", daemon=True).start()

    async def receive(self) -> dict[str, Any] | None:
        """The next message; None at the end of input, or when nobody reads what is written any more."""
        message = await self._incoming.get()
        if message is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LAST_ANSWERS):
                    await self._answered.wait()
        elif "method" in message and "id" in message:
            self._unanswered += 1
            self._answered.clear()
        return message

    async def send(self, message: dict[str, Any]) -> None:
        """Write `message`, and wait until the system took it: a client that reads slowly slows us down."""
        line = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        written: asyncio.Future[None] = self._loop.create_future()
        self._outgoing.put((line.encode("utf-8", "replace") + b"\n", written))
        await written
        if "method" not in message:
            self._unanswered -= 1
            if not self._unanswered:
                self._answered.set()

    async def close(self) -> None:
        self._outgoing.put(None)

    def end(self) -> None:
        """Make `receive` tell the end of input at once, whatever is not answered yet."""
        self._answered.set()
        self._incoming.put_nowait(None)

    def _read_lines(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            try:
                with open(self._read_from, "rb", closefd=False) as lines:
                    for line in lines:
                        message = _decode(line)
                        if message is not None:
                            self._loop.call_soon_threadsafe(self._incoming.put_nowait, message)
            except OSError as error:
                _log.warning("standard input cannot be read: %s", error)
            self._loop.call_soon_threadsafe(self._incoming.put_nowait, None)

    def _write_lines(self) -> None:
        with contextlib.suppress(RuntimeError):
            while (item := self._outgoing.get()) is not None:
                line, written = item
                try:
                    _write_all(self._write_to, line)
                except OSError:
                    self._loop.call_soon_threadsafe(self.end)
                self._loop.call_soon_threadsafe(_settle, written)


def _decode(line: bytes) -> dict[str, Any] | None:
    if not line.strip():
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        _log.warning("a line that is no JSON object was ignored (%d bytes)", len(line))
        return None
    return message


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _settle(written: asyncio.Future[None]) -> None:
    if not written.done():
        written.set_result(None)
