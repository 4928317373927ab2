"""Codex: Claude Code's form, read strictly: what it does not know fails the run, and the call goes on."""

import os
from collections.abc import Mapping
from typing import Final

from sidekicks_tui.hooks.dialects.base import (
    Heard,
    ended,
    failure,
    json_object,
    mapping,
    person_decides,
    some,
    words,
)
from sidekicks_tui.hooks.dialects.claude import Claude, blocked, permission_mode, read_answer
from sidekicks_tui.hooks.moments import Moment
from sidekicks_tui.hooks.naming import Tool, codex_tool
from sidekicks_tui.hooks.occasions import Occasion
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.hooks.tools import ToolFacts

_TIMEOUT: Final = 600.0
_SHORT: Final = frozenset({"SessionEnd", "Interrupt"})
SHORT_LIMIT: Final = 3.0
"""The longest that a hook for the end of a session or an interrupt may ask for."""
_PLAIN_CONTEXT: Final = frozenset({Occasion.SESSION_START, Occasion.PROMPT, Occasion.SUBAGENT_START})
_BLOCKS: Final = frozenset(
    {
        Occasion.TOOL_BEFORE, Occasion.TOOL_AFTER, Occasion.PROMPT, Occasion.TURN_END,
        Occasion.SUBAGENT_STOP,
    }
)  # fmt: skip
"""Exit 2 blocks, or is feedback."""
_UNIVERSAL: Final = frozenset({"systemMessage", "continue", "stopReason", "suppressOutput"})
_KNOWN: Final[Mapping[Occasion, frozenset[str]]] = {
    Occasion.TOOL_BEFORE: frozenset({"decision", "reason", "hookSpecificOutput"}),
    Occasion.TOOL_AFTER: frozenset({"decision", "reason", "hookSpecificOutput"}),
    Occasion.PERMISSION: frozenset({"hookSpecificOutput"}),
    Occasion.PROMPT: frozenset({"decision", "reason", "hookSpecificOutput"}),
    Occasion.SESSION_START: frozenset({"hookSpecificOutput"}),
    Occasion.SUBAGENT_START: frozenset({"hookSpecificOutput"}),
    Occasion.TURN_END: frozenset({"decision", "reason"}),
    Occasion.SUBAGENT_STOP: frozenset({"decision", "reason"}),
    Occasion.COMPACT_BEFORE: frozenset(),
    Occasion.COMPACT_AFTER: frozenset(),
    Occasion.SESSION_END: frozenset(),
    Occasion.INTERRUPT: frozenset(),
}
_SPECIFIC: Final[Mapping[Occasion, frozenset[str]]] = {
    Occasion.TOOL_BEFORE: frozenset(
        {"permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"}
    ),
    Occasion.PERMISSION: frozenset({"decision"}),
}
_SPECIFIC_OTHERWISE: Final = frozenset({"additionalContext"})


class Codex(Claude):
    plugin_variables: tuple[str, ...] = ("PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT")

    def tool(self, event: str, facts: ToolFacts) -> Tool | None:
        return codex_tool(facts)

    def timeout(self, event: str) -> float:
        return 1.0 if event in _SHORT else _TIMEOUT

    def shell(self) -> tuple[str, ...]:
        return (os.environ.get("SHELL") or "/bin/sh", "-lc")

    def environment(self, moment: Moment, root: str) -> dict[str, str]:
        return dict.fromkeys(self.plugin_variables, root) if root else {}

    def payload(self, event: str, moment: Moment) -> dict[str, object]:
        place = moment.place
        told: dict[str, object] = {
            "session_id": place.session,
            "transcript_path": place.transcript or None,
            "cwd": str(place.cwd),
            "hook_event_name": event,
            "model": place.model,
            "permission_mode": permission_mode(place.mode),
            "turn_id": place.turn,
        }
        fields = dict(moment.fields)
        if moment.occasion is Occasion.SESSION_END:
            fields["reason"] = "other"
        tool = self.tool_fields(event, moment)
        if moment.occasion is Occasion.PERMISSION and moment.tool is not None:
            tool["tool_input"] = {**mapping(tool.get("tool_input")), "description": moment.tool.title}
        return told | tool | fields

    def read(self, heard: Heard) -> Outcome:
        run, occasion = heard.run, heard.occasion
        if problem := failure(run):
            gate = occasion in (Occasion.TOOL_BEFORE, Occasion.PERMISSION)
            return person_decides(problem) if gate else Outcome(problem=problem)
        if run.status == 2 and occasion in _BLOCKS:
            return blocked(Outcome(), run.stderr)
        if run.status != 0:
            return Outcome(problem=ended(run))
        if not run.stdout.strip():
            return Outcome()
        answer = json_object(run.stdout)
        if answer is None:
            if occasion in _PLAIN_CONTEXT:
                return Outcome(context=some(run.stdout))
            return Outcome(problem="its output is no JSON")
        if problem := _refused(occasion, answer):
            closed = occasion is Occasion.PERMISSION and "fail closed" in problem
            return Outcome(
                decision=Decision.DENY if closed else Decision.NONE,
                reason=problem if closed else "",
                problem=problem,
            )
        return _meant(heard, answer)


