"""How long an agent may take to answer its first question.

A first start may download for minutes (npx, uvx): as long as it prints something it is alive. So the time is
counted from its last sign of life, and a second limit ends what would print for ever.
"""

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any, TypeVar

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import StartError
from sidekicks_tui.model.limits import ERROR_LOG_LINES, HANDSHAKE_TIMEOUT, START_TIMEOUT

_T = TypeVar("_T")


class SignsOfLife:
    """What an agent said beside the protocol since its start: when last, and its last lines."""

    def __init__(self) -> None:
        self.last = asyncio.get_running_loop().time()
        self.lines: deque[str] = deque(maxlen=ERROR_LOG_LINES)

    def heard(self, line: str) -> None:
        self.last = asyncio.get_running_loop().time()
        self.lines.append(line)


async def shake_hands(
    answer: Coroutine[Any, Any, _T],
    signs: SignsOfLife,
    silence: float = HANDSHAKE_TIMEOUT,
    total: float = START_TIMEOUT,
) -> _T:
    """The outcome of `answer`, which is cancelled after `silence` seconds without a sign of life.

    Raises `StartError` then, and after `total` seconds in all.
    """
    loop = asyncio.get_running_loop()
    latest = loop.time() + total
    task = asyncio.ensure_future(answer)
    try:
        while not task.done():
            deadline = min(signs.last + silence, latest)
            if loop.time() >= deadline:
                raise StartError(_too_late(silence, total, in_all=deadline == latest))
            await asyncio.wait([task], timeout=deadline - loop.time())
        return task.result()
    finally:
        task.cancel()


def _too_late(silence: float, total: float, *, in_all: bool) -> str:
    if in_all:
        return _(
            "the agent did not answer the ACP handshake within {seconds:.0f} s: run its command by hand once"
        ).format(seconds=total)
    return _(
        "the agent did not answer the ACP handshake, and said nothing for {seconds:.0f} s: "
        "does its command need an option to speak ACP?"
    ).format(seconds=silence)
