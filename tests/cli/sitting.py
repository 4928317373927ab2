"""Somebody who sits at a terminal that a test has made."""

import asyncio
import os
import pty
from pathlib import Path

from sidekicks_tui.cli.terminal import Terminal


class Person:
    def __init__(self) -> None:
        self._end, device = pty.openpty()
        self.terminal = Terminal(Path(os.ttyname(device)))
        os.close(device)
        self.seen = ""

    async def answer(self, prompt: str, line: str) -> None:
        """Write `line` once `prompt` stands there."""
        await self.sees(prompt)
        self.type(f"{line}\n")

    async def sees(self, words: str) -> None:
        """Wait for `words` after what was seen before; `seen` holds all that came with them."""
        self.seen = ""
        while words not in self.seen:
            self.seen += (await asyncio.to_thread(os.read, self._end, 4096)).decode()

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def leave(self) -> None:
        """The terminal is gone."""
        if self._end >= 0:
            os.close(self._end)
            self._end = -1
