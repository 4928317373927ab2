"""`ChannelService`: the contract's channels, messages, permissions and sessions, as the screens call them."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from sidekicks_tui.core import archive
from sidekicks_tui.core.agents.service import AgentService
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.choices import Choice
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.elicitations import Elicitations
from sidekicks_tui.core.channels.joined import attachments
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.core.channels.mentions import mentioned
from sidekicks_tui.core.channels.naming import check_name, same_name
from sidekicks_tui.core.channels.opening import place
from sidekicks_tui.core.channels.permissions import Permissions
from sidekicks_tui.core.channels.routing import route
from sidekicks_tui.core.channels.sessions import Sessions
from sidekicks_tui.core.channels.setup import ChoiceKind
from sidekicks_tui.core.channels.turns import Turns
from sidekicks_tui.core.channels.waiting import WaitingRoom
from sidekicks_tui.core.client.client import AgentClient
from sidekicks_tui.core.client.terminals import Spawn
from sidekicks_tui.core.export import ExportForm, document
from sidekicks_tui.core.hooks.service import HookService
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Channel, Command, Conversation, StoredChannel
from sidekicks_tui.model.elicitation import ElicitationAction, ElicitationRequest, FieldValue
from sidekicks_tui.model.errors import AgentError, HistoryError, UnknownAgent, UnknownChannel, UsageError
from sidekicks_tui.model.events import ChannelsChanged
from sidekicks_tui.model.ids import IdSource
from sidekicks_tui.model.messages import Message, Page, Role, TextPart
from sidekicks_tui.model.sessions import SessionInfo, StoredSession
from sidekicks_tui.model.settings import ChannelSettings, Settings

if TYPE_CHECKING:  # the history brings its library, for which no screen waits
    from sidekicks_tui.store.history import History


class ChannelService:
    """Every command may raise `UnknownChannel`, `UnknownAgent` and `HistoryError`."""

    def __init__(
        self,
        *,
        bus: Bus,
        history: "History",
        agents: AgentService,
        hooks: HookService,
        supervisor: Supervisor,
        settings: Callable[[], Settings],
        spawn: Spawn,
    ) -> None:
        new_id = IdSource(after=history.last_id)
        self._permissions = Permissions(bus, new_id)
        self._elicitations = Elicitations(bus, new_id)
        self._context = Context(
            bus=bus,
            history=history,
            agents=agents,
            permissions=self._permissions,
            elicitations=self._elicitations,
            hooks=hooks,
            supervisor=supervisor,
            settings=settings,
            new_id=new_id,
            now=lambda: datetime.now(UTC),
            clock=time.monotonic,
        )
        self._sessions = Sessions(self._context, spawn)
        self._room = WaitingRoom(agents)
        self._turns = {stored.channel.id: self._new(stored) for stored in history.channels()}

    # Channels

    def list(self) -> tuple[Channel, ...]:
        """Every channel and direct conversation, oldest first."""
        return tuple(turns.live.channel for _, turns in sorted(self._turns.items()))

    async def create(self, name: str, description: str = "") -> Channel:
        """A new channel. Raises `UsageError` for a name that is empty, too long or taken."""
        name = check_name(name, self.list())
        return await self._add(name=name, description=description.strip())

    async def rename(self, identifier: str, name: str, description: str = "") -> None:
        """Raises `UsageError` as `create` does, and for a direct conversation."""
        live = self._find(identifier).live
        if live.channel.direct:
            raise UsageError(_("a direct conversation has no name of its own: it is its agent's"))
        name = check_name(name, self.list(), but=identifier)
        await live.change(msgspec.structs.replace(live.channel, name=name, description=description.strip()))

    async def delete(self, identifier: str) -> None:
        """Stop its answers and delete it with its whole history."""
        turns = self._find(identifier)
        await turns.stop()
        turns.live.deleted = True
        del self._turns[identifier]
        for agent in turns.live.channel.members:
            await self._sessions.drop(agent, identifier)
        await self._context.history.delete_channel(identifier)
        await self._context.history.put_note(_draft(identifier), "")
        self._announce()

    async def add_member(self, identifier: str, agent: str) -> None:
        """Invite an agent; one that is a member stays one. Raises `UsageError` in a direct conversation."""
        live = self._several(identifier)
        self._check_agent(agent)
        await live.join(agent)

    async def remove_member(self, identifier: str, agent: str) -> None:
        """Remove an agent; what it is saying is stopped. Nothing happens when it is no member."""
        live = self._several(identifier)
        self._find(identifier).stop_agent(agent)
        await live.leave(agent)
        await self._sessions.drop(agent, identifier)

    async def direct(self, agent: str) -> Channel:
        """The direct conversation with `agent`, made the first time."""
        for channel in self.list():
            if agent and channel.direct == agent:  # a named channel is nobody's: its `direct` is empty
                return channel
        self._check_agent(agent)
        return await self._add(direct=agent, members=(agent,))

    async def declare(self, channels: Iterable[ChannelSettings]) -> None:
        """Make the channels that the configuration declares, where they are missing."""
        for wanted in channels:
            if not any(same_name(channel.name, wanted.name) for channel in self.list()):
                name = check_name(wanted.name, self.list())
                await self._add(name=name, description=wanted.description, members=wanted.members)

    # Messages

    async def send(self, identifier: str, text: str) -> str:
        """Add a message of the person, answered as soon as the channel is free; returns its identifier.

        Raises `UsageError` for an empty text, or one that joins too many files.
        """
        turns = self._find(identifier)
        if not text.strip():
            raise UsageError(_("there is nothing to send: the message is empty"))
        channel, agents = turns.live.channel, self._context.agent_names
        is_command = route(text, channel, agents, last_answered="").command is not None
        message = Message(
            id=self._context.new_id(),
            channel=identifier,
            created_at=self._context.now(),
            role=Role.USER,
            parts=(TextPart(text=text),),
            attachments=() if is_command else attachments(text, channel, mentioned(text, agents)),
        )
        turns.take(message)
        return message.id

    async def cancel(self, identifier: str) -> None:
        """Stop the answer under way, the agents that were to follow, and the messages that wait."""
        await self._find(identifier).stop()

    async def drop_queued(self, identifier: str, message: str) -> str:
        """Take back a message that waits for its turn; returns its text. It stays, told as not sent.

        Raises `UsageError` when it does not wait any more.
        """
        return await self._find(identifier).drop(message)

    async def answer_permission(self, identifier: str, option: str) -> None:
        """Answer a request with one of its options. Raises `UnknownOption`, also when it waits no more."""
        self._permissions.answer(identifier, option)

    async def answer_elicitation(
        self,
        identifier: str,
        action: ElicitationAction,
        content: Mapping[str, FieldValue] | None = None,
    ) -> None:
        """Answer an agent's question; `content` has the fields of a form that is accepted.

        Raises `UnknownOption` when it waits no more, `UnfitAnswer` when the form does not allow the content.
        """
        self._elicitations.answer(identifier, action, content)

    def elicitations(self) -> tuple[ElicitationRequest, ...]:
        """All questions that wait, oldest first: also those outside of any channel (a login)."""
        return self._elicitations.pending()

    def conversation(self, identifier: str) -> Conversation:
        """The channel with its last messages, also those under way and waiting, and what goes on in it."""
        return self._find(identifier).live.conversation()

    async def older(self, identifier: str, before: str) -> Page:
        """The messages before the message `before`."""
        self._find(identifier)
        return await self._context.history.older(identifier, before)

    async def search(self, words: str, channel: str | None = None, before: str = "") -> tuple[Message, ...]:
        """Messages that hold all the words, newest first, older than the message `before`."""
        return await self._context.history.search(words, channel, before=before)

    async def mark_read(self, identifier: str, message: str = "") -> None:
        """The person read as far as `message`, to the end when none is named."""
        live = self._find(identifier).live
        if not message:
            page = self._context.history.latest(identifier, 1)
            message = page.messages[-1].id if page.messages else ""
        await live.read(message)

    def unread(self, identifier: str) -> int:
        """How many messages of agents came after what the person read; counted up to 100."""
        return self._context.history.unread(identifier, self._find(identifier).live.stored.read)

    def draft(self, identifier: str) -> str:
        """What the person was writing in the channel."""
        return self._context.history.note(_draft(identifier))

    async def set_draft(self, identifier: str, text: str) -> None:
        self._find(identifier)
        await self._context.history.put_note(_draft(identifier), text)

    async def export(self, identifier: str, form: ExportForm) -> str:
        """The whole conversation as a text. Raises `HistoryError`."""
        channel = self._find(identifier).live.channel
        messages = await archive.conversation(self._context.history, identifier)
        if form is ExportForm.JSON:
            return await asyncio.to_thread(archive.to_json, messages)
        return await asyncio.to_thread(document, channel, messages)

    async def import_channel(self, name: str, data: str | bytes) -> Channel:
        """A new channel with a conversation that was exported as JSON; its agents are members, as far as

        they are configured. Raises `UsageError` as `create` does, and for anything else than such a text.
        """
        check_name(name, self.list())
        messages = await asyncio.to_thread(archive.from_json, data)
        agents = tuple(agent for agent in archive.speakers(messages) if agent in self._context.agent_names)
        channel = Channel(id=self._context.new_id(), name=check_name(name, self.list()), members=agents)
        await archive.take_in(self._context.history, channel, messages, self._context.new_id)
        try:
            check_name(name, self.list())  # another one may have taken it meanwhile
        except UsageError:
            await self._context.history.delete_channel(channel.id)
            raise
        self._turns[channel.id] = self._new(StoredChannel(channel=channel))
        self._announce()
        return channel

    # Agents in channels

    def commands(self, agent: str) -> tuple[Command, ...]:
        """The slash commands that the agent announced last; empty if it never did."""
        return self._sessions.commands.of(agent)

    async def prepare(self, identifier: str) -> None:
        """Open the sessions of the members that never announced their commands; returns once they are open.

        A member that answers elsewhere is skipped, and so is one that cannot be started: its state says why.
        """
        live = self._find(identifier).live
        names = [
            agent
            for agent in live.channel.members
            if agent in self._context.agent_names
            and agent not in self._sessions.commands
            and not self._context.agents.serving(agent)
        ]
        await asyncio.gather(*(self._prepare(live, agent) for agent in names))

    def session(self, identifier: str, agent: str) -> SessionInfo | None:
        """The modes, models and options of the agent's session in the channel, while it is open."""
        session = self._sessions.find(agent, self._find(identifier).live.id)
        return None if session is None else session.info

    async def set_mode(self, identifier: str, agent: str, mode: str) -> None:
        """Choose a mode for the agent's session in the channel, now or when it is opened.

        Raises `AgentError` when the agent does not take it; so do `set_model` and `set_option`.
        """
        await self._choose(identifier, agent, Choice(ChoiceKind.MODE, "", mode))

    async def set_model(self, identifier: str, agent: str, model: str) -> None:
        await self._choose(identifier, agent, Choice(ChoiceKind.MODEL, "", model))

    async def set_option(self, identifier: str, agent: str, option: str, value: str | bool) -> None:
        await self._choose(identifier, agent, Choice(ChoiceKind.OPTION, option, value))

    async def forget_session(self, identifier: str, agent: str) -> None:
        """Give up the stored session, which cannot be opened again: what stands in for it takes its place."""
        await self._sessions.forget(agent, self._find(identifier).live)

    # Sessions that agents keep

    async def stored_sessions(self, agent: str) -> tuple[StoredSession, ...]:
        """The sessions of its folder that the agent keeps, whoever opened them; it is started if need be.

        Raises `AgentError`, and `UsageError` when the agent has no list of them.
        """
        async with self._context.agents.reach(agent) as running:
            _needs(running.info.list_sessions, agent, _("list its sessions"))
            return await running.connection.list_sessions(place(running)[0])

    async def adopt_session(self, identifier: str, agent: str, session: str) -> None:
        """Go on with a stored session of the agent in the channel, from its next answer there on.

        Raises `UsageError` when it is another channel's.
        """
        live = self._member(identifier, agent)
        for other in self._turns.values():
            if other.live is not live and other.live.membership(agent).session_id == session:
                raise UsageError(_("this session is used in {label}").format(label=other.live.channel.label))
        await self._sessions.adopt(agent, live, session)

    async def close_session(self, identifier: str, agent: str) -> None:
        """Let the agent free what its session in the channel holds; its next answer there opens it again.

        Nothing happens when it is not open. Raises `AgentError`, and `UsageError` when the agent cannot.
        """
        live = self._member(identifier, agent)
        session = self._sessions.find(agent, live.id)
        if session is not None:
            _needs(session.connection.info.close_session, agent, _("close sessions"))
            await session.connection.close_session(session.id)
            self._sessions.closed(session)

    async def delete_session(self, agent: str, session: str) -> None:
        """Have the agent delete a session that it keeps; a channel that went on with it begins a new one.

        Raises `AgentError`, and `UsageError` when the agent cannot.
        """
        async with self._context.agents.reach(agent) as running:
            _needs(running.info.delete_session, agent, _("delete sessions"))
            await running.connection.delete_session(session)
        await self._sessions.deleted(agent, session, [turns.live for turns in self._turns.values()])

    # What `AgentService` needs

    def client(self, agent: str) -> AgentClient:
        """Our side of the wire for the next process of `agent`."""
        return self._sessions.client(agent)

    async def agent_ended(self, agent: str) -> None:
        """A process of `agent` is gone, and with it its sessions, requests and terminals."""
        await self._sessions.ended(agent)

    async def close(self) -> None:
        """Cut off the answers under way, which are not kept, and end the commands that agents run."""
        await asyncio.gather(*(turns.close() for turns in self._turns.values()))
        await self._sessions.close()

    def _new(self, stored: StoredChannel) -> Turns:
        live = LiveChannel(self._context, stored, self._announce)
        return Turns(self._context, self._sessions, self._room, live)

    async def _add(
        self, *, name: str = "", description: str = "", direct: str = "", members: tuple[str, ...] = ()
    ) -> Channel:
        channel = Channel(
            id=self._context.new_id(), name=name, description=description, direct=direct, members=members
        )
        stored = StoredChannel(channel=channel)
        # It is there before it is stored, so that the next caller finds the name taken.
        self._turns[channel.id] = self._new(stored)
        try:
            await self._context.history.put_channel(stored)
        except HistoryError:
            del self._turns[channel.id]
            raise
        self._announce()
        return channel

    async def _prepare(self, live: LiveChannel, agent: str) -> None:
        try:
            async with self._context.agents.lease(agent, live.id) as running:
                await self._sessions.open(running, live)
        except (AgentError, UnknownAgent):
            return

    async def _choose(self, identifier: str, agent: str, choice: Choice) -> None:
        await self._sessions.choose(agent, self._member(identifier, agent).id, choice)

    def _find(self, identifier: str) -> Turns:
        try:
            return self._turns[identifier]
        except KeyError:
            raise UnknownChannel(
                _("there is no channel {identifier}: it may have been deleted").format(identifier=identifier)
            ) from None

    def _member(self, identifier: str, agent: str) -> LiveChannel:
        live = self._find(identifier).live
        if agent not in live.channel.members:
            raise UnknownAgent(
                _("{agent} is no member of {label}").format(agent=agent, label=live.channel.label)
            )
        return live

    def _several(self, identifier: str) -> LiveChannel:
        live = self._find(identifier).live
        if live.channel.direct:
            raise UsageError(_("the member of a direct conversation is its agent, and nobody else"))
        return live

    def _check_agent(self, agent: str) -> None:
        if agent not in self._context.agent_names:
            raise UnknownAgent(_("there is no agent {agent} in the configuration").format(agent=agent))

    def _announce(self) -> None:
        self._context.bus.publish(ChannelsChanged(channels=self.list()))


def _needs(ability: bool, agent: str, what: str) -> None:
    if not ability:
        raise UsageError(_("{agent} cannot {what}: it does not announce it").format(agent=agent, what=what))


def _draft(channel: str) -> str:
    """The note that keeps the draft of a channel."""
    return f"draft:{channel}"
