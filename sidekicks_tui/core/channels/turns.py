"""The turns of one channel: the person's messages one after the other, each answered by its recipients."""

import asyncio
from collections.abc import Iterable

import msgspec

from sidekicks_tui.core.channels.answer import Answer
from sidekicks_tui.core.channels.catchup import DROPPED
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.core.channels.routing import route
from sidekicks_tui.core.channels.sessions import Sessions
from sidekicks_tui.core.channels.waiting import WaitingRoom
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.events import EngineFault
from sidekicks_tui.model.messages import Message, Role, SystemCode


class Turns:
    def __init__(self, context: Context, sessions: Sessions, room: WaitingRoom, live: LiveChannel) -> None:
        self.live = live
        self._context = context
        self._sessions = sessions
        self._room = room
        self._answer: Answer | None = None
        self._running: asyncio.Task[None] | None = None
        self._stopped = False

    def take(self, message: Message) -> None:
        """Answer `message`, after those that came before it."""
        live = self.live
        live.enqueue(message)
        live.turn(busy=True)
        if self._running is None:
            self._running = self._context.supervisor.spawn(self._run(), f"Answering in {live.channel.label}")

    async def stop(self) -> None:
        """Stop the answer under way, who was to follow, and what is said late; drop what waits: it can be

        taken back.
        """
        live = self.live
        self._stopped = True
        dropped = live.drop_queue()
        if self._answer is not None:
            self._answer.stop()
        self._sessions.stop_late(live.id)
        self._context.cancel(channel=live.id)
        live.turn()
        for message in dropped:
            await live.keep(message)

    async def drop(self, identifier: str) -> str:
        """Take back a message that waits; its text. Raises `UsageError` when it does not wait any more."""
        message = self.live.take_back(identifier)
        self.live.turn()
        await self.live.keep(message)
        return message.text

    async def close(self) -> None:
        """Cut off what is being answered."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    def stop_agent(self, agent: str) -> None:
        """Stop what `agent` says here, if it does; the others go on."""
        if self._answer is not None and self._answer.agent == agent:
            self._answer.stop()

    async def _run(self) -> None:
        live = self.live
        try:
            while live.queue:
                self._stopped = False
                message = live.dequeue()
                live.turn()
                await live.keep(message)
                try:
                    await self._serve(message)
                except SidekicksError as error:
                    live.tell(EngineFault(sentence=f"{live.channel.label}: {error}"))
        finally:
            self._running = None
            live.turn(busy=False, answering="")

    async def _serve(self, message: Message) -> None:
        live = self.live
        agents = self._context.agent_names
        last = last_answered(await live.said(), live.channel.members)
        way = route(message.text, live.channel, agents, last)
        if not way.recipients and not self._stopped:
            await live.say(SystemCode.NO_RECIPIENT)
            return
        asked: list[str] = []
        kept_back = False
        for agent in way.recipients:
            if self._stopped:
                break
            await live.join(agent)
            answer = self._answer = Answer(self._context, self._sessions, self._room, live, agent)
            live.turn(answering=agent)
            await answer.run(message, way.command, asked)
            self._answer = None
            kept_back = kept_back or answer.kept_back
            if answer.message_id:
                asked.append(answer.message_id)
        if (self._stopped or kept_back) and not asked:
            await live.keep(msgspec.structs.replace(message, error=DROPPED))


def last_answered(messages: Iterable[Message], members: tuple[str, ...]) -> str:
    """The member who answered last, empty for none."""
    answers = [each.agent for each in messages if each.role is Role.AGENT and each.agent in members]
    return answers[-1] if answers else ""
