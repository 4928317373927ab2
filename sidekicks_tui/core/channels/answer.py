"""One agent answers one message: from waiting for its turn to the end of its words.

| While it | Stop |
| --- | --- |
| waits, starts, opens its session | gives it up: nothing is sent |
| answers | is passed on to the agent, whose own end of the turn is waited for, however long it takes |
| is being stored | comes too late |

While the agent has not ended its turn `CANCEL_OFFER_STOP_AFTER` seconds later, the turn is `stuck`: the agent
may be stopped itself.
"""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import AsyncExitStack
from enum import Enum, auto
from typing import Final

from sidekicks_tui.acp.blocks import PromptBlock, TextBlock
from sidekicks_tui.core.agents.login import advice
from sidekicks_tui.core.agents.running import RunningAgent
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.core.channels.prompt import compose
from sidekicks_tui.core.channels.session import Session
from sidekicks_tui.core.channels.sessions import Sessions
from sidekicks_tui.core.channels.stream import Stream
from sidekicks_tui.core.channels.waiting import WaitingRoom
from sidekicks_tui.model.errors import AgentError, AuthRequired, SidekicksError, UnknownAgent
from sidekicks_tui.model.limits import CANCEL_OFFER_STOP_AFTER
from sidekicks_tui.model.messages import Message, StopReason, SystemCode

_STOP_AGAIN_AFTER: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds."""


class _Phase(Enum):
    BEFORE = auto()
    ASKED = auto()
    OVER = auto()


class Answer:
    def __init__(
        self,
        context: Context,
        sessions: Sessions,
        room: WaitingRoom,
        live: LiveChannel,
        agent: str,
    ) -> None:
        self.agent = agent
        self.message_id = ""
        """The answer's message, empty unless the agent was asked."""
        self.kept_back = False
        """A hook did not let the message through."""
        self._context = context
        self._sessions = sessions
        self._room = room
        self._live = live
        self._phase = _Phase.BEFORE
        self._stopped = False
        self._task: asyncio.Task[None] | None = None
        self._offer: asyncio.TimerHandle | None = None
        """Tells, when the time has come, that the agent ignores Stop."""
        self._session: Session
        self._stream: Stream

    async def run(self, message: Message, command: str | None, answers: Collection[str]) -> None:
        """Answer `message`; what goes wrong is told in the channel. Returns when it is over."""
        name = f"{self.agent} in {self._live.channel.label}"
        self._task = self._context.supervisor.spawn(self._answer(message, command, answers), name)
        try:
            await asyncio.wait([self._task])
        finally:
            self._task.cancel()

    def stop(self) -> None:
        if self._stopped or self._task is None:
            return
        self._stopped = True
        if self._phase is _Phase.BEFORE:
            self._task.cancel()
        elif self._phase is _Phase.ASKED:
            self._stream.stop()
            self._session.hooks.seen.stopped()
            loop = asyncio.get_running_loop()
            self._offer = loop.call_later(CANCEL_OFFER_STOP_AFTER, lambda: self._live.turn(stuck=True))
            self._context.supervisor.spawn(self._pass_on_stop(), f"Stopping {self.agent}")

    async def _answer(self, message: Message, command: str | None, answers: Collection[str]) -> None:
        try:
            async with AsyncExitStack() as turn:
                with self._room.wait(self._live, self.agent):
                    lease = self._context.agents.lease(self.agent, self._live.id)
                    running = await turn.enter_async_context(lease)
                await self._speak(running, message, command, answers)
        except (AgentError, UnknownAgent) as error:
            await self._unavailable(error)

    async def _speak(
        self, running: RunningAgent, message: Message, command: str | None, answers: Collection[str]
    ) -> None:
        session = self._session = await self._sessions.open(running, self._live)
        prompt = await compose(self._context, session, running, message, command, answers)
        known = [each.name for each in self._sessions.commands.of(self.agent)]
        blocks = await session.hooks.turns.submit(prompt.blocks, message.text, command, known)
        if blocks is None:
            self.kept_back = True
            await session.saw(prompt.seen)
            return
        forced = 0
        reason = await self._ask(running, session, blocks)
        if reason is not None:
            await session.saw(prompt.seen)
        while reason is not None and not self._stopped:
            self._phase = _Phase.BEFORE
            more = await session.hooks.turns.ended(reason, self._stream.message().text, forced)
            if more is None:
                break
            forced += 1
            reason = await self._ask(running, session, (TextBlock(text=more),))
        self._phase = _Phase.OVER
        session.hooks.seen.over(command)

    async def _ask(
        self, running: RunningAgent, session: Session, blocks: Sequence[PromptBlock]
    ) -> StopReason | None:
        """One prompt, and the agent's message in answer to it; None when it failed, which is told."""
        stream = self._stream = await session.begin()
        self.message_id = self.message_id or stream.id
        self._phase = _Phase.ASKED
        reason: StopReason | None = None
        error = ""
        login: AuthRequired | None = None
        try:
            reason = await running.connection.prompt(session.id, blocks)
        except AgentError as failure:
            if not self._stopped:
                session.hooks.seen.failed(failure)
            # Some agents answer a cancel with an error, and one that ignores it may have been stopped.
            reason, error = (StopReason.CANCELLED, "") if self._stopped else (None, str(failure))
            login = failure if isinstance(failure, AuthRequired) and not self._stopped else None
        finally:
            self._phase = _Phase.OVER
            session.end(stream)
            if self._offer is not None:
                self._offer.cancel()
                self._live.turn(stuck=False)
        if self._stopped and reason is StopReason.END_TURN:
            reason = StopReason.CANCELLED  # some agents tell no difference
        await stream.finish(reason, error)
        if login is not None:
            await self._unavailable(login)
        return reason

    async def _pass_on_stop(self) -> None:
        """Some agents lose a Stop that comes with the prompt, so it is said again while they go on."""
        for pause in _STOP_AGAIN_AFTER:
            if self._phase is _Phase.ASKED and self._task is not None:
                await self._session.cancel()
                await asyncio.wait([self._task], timeout=pause)

    async def _unavailable(self, error: SidekicksError) -> None:
        settings = self._context.settings().agent(self.agent)
        words = str(error)
        if isinstance(error, AuthRequired) and settings is not None:
            words = advice(error, settings)
        await self._live.say(SystemCode.AGENT_UNAVAILABLE, self.agent, words)
