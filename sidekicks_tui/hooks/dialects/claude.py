"""Claude Code: JSON on every exit status, exit 2 blocks where the event can, failures let the call go on."""

import os
from collections.abc import Mapping
from typing import Final

from sidekicks_tui.hooks.dialects.base import (
    Heard,
    ended,
    failure,
    json_object,
    kept,
    looks_like_json,
    mapping,
    some,
    words,
)
from sidekicks_tui.hooks.moments import Moment
from sidekicks_tui.hooks.naming import Tool, claude_tool
from sidekicks_tui.hooks.occasions import Occasion
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.hooks.tools import ToolFacts

_TIMEOUT: Final = 600.0
_TIMEOUTS: Final[Mapping[str, float]] = {
    "UserPromptSubmit": 30.0,
    "MessageDisplay": 10.0,
    "PreModelSwitch": 30.0,
    "PostModelSwitch": 30.0,
    "SessionEnd": 1.5,
}
_NO_EXIT_2: Final = frozenset(
    {
        Occasion.SESSION_START, Occasion.SETUP, Occasion.PERMISSION, Occasion.PERMISSION_DENIED,
        Occasion.SESSION_END, Occasion.SUBAGENT_START, Occasion.COMPACT_AFTER, Occasion.TURN_FAILED,
        Occasion.NOTIFICATION, Occasion.DISPLAY, Occasion.CWD_CHANGED, Occasion.DIRECTORY_ADDED,
        Occasion.FILE_CHANGED, Occasion.RULES_LOADED, Occasion.MODEL_AFTER, Occasion.WORKTREE_REMOVED,
    }
)  # fmt: skip
"""Exit 2 is an ordinary failure here."""
_PLAIN_CONTEXT: Final = frozenset(
    {Occasion.SESSION_START, Occasion.PROMPT, Occasion.COMMAND, Occasion.MODEL_AFTER}
)
_PERMISSIONS: Final[Mapping[str, Decision]] = {
    "allow": Decision.ALLOW,
    "deny": Decision.DENY,
    "ask": Decision.ASK,
    "defer": Decision.ASK,
    "approve": Decision.ALLOW,
    "block": Decision.DENY,
}
_MODES: Final[Mapping[str, str]] = {
    mode.lower().replace("-", "").replace("_", ""): mode
    for mode in ("plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions")
}


class Claude:
    """Codex and CodeBuddy borrow the payload, and read answers in their own ways."""

    plugin_variables: tuple[str, ...] = ("CLAUDE_PLUGIN_ROOT",)

    def tool(self, event: str, facts: ToolFacts) -> Tool | None:
        return claude_tool(facts)

    def timeout(self, event: str) -> float:
        return _TIMEOUTS.get(event, _TIMEOUT)

    def shell(self) -> tuple[str, ...]:
        return ("/bin/sh", "-c")

    def environment(self, moment: Moment, root: str) -> dict[str, str]:
        project = {"CLAUDE_PROJECT_DIR": str(moment.place.workspace)}
        return project | (dict.fromkeys(self.plugin_variables, root) if root else {})

    def payload(self, event: str, moment: Moment) -> dict[str, object]:
        place = moment.place
        told: dict[str, object] = {
            "session_id": place.session,
            "transcript_path": place.transcript,
            "cwd": str(place.cwd),
            "permission_mode": permission_mode(place.mode),
            "hook_event_name": event,
        }
        if place.turn:
            told["prompt_id"] = place.turn
        return told | self.tool_fields(event, moment) | dict(moment.fields)

    def tool_fields(self, event: str, moment: Moment) -> dict[str, object]:
        tool = None if moment.tool is None else self.tool(event, moment.tool)
        if moment.tool is None or tool is None:
            return {}
        fields: dict[str, object] = {"tool_name": tool.names[0], "tool_input": tool.input}
        if moment.occasion is not Occasion.PERMISSION:
            fields["tool_use_id"] = moment.tool.id
        return fields

    def read(self, heard: Heard) -> Outcome:
        run = heard.run
        if problem := failure(run):
            blocks = heard.occasion is Occasion.MODEL_BEFORE and run.timed_out
            return Outcome(
                decision=Decision.DENY if blocks else Decision.NONE,
                reason=problem if blocks else "",
                problem=problem,
            )
        answer = json_object(run.stdout) if looks_like_json(run.stdout) else None
        outcome = Outcome() if answer is None else read_answer(heard, answer)
        if run.status == 2 and heard.occasion not in _NO_EXIT_2:
            return blocked(outcome, run.stderr)
        if answer is None and run.status != 0:
            return Outcome(problem=ended(run))
        if answer is None and looks_like_json(run.stdout):
            return Outcome(problem="its output begins like JSON, and is none")
        if answer is None and heard.occasion in _PLAIN_CONTEXT:
            return Outcome(context=some(run.stdout))
        return outcome


def permission_mode(mode: str) -> str:
    """Claude Code's name for the agent's mode; `default` for one that it does not have."""
    return _MODES.get(mode.lower().replace("-", "").replace("_", ""), "default")


def blocked(outcome: Outcome, otherwise: str) -> Outcome:
    """`outcome` with a refusal, and the reason that it has, or the other one."""
    reason = outcome.reason or "".join(some(otherwise)) or "a hook refused it without a reason"
    return Outcome(
        decision=Decision.DENY,
        reason=reason,
        context=outcome.context,
        stop=outcome.stop,
        notices=outcome.notices,
    )


def read_answer(heard: Heard, answer: Mapping[str, object]) -> Outcome:
    """The JSON that Claude Code documents."""
    specific = mapping(answer.get("hookSpecificOutput"))
    decision = Decision.NONE
    reason = words(answer, "reason")
    stop = answer.get("continue") is False
    if answer.get("decision") in ("block", "approve"):
        decision = _PERMISSIONS[str(answer["decision"])]
        if decision is Decision.ALLOW and heard.occasion is not Occasion.TOOL_BEFORE:
            decision = Decision.NONE
    permitted = specific.get("permissionDecision", answer.get("permissionDecision"))
    if isinstance(permitted, str) and permitted in _PERMISSIONS:
        decision = _PERMISSIONS[permitted]
        reason = words(specific, "permissionDecisionReason") or reason
    asked = mapping(specific.get("decision"))
    if heard.occasion is Occasion.PERMISSION and asked.get("behavior") in ("allow", "deny"):
        decision = _PERMISSIONS[str(asked["behavior"])]
        reason = words(asked, "message") or reason
        stop = stop or (decision is Decision.DENY and asked.get("interrupt") is True)
    elicited = {key: specific[key] for key in ("action", "content") if key in specific}
    output = specific.get("updatedToolOutput", specific.get("updatedMCPToolOutput"))
    return Outcome(
        decision=decision,
        reason=reason or (words(answer, "stopReason") if stop else ""),
        context=some(words(specific, "additionalContext")),
        changes=kept(specific.get("updatedInput")),
        output=output if isinstance(output, str) else None,
        text=words(specific, "displayContent") or None,
        answer=elicited or None,
        stop=stop,
        retry=specific.get("retry") is True,
        title=words(specific, "sessionTitle"),
        notices=some(words(answer, "systemMessage")),
    )


def parent_environment() -> dict[str, str]:
    """What hooks inherit: no telemetry of ours is sent in their name."""
    return {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
