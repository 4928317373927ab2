"""What an agent tells when no answer is under way: background work that goes on, an afterthought.

News of a tool call or a plan of the last answer amends that answer. Anything else is a message of its own,
under that agent, which is finished once the agent has been quiet for a while or answers again. What it asks
the person meanwhile keeps it open.
"""

import asyncio
from typing import Final

from sidekicks_tui.acp.updates import Chunk, ChunkKind, PlanUpdate, Retrying, ToolUpdate
from sidekicks_tui.core.channels.assemble import Content
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.core.channels.stream import Stream
from sidekicks_tui.core.hooks.session import SessionHooks
from sidekicks_tui.model.elicitation import ElicitationAnswer, Question
from sidekicks_tui.model.messages import StopReason, ToolCall
from sidekicks_tui.model.permissions import PermissionOption

_QUIET: Final = 1.0
"""Seconds without a word after which a late message is finished."""


class Late:
    def __init__(
        self, context: Context, live: LiveChannel, agent: str, hooks: SessionHooks | None = None
    ) -> None:
        self._hooks = hooks
        self._context = context
        self._live = live
        self._agent = agent
        self._answer: Stream | None = None
        """The last answer, finished."""
        self._amended = False
        self._stopped = False
        self._words: Stream | None = None
        self._quiet_at = 0.0
        self._look_later: asyncio.TimerHandle | None = None

    def follow(self, answer: Stream) -> None:
        """`answer` is over: what comes now is late."""
        self._answer = answer

    def updated(self, update: Content) -> None:
        if self._answer is not None and self._answer.holds(update):
            self._answer.updated(update)
            self._amended = True
        elif self._words is not None or _says_something(update):
            self._stream().updated(update)
        else:
            return
        self._wait()

    def printed(self, terminal: str, output: str, exit_status: int | None) -> None:
        for stream in (self._answer, self._words):
            if stream is not None and stream.printed(terminal, output, exit_status):
                self._amended = self._amended or stream is self._answer
                self._wait()

    async def permit(self, tool: ToolUpdate, options: tuple[PermissionOption, ...]) -> str | None:
        try:
            return await self._stream().permit(tool, options)
        finally:
            self._wait()

    async def ask(self, call: ToolCall, options: tuple[PermissionOption, ...]) -> str | None:
        """Ask the person about a call that no agent asks about."""
        try:
            return await self._stream().ask(call, options)
        finally:
            self._wait()

    async def elicit(self, question: Question) -> ElicitationAnswer:
        try:
            return await self._stream().elicit(question)
        finally:
            self._wait()

    @property
    def speaking(self) -> bool:
        """Something came that is not finished yet."""
        return self._amended or self._words is not None

    def stop(self) -> None:
        """The person wants no more of it."""
        self._stopped = True
        if self._words is not None:
            self._words.stop()

    async def end(self) -> None:
        """Store what came late."""
        if self._look_later is not None:
            self._look_later.cancel()
            self._look_later = None
        words, self._words = self._words, None
        amended, self._amended = self._amended, False
        reason = StopReason.CANCELLED if self._stopped else StopReason.END_TURN
        self._stopped = False
        if amended and self._answer is not None:
            await self._answer.keep()
        if words is not None:
            await words.finish(reason)
        self._live.speaks_late(self._agent, self.speaking)

    def _stream(self) -> Stream:
        if self._words is None:
            self._words = Stream(self._context, self._live, self._agent, self._hooks)
            self._live.speaks_late(self._agent, True)
        return self._words

    def _wait(self) -> None:
        self._live.speaks_late(self._agent, self.speaking)
        loop = asyncio.get_running_loop()
        self._quiet_at = loop.time() + _QUIET
        if self._look_later is None:
            self._look_later = loop.call_at(self._quiet_at, self._look, self._quiet_at)

    def _look(self, expected: float) -> None:
        self._look_later = None
        if self._words is not None and self._context.waits(self._words.id):
            return  # its answer looks again
        if self._quiet_at > expected:
            loop = asyncio.get_running_loop()
            self._look_later = loop.call_at(self._quiet_at, self._look, self._quiet_at)
        else:
            self._context.supervisor.spawn(self.end(), f"Keeping what {self._agent} said late")


def _says_something(update: Content) -> bool:
    """It is worth a message that it begins."""
    match update:
        case Chunk():
            return update.kind is not ChunkKind.USER and bool(update.text.strip())
        case PlanUpdate():
            return bool(update.entries)
        case Retrying():
            return False
        case _:
            return True
