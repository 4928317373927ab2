"""An agent's message, put together from the updates that arrive while it answers.

`MessageBuilder` takes each update in the order of the wire and answers with what changed, as the deltas to
publish; at any moment it gives the message as a frozen value. Text costs as much as it is long: pieces are
kept, and joined when somebody looks.

- Text follows the text before it. Another kind of part in between, or another `message_id`, begins a new one:
  a new part after another kind, a new paragraph after text of the same kind.
- A tool call has one part, under its id, wherever it is told of again. One that was never announced begins
  with the first that is told of it.
- A plan has one part, replaced in place.
- The person's own words, echoed by some agents, are left out.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from sidekicks_tui.acp.updates import Chunk, ChunkKind, Note, PlanUpdate, Retrying, ToolUpdate
from sidekicks_tui.core.channels.parts import PlanBuilder, TextBuilder, ToolBuilder
from sidekicks_tui.locale import _
from sidekicks_tui.model.events import MessageDelta
from sidekicks_tui.model.messages import Message, Role, StopReason, ToolCall, ToolStatus, part_kind

Content: TypeAlias = Chunk | ToolUpdate | PlanUpdate | Retrying | Note
"""The updates that a message is made of."""


class MessageBuilder:
    """`clock` tells seconds that only ever grow; how long thoughts and tool calls took is measured by it."""

    def __init__(
        self, *, identifier: str, channel: str, agent: str, created_at: datetime, clock: Callable[[], float]
    ) -> None:
        self.id = identifier
        self._channel = channel
        self._agent = agent
        self._created_at = created_at
        self._clock = clock
        self._parts: list[TextBuilder | ToolBuilder | PlanBuilder] = []
        self._tools: dict[str, ToolBuilder] = {}
        self._plans: dict[str, PlanBuilder] = {}
        self._retries: set[str] = set()
        """Why the agent tried again."""
        self._terminals: dict[str, tuple[str, int | None]] = {}
        """What the session's terminals printed last, also those that no call has named yet."""

    def apply(self, update: Content) -> list[MessageDelta]:
        """Take `update`; what changed, in order."""
        match update:
            case Chunk(kind=ChunkKind.USER):
                return []
            case Chunk():
                return self._say(update.text, update.kind is ChunkKind.THOUGHT, update.message_id)
            case ToolUpdate():
                return self._tell_tool(update)
            case PlanUpdate():
                return self._tell_plan(update)
            case Retrying():
                return self._retry(update.reason)
            case Note():
                return self._say(update.text, False, None)

    def show_terminal(self, terminal: str, output: str, exit_status: int | None) -> list[MessageDelta]:
        """A terminal of the session printed `output` so far, or ended: the calls that run in it show it."""
        self._terminals[terminal] = (output, exit_status)
        deltas = []
        for tool in self._tools.values():
            if tool.terminal == terminal:
                tool.show_terminal(output, exit_status)
                deltas.append(self._replaced(tool))
        return deltas

    def holds(self, update: Content) -> bool:
        """`update` changes a part that is here already: a tool call or a plan."""
        match update:
            case ToolUpdate():
                return update.id in self._tools
            case PlanUpdate():
                return update.plan_id in self._plans
            case _:
                return False

    def tool(self, identifier: str) -> ToolCall:
        """The call as it stands. Raises `KeyError` for one that was never told of."""
        return self._tools[identifier].freeze().tool

    def judge(self, identifier: str) -> ToolCall:
        """The call as the person is asked about it: from now on its input does not shrink."""
        self._tools[identifier].judge()
        return self.tool(identifier)

    def message(self) -> Message:
        """The message as it stands, unfinished."""
        return self._freeze(done=False)

    def finish(self, stop_reason: StopReason | None, error: str = "") -> Message:
        """The message, finished: calls that are still open are closed."""
        now = self._clock()
        self._close_last(now)
        open_calls = ToolStatus.CANCELLED if stop_reason is StopReason.CANCELLED else ToolStatus.FAILED
        for tool in self._tools.values():
            tool.close(open_calls, now)
        return self._freeze(done=True, stop_reason=stop_reason, error=error)

    def _say(self, text: str, thought: bool, message_id: str | None) -> list[MessageDelta]:
        if not text:
            return []
        deltas = []
        last = self._parts[-1] if self._parts else None
        if isinstance(last, TextBuilder) and last.thought == thought:
            if message_id is None or last.message_id != message_id:
                text = f"\n\n{text}"
                last.message_id = message_id
        else:
            text = text.lstrip("\n")  # a part begins with words, whatever divides them from what went before
            if not text:
                return []
            now = self._clock()
            deltas = self._close_last(now)
            last = TextBuilder(len(self._parts), thought=thought, message_id=message_id, now=now)
            self._parts.append(last)
        last.append(text)
        kind = "thought" if thought else "text"
        deltas.append(
            MessageDelta(channel=self._channel, message_id=self.id, index=last.index, kind=kind, text=text)
        )
        return deltas

    def _retry(self, reason: str) -> list[MessageDelta]:
        """Each reason is told once; what follows is a new paragraph, for the agent begins again."""
        last = self._parts[-1] if self._parts else None
        if reason in self._retries:
            if isinstance(last, TextBuilder):
                last.message_id = None
            return []
        self._retries.add(reason)
        words = _("The agent tries again: {reason}") if reason else _("The agent tries again.")
        return self._say(words.format(reason=reason), False, None)

    def _tell_tool(self, update: ToolUpdate) -> list[MessageDelta]:
        deltas = []
        now = self._clock()
        tool = self._tools.get(update.id)
        if tool is None:
            deltas = self._close_last(now)
            tool = self._tools[update.id] = ToolBuilder(len(self._parts), update.id, now)
            self._parts.append(tool)
        terminal = tool.terminal
        tool.merge(update, now)
        if tool.terminal != terminal and tool.terminal in self._terminals:
            tool.show_terminal(*self._terminals[tool.terminal])
        deltas.append(self._replaced(tool))
        return deltas

    def _tell_plan(self, update: PlanUpdate) -> list[MessageDelta]:
        deltas = []
        plan = self._plans.get(update.plan_id)
        if plan is None:
            if not update.entries:
                return []
            deltas = self._close_last(self._clock())
            plan = self._plans[update.plan_id] = PlanBuilder(len(self._parts))
            self._parts.append(plan)
        plan.entries = update.entries
        deltas.append(self._replaced(plan))
        return deltas

    def _close_last(self, now: float) -> list[MessageDelta]:
        """Nothing follows the last part: a thought now knows how long it took."""
        last = self._parts[-1] if self._parts else None
        return [self._replaced(last)] if isinstance(last, TextBuilder) and last.close(now) else []

    def _replaced(self, builder: TextBuilder | ToolBuilder | PlanBuilder) -> MessageDelta:
        part = builder.freeze()
        return MessageDelta(
            channel=self._channel,
            message_id=self.id,
            index=builder.index,
            kind=part_kind(part),
            part=part,
        )

    def _freeze(self, *, done: bool, stop_reason: StopReason | None = None, error: str = "") -> Message:
        return Message(
            id=self.id,
            channel=self._channel,
            created_at=self._created_at,
            role=Role.AGENT,
            agent=self._agent,
            parts=tuple(part.freeze() for part in self._parts),
            done=done,
            stop_reason=stop_reason,
            error=error,
        )
