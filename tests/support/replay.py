"""A real agent's recording, played again as if the agent ran: in memory, against all of the channels.

A recording is a file of lines `{"dir": "<-" or "->", "msg": …}`, from our side. What the agent said is said
again as soon as what stood before it has happened; what we said is waited for, and must be the same. Where
the person acted (sent, answered, stopped), `act` is called.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

Message: TypeAlias = dict[str, Any]

WORKSPACE: Final = "/project"
"""The folder that recordings name."""
_PERSONS: Final = ("session/prompt", "session/cancel")


def recorded(path: Path, workspace: Path) -> list[tuple[str, Message]]:
    """The messages of a recording, each with its direction; the agent worked in `workspace`."""
    text = path.read_text().replace(WORKSPACE, str(workspace))
    entries = [json.loads(line) for line in text.splitlines()]
    return [(entry["dir"], entry["msg"]) for entry in entries]


class ReplayedAgent:
    """The process of a recorded agent. `act` gets the message that the person's next act leads to."""

    def __init__(self, entries: list[tuple[str, Message]], act: Callable[[Message], Awaitable[None]]) -> None:
        self._entries = entries
        self._act = act
        self._said: asyncio.Queue[bytes] = asyncio.Queue()
        self._heard: asyncio.Queue[Message] = asyncio.Queue()
        self._others: list[Message] = []
        self._identifiers: dict[int, int] = {}
        """Of our requests: as recorded, and as they are now."""
        self._listening = asyncio.Event()
        self._ended = asyncio.Event()

    async def play(self) -> None:
        """Say and hear everything. Raises `AssertionError` when something else is heard."""
        for direction, message in self._entries:
            if direction == "<-":
                self._say(message)
            else:
                await self._hear(message)
        await self._all_heard()

    def _say(self, message: Message) -> None:
        if "method" not in message and message.get("id") in self._identifiers:
            message = {**message, "id": self._identifiers[message["id"]]}
        self._listening.clear()
        self._said.put_nowait(json.dumps(message).encode() + b"\n")

    async def _hear(self, message: Message) -> None:
        method = message.get("method")
        if method is None or method in _PERSONS:
            await self._all_heard()
            await self._act(message)
        heard = await self._next(message)
        if method is None:
            assert heard["result"] == message["result"]
        elif method != "initialize":
            assert heard["params"] == message["params"]
        if method is not None and "id" in message:
            self._identifiers[message["id"]] = heard["id"]

    async def _next(self, message: Message) -> Message:
        """What is heard instead of `message`, however it stands among others."""
        key = "id" if "method" not in message else "method"
        while True:
            for heard in self._others:
                if heard.get(key) == message[key] and ("method" in heard) == ("method" in message):
                    self._others.remove(heard)
                    return heard
            self._others.append(await self._heard.get())

    async def _all_heard(self) -> None:
        await self._listening.wait()

    # The protocol `core.agents.running.Process`

    async def write(self, data: bytes) -> None:
        for line in data.splitlines():
            self._heard.put_nowait(json.loads(line))

    async def read(self, size: int = 65536) -> bytes:
        if self._said.empty():
            self._listening.set()
        return await self._said.get()

    async def wait(self) -> int:
        await self._ended.wait()
        return 0

    async def stop(self, stdin_grace: float = 0, term_grace: float = 0) -> None:
        self._ended.set()
        self._said.put_nowait(b"")

    def describe_end(self) -> str:
        return "exited with status 0"
