"""The parts of a message while it streams: each takes what the agent tells, and can be frozen at any moment.

`index` is a part's place in its message.
"""

from collections.abc import Sequence

import msgspec

from sidekicks_tui.acp.updates import ToolUpdate
from sidekicks_tui.core.channels.output import Output, cut
from sidekicks_tui.model.messages import (
    PlanEntry,
    PlanPart,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolKind,
    ToolPart,
    ToolStatus,
)


class TextBuilder:
    """A text or a thought; its pieces are joined when somebody looks."""

    def __init__(self, index: int, *, thought: bool, message_id: str | None, now: float) -> None:
        self.index = index
        self.thought = thought
        self.message_id = message_id
        """What the agent called the message that the last piece belongs to; None: nothing may follow it
        without a new paragraph."""
        self._pieces: list[str] = []
        self._started = now
        self._seconds: float | None = None

    def append(self, text: str) -> None:
        self._pieces.append(text)

    def close(self, now: float) -> bool:
        """Another part follows; whether that changed what is shown."""
        if not self.thought or self._seconds is not None:
            return False
        self._seconds = round(now - self._started, 3)
        return True

    def freeze(self) -> TextPart | ThoughtPart:
        text = "".join(self._pieces)
        self._pieces = [text]
        return ThoughtPart(text=text, seconds=self._seconds) if self.thought else TextPart(text=text)


class ToolBuilder:
    """A tool call, merged from all that was told of it under its id.

    A field that the agent leaves out keeps its value, and so do diffs that a later update no longer holds:
    agents show the change when they ask for permission, and then send the result without it.
    """

    def __init__(self, index: int, identifier: str, now: float) -> None:
        self.index = index
        self._call = ToolCall(id=identifier, title="")
        self._output = Output()
        self._started = now
        self._judged = False
        self._frozen: ToolPart | None = None

    @property
    def finished(self) -> bool:
        return self._call.status.finished

    @property
    def terminal(self) -> str:
        return self._call.terminal

    def merge(self, update: ToolUpdate, now: float) -> None:
        call = self._call
        kind = call.kind if update.kind is None else update.kind
        self._call = msgspec.structs.replace(
            call,
            title=update.title or call.title,
            kind=kind,
            input=call.input if update.input is None else self._whole_input(cut(update.input)),
            locations=call.locations if update.locations is None else update.locations,
            diffs=update.diffs or call.diffs,
            terminal=call.terminal if update.terminal is None else update.terminal,
            exit_status=call.exit_status if update.exit_status is None else update.exit_status,
        )
        if update.output is not None or self._call.terminal != call.terminal:
            self._output = Output(update.output or "")
        self._output.append(update.more_output)
        self._become(call.status if update.status is None else update.status, now)

    def judge(self) -> None:
        """The person is asked about the call as it stands."""
        self._judged = True

    def show_terminal(self, output: str, exit_status: int | None) -> None:
        """The terminal that the call runs in: what it printed takes the place of the output so far."""
        self._output = Output(output)
        self._call = msgspec.structs.replace(self._call, exit_status=exit_status)
        self._frozen = None

    def close(self, status: ToolStatus, now: float) -> None:
        """The answer is over: a call that is not finished becomes `status`."""
        if not self.finished:
            self._become(status, now)

    def freeze(self) -> ToolPart:
        if self._frozen is None:
            call = self._call
            output = self._output.whole() if self.finished else self._output.live()
            title = call.title or ("" if call.kind is ToolKind.OTHER else str(call.kind)) or call.id
            self._frozen = ToolPart(tool=msgspec.structs.replace(call, title=title, output=output))
        return self._frozen

    def _whole_input(self, fresh: str) -> str:
        # Claude goes on to tell the input as it grew, when the person has been shown the whole of it already.
        stale = self._judged and len(fresh) < len(self._call.input)
        return self._call.input if stale else fresh

    def _become(self, status: ToolStatus, now: float) -> None:
        seconds = self._call.seconds
        if status.finished != self._call.status.finished:
            seconds = round(now - self._started, 3) if status.finished else None
        self._call = msgspec.structs.replace(self._call, status=status, seconds=seconds)
        self._frozen = None


class PlanBuilder:
    def __init__(self, index: int) -> None:
        self.index = index
        self.entries: Sequence[PlanEntry] = ()

    def freeze(self) -> PlanPart:
        return PlanPart(entries=tuple(self.entries))
