"""The terminal that Sidekicks was started in, to ask the person there, whatever its streams are joined to."""

import asyncio
import os
import termios
from pathlib import Path
from typing import Final

from sidekicks_tui.model.visible import visible

TERMINAL: Final = Path("/dev/tty")


class Terminal:
    """Raises `OSError` where there is none, and when it is gone."""

    def __init__(self, path: Path = TERMINAL) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)

    async def ask(self, question: str) -> str | None:
        """What the person writes, without its line feed; None when the terminal's input has ended."""
        os.write(self._descriptor, visible(question).encode(errors="replace"))
        line = await self._line()
        return line.rstrip("\r\n") if line else None

    def forget_typed(self) -> None:
        """Drop what was typed before: it was meant for something else than the question that follows."""
        try:
            termios.tcflush(self._descriptor, termios.TCIFLUSH)
        except termios.error as error:
            raise OSError(*error.args) from error

    def close(self) -> None:
        os.close(self._descriptor)

    async def _line(self) -> str:
        """A line as the terminal gives it, when it is complete; "" at the end of its input."""
        loop = asyncio.get_running_loop()
        readable: asyncio.Future[None] = loop.create_future()

        def wake() -> None:
            loop.remove_reader(self._descriptor)
            readable.set_result(None)

        loop.add_reader(self._descriptor, wake)
        try:
            await readable
        finally:
            loop.remove_reader(self._descriptor)
        return os.read(self._descriptor, 4096).decode(errors="replace")
