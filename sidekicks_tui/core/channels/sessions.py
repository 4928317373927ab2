"""The sessions of the agents that run, one for each agent and channel, and how each is opened.

A session is opened when an answer (or `prepare`) first needs it. Where the history knows one of an earlier
process and the agent can open it again, it is resumed (or loaded, with a replay that is neither shown nor
kept); otherwise a new one is opened, which knows nothing of the channel and is told its past.

A stored session that cannot be opened again stays in the history: a new one stands in for it until the agent
ends, the channel says why, and the next process tries again, unless the person decided to forget it.

The mode and the options that the configuration names, and what was chosen since Sidekicks started, are set
each time: an agent forgets them when it is stopped, and may be freer without them.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from sidekicks_tui.core.agents.running import RunningAgent
from sidekicks_tui.core.channels.choices import Choice, Wish, configured, to_make
from sidekicks_tui.core.channels.commands import Commands
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.core.channels.session import Session
from sidekicks_tui.core.client.client import AgentClient
from sidekicks_tui.core.client.terminals import Spawn
from sidekicks_tui.model.channels import Membership
from sidekicks_tui.model.elicitation import ElicitationAnswer, Question
from sidekicks_tui.model.errors import AgentRefused, AuthRequired, UnknownAgent
from sidekicks_tui.model.messages import SystemCode
from sidekicks_tui.model.sessions import SessionInfo
from sidekicks_tui.runtimes import runtime_for

_REPLAY_QUIET: Final = 0.2
"""Seconds without a message after which the replay of a loaded session is over."""
_REPLAY_LIMIT: Final = 10.0

_log = logging.getLogger(__name__)


class Sessions:
    def __init__(self, context: Context, spawn: Spawn) -> None:
        self.commands = Commands(context)
        self._context = context
        self._spawn = spawn
        self._clients: dict[str, AgentClient] = {}
        self._open: dict[tuple[str, str], Session] = {}
        self._opening: dict[tuple[str, str], asyncio.Task[Session]] = {}
        self._wishes: dict[tuple[str, str], Wish] = {}
        """What the person chose, by agent and channel."""

    def client(self, agent: str) -> AgentClient:
        """Our side of the wire for the next process of `agent`."""
        settings = self._context.settings().agent(agent)
        if settings is None:
            raise UnknownAgent(f"there is no agent {agent} in the configuration")
        client = self._clients[agent] = AgentClient(
            settings,
            runtime=runtime_for(settings),
            spawn=self._spawn,
            supervisor=self._context.supervisor,
            noise=lambda line: self._context.agents.heard(agent, line),
            elicit=lambda question: self._asked_outside(agent, question),
            completed=lambda address: self._context.elicitations.completed(agent, address),
        )
        return client

    async def ended(self, agent: str) -> None:
        """The process of `agent` is gone: so are its sessions, and the commands that it runs end."""
        client = self._clients.pop(agent, None)
        self._context.elicitations.ended(agent)
        sessions = [self._open.pop(key) for key in list(self._open) if key[0] == agent]
        for session in sessions:
            await session.late.end()
        if client is not None:
            await client.close()

    async def close(self) -> None:
        """End everything that runs for an agent."""
        clients = list(self._clients.values())
        self._clients.clear()
        self._open.clear()
        await asyncio.gather(*(client.close() for client in clients))

    def drop(self, channel: str) -> None:
        """The channel is deleted."""
        for key in [key for key in self._open if key[1] == channel]:
            del self._open[key]

    def stop_late(self, channel: str) -> None:
        """Stop what is said in the channel though nobody was asked."""
        for session in [self._open[key] for key in self._open if key[1] == channel]:
            if session.late.speaking:
                session.late.stop()
                self._context.supervisor.spawn(session.cancel(), f"Stopping {session.agent}")

    def find(self, agent: str, channel: str) -> Session | None:
        """The session, while it is open."""
        return self._open.get((agent, channel))

    async def open(self, running: RunningAgent, live: LiveChannel) -> Session:
        """The session of `running` in a channel, opened if need be. Raises `AgentError`.

        Whoever is cancelled leaves the opening alone: the next one finds it done.
        """
        key = (running.settings.name, live.id)
        session = self._open.get(key)
        if session is None or session.connection is not running.connection:
            opening = self._opening.get(key)
            if opening is None:
                opening = self._opening[key] = asyncio.create_task(self._opened(running, live))
                opening.add_done_callback(lambda done: self._was_opened(key, done))
            session = await asyncio.shield(opening)
        return session

    async def choose(self, agent: str, channel: str, choice: Choice) -> None:
        """Set a mode, a model or an option, now and each time the session is opened again.

        Raises `AgentError` when the agent does not take it; then it is not set again either.
        """
        session = self.find(agent, channel)
        if session is not None:
            await choice.make(session.connection, session.id)
        before = self._wishes.get((agent, channel), Wish())
        self._wishes[agent, channel] = choice.wish.over(before)

    async def forget(self, agent: str, live: LiveChannel) -> None:
        """The stored session is wanted no more: the one that stands in for it, or the next one, is stored."""
        session = self.find(agent, live.id)
        if session is None:
            await live.know(agent, Membership())
        elif not session.stored:
            session.stored = True
            await live.know(agent, Membership(session_id=session.id, seen=session.seen))

    async def _opened(self, running: RunningAgent, live: LiveChannel) -> Session:
        agent = running.settings.name
        client = self._clients[agent]
        session = Session(self._context, self.commands, live, agent, running.connection)
        known = live.membership(agent)
        problem = ""
        if known.session_id and (running.info.resume_session or running.info.load_session):
            client.listen(known.session_id, session)
            try:
                session.opened(await _restored(running, session, known.session_id))
                session.seen = known.seen
            except AuthRequired:
                raise
            except AgentRefused as error:
                client.ignore(known.session_id)
                problem = str(error)
        if not session.id:
            session.opened(await _new(running))
            session.stored = not problem
            session.replaying = False
            client.listen(session.id, session)
        await self._as_wished(running, live, session)
        if problem:
            await live.say(SystemCode.SESSION_UNAVAILABLE, agent, problem)
        else:
            await live.know(agent, Membership(session_id=session.id, seen=session.seen))
        self._open[agent, live.id] = session
        return session

    async def _asked_outside(self, agent: str, question: Question) -> ElicitationAnswer:
        """What is asked before a session is open belongs to the channel for which it is being opened."""
        try:
            channel = self._context.agents.serving(agent)
        except UnknownAgent:
            channel = ""
        return await self._context.elicitations.ask(
            channel=channel, agent=agent, message="", question=question
        )

    def _was_opened(self, key: tuple[str, str], opening: "asyncio.Task[Session]") -> None:
        del self._opening[key]
        if not opening.cancelled():
            opening.exception()  # nobody may have waited for it any more

    async def _as_wished(self, running: RunningAgent, live: LiveChannel, session: Session) -> None:
        chosen = self._wishes.get((session.agent, live.id), Wish())
        for choice in to_make(session.info, chosen.over(configured(running.settings))):
            try:
                await choice.make(running.connection, session.id)
            except AgentRefused as error:
                _log.warning("%s does not take %s: %s", session.agent, choice, error)


async def _new(running: RunningAgent) -> SessionInfo:
    settings = running.settings
    return await running.connection.new_session(*_place(running), settings.mcp_servers)


async def _restored(running: RunningAgent, session: Session, identifier: str) -> SessionInfo:
    """The stored session, open again; its replay is over. Raises `AgentError`."""
    connection, servers = running.connection, running.settings.mcp_servers
    if running.info.resume_session:
        info = await connection.resume_session(identifier, *_place(running), servers)
    else:
        info = await connection.load_session(identifier, *_place(running), servers)
        await _quiet(lambda: session.replayed)
    session.replaying = False
    return info


def _place(running: RunningAgent) -> tuple[str, list[str]]:
    """The agent's folder and its additional ones, as it sees them."""
    settings = running.settings
    to_agent = runtime_for(settings).to_agent
    return to_agent(settings.workspace), [to_agent(path) for path in settings.additional_directories]


async def _quiet(heard: Callable[[], int]) -> None:
    """Wait until nothing more is heard: some agents answer before their replay is over."""
    loop = asyncio.get_running_loop()
    give_up = loop.time() + _REPLAY_LIMIT
    before = -1
    while heard() != before and loop.time() < give_up:
        before = heard()
        await asyncio.sleep(_REPLAY_QUIET)
