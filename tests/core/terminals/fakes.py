"""A terminal without a process: what it prints is put in, what is typed is looked at."""

import asyncio


class FakePty:
    def __init__(self) -> None:
        self.typed = bytearray()
        self.takes_input = asyncio.Event()
        self.takes_input.set()
        self.sizes: list[tuple[int, int]] = []
        self.stopped = False
        self._printed: asyncio.Queue[bytes] = asyncio.Queue()
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.reads = 0

    def prints(self, data: bytes) -> None:
        self._printed.put_nowait(data)

    def exits(self, status: int) -> None:
        self._ended.set_result(status)

    async def read(self, size: int = 65536) -> bytes:
        self.reads += 1
        return await self._printed.get()

    def read_now(self, size: int = 65536) -> bytes | None:
        return None if self._printed.empty() else self._printed.get_nowait()

    async def write(self, data: bytes) -> None:
        await self.takes_input.wait()
        self.typed += data

    def resize(self, cols: int, rows: int) -> None:
        self.sizes.append((cols, rows))

    async def wait(self) -> int:
        return await asyncio.shield(self._ended)

    async def stop(self, grace: float = 1.0) -> None:
        self.stopped = True
        if not self._ended.done():
            self._ended.set_result(-1)
        self.prints(b"")


class Flood(FakePty):
    """Prints as long as somebody reads."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data

    async def read(self, size: int = 65536) -> bytes:
        self.reads += 1
        return b"" if self.stopped else self._data
