"""What is typed on a terminal, in order, however slowly the program there takes it."""

import asyncio
from collections.abc import Awaitable, Callable


class Outbox:
    def __init__(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        self._write = write
        self._waiting = bytearray()
        self._in_hand = 0
        self._filled = asyncio.Event()
        self._emptied = asyncio.Event()
        self._emptied.set()

    @property
    def size(self) -> int:
        """Bytes that the terminal has not taken yet."""
        return len(self._waiting) + self._in_hand

    def put(self, data: bytes) -> None:
        if data:
            self._waiting += data
            self._filled.set()
            self._emptied.clear()

    async def emptied(self) -> None:
        """Return once the terminal has taken everything."""
        await self._emptied.wait()

    async def run(self) -> None:
        """Write, for ever."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            data = bytes(self._waiting)
            self._waiting.clear()
            self._in_hand = len(data)
            await self._write(data)
            self._in_hand = 0
            if not self._waiting:
                self._emptied.set()
