"""What has happened and cannot be helped: calls that ended, plans that changed, choices, failures, stops."""

from collections import Counter

from sidekicks_tui.core.hooks.desk import Desk
from sidekicks_tui.core.hooks.failures import error_class
from sidekicks_tui.core.hooks.gates import Gates, facts_of
from sidekicks_tui.core.hooks.turns import TurnHooks
from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.tools import Act
from sidekicks_tui.model.errors import AgentError
from sidekicks_tui.model.messages import PlanEntry, ToolCall, ToolStatus


class Seen:
    def __init__(self, desk: Desk, gates: Gates, turns: TurnHooks) -> None:
        self._desk = desk
        self._gates = gates
        self._turns = turns
        self._names: dict[str, str] = {}
        """What the agent calls the tools of this turn's calls."""
        self._ended: set[str] = set()
        self._plan: Counter[str] = Counter()
        self._done: Counter[str] = Counter()

    def knows(self, call: str) -> bool:
        """The call was announced."""
        return call in self._names

    def name(self, call: str) -> str:
        return self._names.get(call, "")

    def begin(self) -> None:
        """A turn begins."""
        self._names.clear()
        self._ended.clear()

    def call(self, call: ToolCall, name: str) -> None:
        """The agent told of a call: it stands like this now."""
        desk = self._desk
        self._names[call.id] = name or self._names.get(call.id, "")
        desk.hooks.saw_call(desk.agent, call.id, gated=False)
        for location in call.locations:
            self._turns.saw_path(location.path)
        if call.id in self._ended or call.status not in (ToolStatus.COMPLETED, ToolStatus.FAILED):
            return
        self._ended.add(call.id)
        facts = facts_of(call, self._names[call.id], desk.workspace)
        milliseconds = int((call.seconds or 0) * 1000)
        if call.status is ToolStatus.FAILED:
            desk.tell(
                Occasion.TOOL_FAILED,
                Seam.TOOL,
                {"error": call.output, "is_interrupt": False, "duration_ms": milliseconds},
                tool=facts,
            )
        elif not (facts.act is Act.READ and self._gates.told_of(facts.path)):
            desk.tell(
                Occasion.TOOL_AFTER,
                Seam.TOOL,
                {"tool_response": call.output, "duration_ms": milliseconds},
                tool=facts,
            )
            if facts.act in (Act.EDIT, Act.WRITE):
                for path in {diff.path for diff in call.diffs} or {facts.path}:
                    desk.tell(Occasion.FILE_EDITED, Seam.TOOL, {"file": path})

    def plan(self, entries: tuple[PlanEntry, ...]) -> None:
        """The plan is another one: entries have no identity but their words."""
        now = Counter(entry.content for entry in entries)
        done = Counter(entry.content for entry in entries if entry.status == "completed")
        for occasion, new in (
            (Occasion.TASK_CREATED, now - self._plan),
            (Occasion.TASK_COMPLETED, done - self._done),
        ):
            for content in new.elements():
                self._desk.tell(occasion, Seam.PLAN, {"task_id": content, "task_subject": content})
        self._plan, self._done = now, done

    def failed(self, error: AgentError) -> None:
        """The agent could not answer."""
        self._desk.tell(
            Occasion.TURN_FAILED,
            Seam.AGENT_ERROR,
            {"error": error_class(error), "error_details": str(error)},
        )

    def stopped(self) -> None:
        """The person stops the turn."""
        self._desk.tell(Occasion.INTERRUPT, Seam.CANCEL)

    def over(self, command: str | None) -> None:
        """The turn is over."""
        if command is not None and command.split()[0] in ("/compact", "/compress", "/summarize"):
            self._desk.tell(
                Occasion.COMPACT_AFTER, Seam.COMPACT, {"trigger": "manual", "compact_summary": ""}
            )
        self._desk.tell(Occasion.SESSION_STATUS, Seam.AGENT_STATE, {"status": "idle"})
        self._desk.tell(Occasion.SESSION_IDLE, Seam.AGENT_STATE)

    def updated(self, what: str) -> None:
        """The session's title, mode, model or options are others."""
        self._desk.tell(Occasion.SESSION_UPDATED, Seam.STORE, {"changed": what})
