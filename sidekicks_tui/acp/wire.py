"""What carries an agent's bytes: its process has this form."""

from typing import Protocol


class Wire(Protocol):
    async def write(self, data: bytes) -> None:
        """Take all of `data`, then wait while the pipe is full. Raises `AgentGone` when it is closed."""

    async def read(self, size: int = 65536) -> bytes:
        """Some bytes, at most `size`; empty at the end."""
