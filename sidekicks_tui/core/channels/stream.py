"""A message of an agent on its way: put together, told piece by piece, stored when it is finished."""

from msgspec.structs import replace

from sidekicks_tui.acp.updates import Note, ToolUpdate
from sidekicks_tui.core.channels.assemble import Content, MessageBuilder
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.forms import told
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.core.hooks.session import SessionHooks
from sidekicks_tui.model.elicitation import ElicitationAction, ElicitationAnswer, Question
from sidekicks_tui.model.messages import Message, StopReason, ToolCall
from sidekicks_tui.model.permissions import PermissionOption


class Stream:
    def __init__(
        self, context: Context, live: LiveChannel, agent: str, hooks: SessionHooks | None = None
    ) -> None:
        """`hooks` are those around its session."""
        self.id = context.new_id()
        self._hooks = hooks
        self._context = context
        self._live = live
        self._agent = agent
        self._builder = MessageBuilder(
            identifier=self.id,
            channel=live.id,
            agent=agent,
            created_at=context.now(),
            clock=context.clock,
        )
        self._stopped = False
        self._over = False
        self._reason: StopReason | None = None
        self._error = ""
        live.begin(self)

    def message(self) -> Message:
        return self._builder.message()

    def holds(self, update: Content) -> bool:
        """`update` changes a part that is here already."""
        return self._builder.holds(update)

    def updated(self, update: Content) -> None:
        for delta in self._builder.apply(update):
            self._live.tell(delta)
        if self._hooks is not None:
            self._hooks.told(update, self._builder.tool)

    def printed(self, terminal: str, output: str, exit_status: int | None) -> bool:
        """A terminal printed; whether that changed the message."""
        deltas = self._builder.show_terminal(terminal, output, exit_status)
        for delta in deltas:
            self._live.tell(delta)
        return bool(deltas)

    async def permit(self, tool: ToolUpdate, options: tuple[PermissionOption, ...]) -> str | None:
        """Ask the hooks, then the person about a call, which is shown if it was not announced."""
        known = self._hooks is not None and self._hooks.seen.knows(tool.id)
        # What a request says in words is about the call: it is no output of it.
        self.updated(replace(tool, output=None))
        if self._stopped or self._live.deleted:
            return None
        call = replace(self._builder.judge(tool.id), output=tool.output or "")
        if self._hooks is None:
            return await self.ask(call, options)
        name = self._hooks.seen.name(tool.id)
        chosen = await self._hooks.gates.permit(
            call, name, options, lambda: self.ask(call, options), known=known
        )
        return None if self._stopped else chosen

    async def ask(self, call: ToolCall, options: tuple[PermissionOption, ...]) -> str | None:
        """Ask the person about a call: the chosen option's id, or None when the request is cancelled."""
        if self._stopped or self._live.deleted:
            return None
        return await self._context.permissions.ask(
            channel=self._live.id,
            agent=self._agent,
            message=self.id,
            tool_call=call,
            options=options,
        )

    async def elicit(self, question: Question) -> ElicitationAnswer:
        """Ask the person; question and answer become part of the message."""
        if self._stopped or self._live.deleted:
            return ElicitationAnswer(action=ElicitationAction.CANCEL)
        answer = await (
            self._put(question) if self._hooks is None else self._hooks.elicit(question, self._put)
        )
        if not self._over:
            self.updated(Note(text=told(question, answer)))
        return answer

    async def _put(self, question: Question) -> ElicitationAnswer:
        return await self._context.elicitations.ask(
            channel=self._live.id, agent=self._agent, message=self.id, question=question
        )

    def stop(self) -> None:
        """The person wants no more of it: what waits for them, and what would, is cancelled."""
        self._stopped = True
        if self._hooks is not None:
            self._hooks.desk.drop()
        self._context.cancel(message=self.id)

    async def finish(self, reason: StopReason | None, error: str = "") -> None:
        """The message is over; what still waits for the person is cancelled."""
        self._reason, self._error = reason, error
        self._over = True
        self._context.elicitations.cancel(message=self.id)
        self._context.permissions.forget(self.id)
        await self.keep()

    async def keep(self) -> None:
        """Store the finished message as it is now."""
        await self._live.keep(self._builder.finish(self._reason, self._error))
