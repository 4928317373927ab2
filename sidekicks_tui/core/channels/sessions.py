"""The sessions of the agents that run, one for each agent and channel, and how each is opened.

A session is opened when an answer (or `prepare`) first needs it. Where the history knows one of an earlier
process and the agent can open it again, it is resumed (or loaded, with a replay that is neither shown nor
kept); otherwise a new one is opened, which knows nothing of the channel and is told its past.

A stored session that cannot be opened again stays in the history: a new one stands in for it until the agent
ends, the channel says why, and the next process tries again, unless the person decided to forget it.

The mode and the options that the configuration names, and what the person chose, are set each time: an agent
forgets them when it is stopped, and may be freer without them.
"""

import asyncio
import logging
from collections.abc import Iterable

from sidekicks_tui.core.agents.running import RunningAgent
from sidekicks_tui.core.channels.choices import Choice, configured, offered, to_make
from sidekicks_tui.core.channels.commands import Commands
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.core.channels.opening import new, restored
from sidekicks_tui.core.channels.session import Session
from sidekicks_tui.core.channels.setup import ChoiceKind
from sidekicks_tui.core.channels.wishes import Wishes
from sidekicks_tui.core.client.client import AgentClient
from sidekicks_tui.core.client.terminals import Spawn
from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Membership
from sidekicks_tui.model.elicitation import ElicitationAnswer, Question
from sidekicks_tui.model.errors import AgentRefused, AuthRequired, UnknownAgent
from sidekicks_tui.model.messages import SystemCode
from sidekicks_tui.model.sessions import SessionInfo
from sidekicks_tui.runtimes import runtime_for

_log = logging.getLogger(__name__)


class Sessions:
    def __init__(self, context: Context, spawn: Spawn) -> None:
        self.commands = Commands(context)
        self._context = context
        self._spawn = spawn
        self._clients: dict[str, AgentClient] = {}
        self._open: dict[tuple[str, str], Session] = {}
        self._opening: dict[tuple[str, str], asyncio.Task[Session]] = {}
        self._wishes = Wishes(context)

    def client(self, agent: str) -> AgentClient:
        """Our side of the wire for the next process of `agent`."""
        settings = self._context.settings().agent(agent)
        if settings is None:
            raise UnknownAgent(_("there is no agent {agent} in the configuration").format(agent=agent))
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
        await asyncio.gather(*(session.hooks.turns.closed("other") for session in sessions))
        if client is not None:
            await client.close()

    async def close(self) -> None:
        """End everything that runs for an agent."""
        clients, sessions = list(self._clients.values()), list(self._open.values())
        self._clients.clear()
        self._open.clear()
        await asyncio.gather(*(session.hooks.turns.closed("prompt_input_exit") for session in sessions))
        await asyncio.gather(*(client.close() for client in clients))

    async def drop(self, agent: str, channel: str) -> None:
        """The agent has left the channel, or the channel is deleted. Raises `HistoryError`."""
        session = self._open.pop((agent, channel), None)
        if session is not None:
            self._over(session, "clear")
            if session.connection.info.close_session:
                self._context.supervisor.spawn(session.close(), f"Closing a session of {agent}")
        await self._wishes.forget(agent, channel)

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

        Raises `UsageError` for what the session does not offer, and `AgentError` when the agent does not take
        it; then it is not set again either.
        """
        session = self.find(agent, channel)
        if session is not None:
            choice = offered(session.info, choice)
            if choice.kind is ChoiceKind.MODEL:
                await session.hooks.switch_to(str(choice.value)).make(
                    lambda: choice.make(session.connection, session.info)
                )
            else:
                await choice.make(session.connection, session.info)
        await self._wishes.add(agent, channel, choice.wish)

    async def forget(self, agent: str, live: LiveChannel) -> None:
        """The stored session is wanted no more: the one that stands in for it, or the next one, is stored."""
        session = self.find(agent, live.id)
        if session is None:
            await live.know(agent, Membership())
        elif not session.stored:
            session.stored = True
            await live.know(agent, session.membership)

    async def adopt(self, agent: str, live: LiveChannel, identifier: str) -> None:
        """The stored session `identifier` is the channel's from its next answer on."""
        session = self._open.pop((agent, live.id), None)
        if session is not None:
            self._over(session, "resume")
        await live.know(agent, Membership(session_id=identifier))

    def closed(self, session: Session) -> None:
        """The agent has closed it."""
        key = (session.agent, session.live.id)
        if self._open.get(key) is session:
            del self._open[key]
            self._over(session, "other")

    async def deleted(self, agent: str, identifier: str, lives: Iterable[LiveChannel]) -> None:
        """The agent has deleted its session `identifier`: the channel that had it gets a new one."""
        for live in lives:
            session = self.find(agent, live.id)
            if session is not None and session.id == identifier:
                self.closed(session)
            if live.membership(agent).session_id == identifier:
                await live.know(agent, Membership())

    async def _opened(self, running: RunningAgent, live: LiveChannel) -> Session:
        agent = running.settings.name
        client = self._clients[agent]
        known = live.membership(agent)
        session = Session(self._context, self.commands, live, agent, running.connection)
        problem = ""
        if known.session_id and (running.info.resume_session or running.info.load_session):
            session.info = SessionInfo(id="", title=known.title)
            client.listen(known.session_id, session)
            try:
                session.opened(await restored(running, session, known.session_id))
                session.seen = known.seen
            except AuthRequired:
                raise
            except AgentRefused as error:
                client.ignore(known.session_id)
                session.info = SessionInfo(id="")
                problem = str(error)
        if not session.id:
            session.opened(await new(running))
            session.stored = not problem
            session.replaying = False
            client.listen(session.id, session)
        await self._as_wished(running, live, session)
        if problem:
            await live.say(SystemCode.SESSION_UNAVAILABLE, agent, problem)
        else:
            await live.know(agent, session.membership)
        self._open[agent, live.id] = session
        source = "resume" if session.id == known.session_id else "startup"
        await session.hooks.turns.opened(source, self._context.hooks.rules(agent))
        return session

    def _over(self, session: Session, reason: str) -> None:
        closing = session.hooks.turns.closed(reason)
        self._context.supervisor.spawn(closing, f"Hooks for the end of a session of {session.agent}")

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
        wish = self._wishes.of(session.agent, live.id).over(configured(running.settings))
        tried: set[Choice] = set()
        # What is set may bring other options: those of a model.
        while choice := next((each for each in to_make(session.info, wish) if each not in tried), None):
            tried.add(choice)
            try:
                await choice.make(running.connection, session.info)
            except AgentRefused as error:
                _log.warning("%s does not take %s: %s", session.agent, choice, error)