def _meant(heard: Heard, answer: Mapping[str, object]) -> Outcome:
    outcome = read_answer(heard, answer)
    ends = heard.occasion in (Occasion.TURN_END, Occasion.SUBAGENT_STOP) and outcome.stop
    if heard.occasion is Occasion.SESSION_START and outcome.stop:
        return Outcome(
            context=outcome.context,
            notices=outcome.notices,
            problem="continue: false is not documented for this event, and ignored",
        )
    if ends or heard.occasion is Occasion.COMPACT_BEFORE:
        decision = Decision.NONE if ends or not outcome.stop else Decision.DENY
        return Outcome(decision=decision, reason=outcome.reason, stop=outcome.stop, notices=outcome.notices)
    if heard.occasion is Occasion.INTERRUPT:
        return Outcome(notices=outcome.notices)
    return outcome


def _refused(occasion: Occasion, answer: Mapping[str, object]) -> str:
    """Why Codex marks the run failed; empty when it takes the answer."""
    specific = mapping(answer.get("hookSpecificOutput"))
    unknown = set(answer) - _UNIVERSAL - _KNOWN.get(occasion, frozenset())
    unknown |= set(specific) - {"hookEventName"} - _SPECIFIC.get(occasion, _SPECIFIC_OTHERWISE)
    if unknown:
        return f"Codex does not know {', '.join(sorted(unknown))} in this event's answer"
    if occasion is Occasion.TOOL_BEFORE:
        return _tool_refused(answer, specific)
    if occasion is Occasion.PERMISSION:
        closed = {"updatedInput", "updatedPermissions", "interrupt"} & set(mapping(specific.get("decision")))
        if closed:
            return f"{', '.join(sorted(closed))} in a permission's answer fail closed"
    if answer.get("decision") not in (None, "block"):
        return f"Codex does not know the decision {answer['decision']}"
    if answer.get("decision") == "block" and not words(answer, "reason"):
        return "a block needs a reason"
    return ""


def _tool_refused(answer: Mapping[str, object], specific: Mapping[str, object]) -> str:
    unsupported = [name for name in ("stopReason", "suppressOutput") if name in answer]
    if answer.get("continue") is False:
        unsupported.append("continue: false")
    if unsupported:
        return f"Codex does not support {', '.join(unsupported)} before a tool"
    decision = specific.get("permissionDecision")
    if decision == "deny" and not words(specific, "permissionDecisionReason"):
        return "a denial needs a reason"
    if decision == "allow" and not isinstance(specific.get("updatedInput"), dict):
        return "Codex takes allow only with updatedInput"
    if decision not in (None, "allow", "deny"):
        return f"Codex does not support the decision {decision}"
    if "updatedInput" in specific and decision != "allow":
        return "Codex takes updatedInput only with allow"
    if answer.get("decision") not in (None, "block"):
        return f"Codex does not support the decision {answer['decision']}"
    return ""
