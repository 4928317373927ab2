"""An agent's session in one channel, as long as the agent's process lives."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from sidekicks_tui.acp.updates import (
    Chunk,
    CommandsUpdate,
    ModelUpdate,
    ModeUpdate,
    OptionsUpdate,
    TitleUpdate,
    ToolUpdate,
    Update,
    UsageUpdate,
)
from sidekicks_tui.core.channels.assemble import Content
from sidekicks_tui.core.channels.commands import Commands
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.late import Late
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.core.channels.setup import ChoiceKind, aligned, mode_told, now
from sidekicks_tui.core.channels.stream import Stream
from sidekicks_tui.core.hooks.gates import Gates
from sidekicks_tui.core.hooks.session import SessionHooks
from sidekicks_tui.model.channels import Membership
from sidekicks_tui.model.elicitation import ElicitationAnswer, Question
from sidekicks_tui.model.errors import AgentError, AgentGone
from sidekicks_tui.model.events import SessionChanged
from sidekicks_tui.model.messages import ToolCall
from sidekicks_tui.model.permissions import PermissionOption
from sidekicks_tui.model.sessions import SessionInfo

if TYPE_CHECKING:
    from sidekicks_tui.acp.connection import AgentConnection


class Session:
    """Hands what the session tells to the answer under way, to what came late, or to the channel.

    Until it is open (`replaying`), the messages that it tells are old ones, and are left out.
    """

    def __init__(
        self,
        context: Context,
        commands: Commands,
        live: LiveChannel,
        agent: str,
        connection: "AgentConnection",
    ) -> None:
        self.agent = agent
        self.live = live
        self.connection = connection
        self.info = SessionInfo(id="")
        self.seen = ""
        """The last message that it was told; empty: it knows nothing of the channel yet."""
        self.stored = True
        """It is the one that the history knows; otherwise it stands in for one that could not be opened."""
        self.replaying = True
        self.replayed = 0
        self.hooks = SessionHooks(
            context.hooks, live, context.supervisor, context.settings, agent, lambda: self.info, self._ask
        )
        self.hooks.desk.cancel = self.cancel
        self.late = Late(context, live, agent, self.hooks)
        self._context = context
        self._commands = commands
        self._answer: Stream | None = None

    @property
    def id(self) -> str:
        return self.info.id

    def opened(self, info: SessionInfo) -> None:
        """It is open, and is as `info` says."""
        self._become(aligned(msgspec.structs.replace(info, title=self.info.title)))

    async def begin(self) -> Stream:
        """The agent is asked: what is told from now on belongs to the answer that is returned."""
        late = self._context.supervisor.spawn(self.late.end(), f"Keeping what {self.agent} said late")
        await asyncio.shield(late)
        self._answer = Stream(self._context, self.live, self.agent, self.hooks)
        self.hooks.begin(self._answer.id)
        return self._answer

    def end(self, answer: Stream) -> None:
        """The answer is over."""
        self._answer = None
        self.late.follow(answer)

    async def cancel(self) -> None:
        """Ask the agent to be quiet."""
        with suppress(AgentGone):  # then it says no more
            await self.connection.cancel(self.id)

    async def close(self) -> None:
        """Let the agent free what it holds."""
        with suppress(AgentError):  # then it holds it on
            await self.connection.close_session(self.id)

    @property
    def membership(self) -> Membership:
        """What the history keeps of it."""
        return Membership(session_id=self.id, seen=self.seen, title=self.info.title)

    async def saw(self, message: str) -> None:
        """It was told everything up to `message`."""
        self.seen = message
        await self._know()

    # What it tells and asks: the protocol `core.client.client.SessionListener`

    def updated(self, update: Update) -> None:
        match update:
            case UsageUpdate():
                self.live.used(self.agent, update.usage)
            case CommandsUpdate():
                self._commands.announced(self.agent, update.commands)
            case ModeUpdate():
                self._become(now(self.info, ChoiceKind.MODE, update.current))
            case ModelUpdate():
                self._become(now(self.info, ChoiceKind.MODEL, update.current))
            case OptionsUpdate():
                self._become(aligned(msgspec.structs.replace(self.info, options=update.options)))
            case TitleUpdate():
                self._called(update.title)
            case Chunk() if self._answer is None and (mode := mode_told(update.text, self.info.modes)):
                self._become(now(self.info, ChoiceKind.MODE, mode))
            case _:
                self._said(update)

    @property
    def gates(self) -> Gates:
        return self.hooks.gates

    async def permit(self, tool: ToolUpdate, options: tuple[PermissionOption, ...]) -> str | None:
        return await (self._answer or self.late).permit(tool, options)

    async def elicit(self, question: Question) -> ElicitationAnswer:
        return await (self._answer or self.late).elicit(question)

    def printed(self, terminal: str, output: str, exit_status: int | None) -> None:
        (self._answer or self.late).printed(terminal, output, exit_status)

    async def _ask(self, call: ToolCall, options: tuple[PermissionOption, ...]) -> str | None:
        return await (self._answer or self.late).ask(call, options)

    def _said(self, update: Content) -> None:
        if self.replaying:
            self.replayed += 1
        else:
            (self._answer or self.late).updated(update)

    def _called(self, title: str) -> None:
        self.info = msgspec.structs.replace(self.info, title=title)
        self.live.tell(SessionChanged(channel=self.live.id, agent=self.agent, title=title))
        self.hooks.seen.updated("title")
        if self.id:
            self._context.supervisor.spawn(self._know(), f"Keeping what {self.agent} called its session")

    async def _know(self) -> None:
        if self.stored:
            await self.live.know(self.agent, self.membership)

    def _become(self, info: SessionInfo) -> None:
        """The session is another one now; what changed is told."""
        before, self.info = self.info, info
        changed = SessionChanged(
            channel=self.live.id,
            agent=self.agent,
            modes=None if info.modes == before.modes else info.modes,
            models=None if info.models == before.models else info.models,
            options=None if info.options == before.options else info.options,
        )
        if changed != SessionChanged(channel=self.live.id, agent=self.agent):
            self.live.tell(changed)
            self.hooks.seen.updated("mode" if changed.modes else "model" if changed.models else "options")
