"""Copilot: one JSON object on standard output, a guard that fails denies, a guard that is late does not.

An event declared in PascalCase (`PreToolUse`) is told as Claude Code tells it: snake_case fields, Claude's
tool names, ISO times.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from sidekicks_tui.hooks.dialects.base import (
    Heard,
    ended,
    json_object,
    kept,
    mapping,
    some,
    words,
)
from sidekicks_tui.hooks.moments import Moment
from sidekicks_tui.hooks.naming import Tool, claude_tool, copilot_tool
from sidekicks_tui.hooks.occasions import Occasion
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.hooks.runner import Run
from sidekicks_tui.hooks.tools import ToolFacts

_TIMEOUT: Final = 30.0
_DECISIONS: Final[Mapping[str, Decision]] = {
    "allow": Decision.ALLOW,
    "deny": Decision.DENY,
    "ask": Decision.ASK,
    "block": Decision.DENY,
}
_CONTEXT: Final = frozenset(
    {
        Occasion.TOOL_BEFORE, Occasion.TOOL_AFTER, Occasion.TOOL_FAILED, Occasion.SESSION_START,
        Occasion.SUBAGENT_START, Occasion.NOTIFICATION,
    }
)  # fmt: skip
_CAMEL: Final[Mapping[str, str]] = {
    "custom_instructions": "customInstructions",
    "agent_id": "agentId",
    "agent_type": "agentName",
    "agent_title": "agentDisplayName",
    "agent_description": "agentDescription",
    "transformed_prompt": "transformedPrompt",
    "permission_suggestions": "permissionSuggestions",
}
_REASONS: Final[Mapping[str, str]] = {"other": "error", "prompt_input_exit": "user_exit"}
_DROPPED: Final = frozenset(
    {
        "tool_response", "error", "error_details", "last_assistant_message", "background_tasks",
        "session_crons",
    }
)  # fmt: skip
"""Told in another form, or not at all."""


class Copilot:
    def tool(self, event: str, facts: ToolFacts) -> Tool | None:
        return claude_tool(facts) if event[:1].isupper() else copilot_tool(facts)

    def timeout(self, event: str) -> float:
        return _TIMEOUT

    def shell(self) -> tuple[str, ...]:
        return ("/bin/sh", "-c")

    def environment(self, moment: Moment, root: str) -> dict[str, str]:
        told = {"COPILOT_CLI": "1"}
        if root:
            told |= dict.fromkeys(("PLUGIN_ROOT", "COPILOT_PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"), root)
            told["CLAUDE_PROJECT_DIR"] = str(moment.place.workspace)
        return told

    def payload(self, event: str, moment: Moment) -> dict[str, object]:
        place = moment.place
        tool = None if moment.tool is None else self.tool(event, moment.tool)
        if event[:1].isupper():
            told: dict[str, object] = {
                "hook_event_name": event,
                "session_id": place.session,
                "timestamp": datetime.now(UTC).isoformat(),
                "cwd": str(place.cwd),
            }
            if tool is not None:
                told |= {"tool_name": tool.names[0], "tool_input": tool.input}
            return told | dict(moment.fields)
        told = {"sessionId": place.session, "timestamp": int(time.time() * 1000), "cwd": str(place.cwd)}
        if place.transcript:
            told["transcriptPath"] = place.transcript
        if tool is not None:
            arguments = "toolInput" if moment.occasion is Occasion.PERMISSION else "toolArgs"
            told |= {"toolName": tool.names[0], arguments: tool.input}
        fields = moment.fields
        told |= {_CAMEL.get(name, name): value for name, value in fields.items() if name not in _DROPPED}
        return told | _reshaped(moment)

    def read(self, heard: Heard) -> Outcome:
        run, occasion = heard.run, heard.occasion
        guard = occasion is Occasion.TOOL_BEFORE
        if run.timed_out:
            return Outcome(problem=f"it did not answer within {run.seconds:.0f} s")
        if run.error:
            # A folder that is gone denies nothing; any other guard that fails does.
            closed = guard and "folder" not in run.error
            return _denied(run.error) if closed else Outcome(problem=run.error)
        if run.status == 2 and occasion in (Occasion.TOOL_BEFORE, Occasion.PERMISSION):
            outcome = _answer(heard) or Outcome()
            return _denied(outcome.reason or _said(run))
        if run.status == 2 and occasion is Occasion.TOOL_FAILED:
            return Outcome(context=some(_said(run)))
        if run.status != 0:
            return _denied(_said(run) or ended(run)) if guard else Outcome(problem=ended(run))
        if not run.stdout.strip():
            return Outcome()
        return _answer(heard) or Outcome(problem="its output is not one JSON object")


def _reshaped(moment: Moment) -> dict[str, object]:
    fields = moment.fields
    match moment.occasion:
        case Occasion.TOOL_AFTER:
            text = str(fields.get("tool_response", ""))
            return {"toolResult": {"resultType": "success", "textResultForLlm": text}}
        case Occasion.TOOL_FAILED:
            return {"error": str(fields.get("error", ""))}
        case Occasion.TURN_FAILED:
            name = str(fields.get("error", "unknown"))
            return {
                "error": {"message": str(fields.get("error_details", "")), "name": name},
                "errorContext": "model_call",
                "recoverable": name in ("rate_limit", "overloaded", "server_error"),
            }
        case Occasion.SESSION_END:
            return {"reason": _REASONS.get(str(fields.get("reason")), "complete")}
        case Occasion.TURN_END:
            return {"stopReason": "end_turn"}
        case _:
            return {}


def _answer(heard: Heard) -> Outcome | None:
    """What the one object of the output says; None when there is no such object."""
    lines = heard.run.stdout.splitlines()
    progress = [line for line in lines if (json_object(line) or {}).get("type") == "progress"]
    found = json_object("\n".join(line for line in lines if line not in progress))
    if found is None:
        return None
    asked = mapping(found.get("decision"))  # Claude Code's nesting is accepted
    specific = mapping(found.get("hookSpecificOutput"))
    name = found.get("permissionDecision", specific.get("permissionDecision"))
    if heard.occasion is Occasion.PERMISSION:
        name = found.get("behavior", asked.get("behavior"))
    elif name is None:
        name = found.get("decision")
    decision = _DECISIONS.get(name, Decision.NONE) if isinstance(name, str) else Decision.NONE
    if heard.occasion in (Occasion.TURN_END, Occasion.SUBAGENT_STOP) and decision is Decision.ALLOW:
        decision = Decision.NONE
    context = words(found, "additionalContext") or words(specific, "additionalContext")
    result = found.get("modifiedResult")
    output = result if isinstance(result, str) else words(mapping(result), "textResultForLlm") or None
    return Outcome(
        decision=decision,
        reason=words(found, "permissionDecisionReason", "message", "reason")
        or words(specific, "permissionDecisionReason")
        or words(asked, "message"),
        context=some(context) if heard.occasion in _CONTEXT else (),
        changes=kept(found.get("modifiedArgs"))
        or kept(found.get("updatedInput"))
        or kept(specific.get("updatedInput")),
        output=output,
        text=words(found, "modifiedTransformedPrompt") or None,
        stop=decision is Decision.DENY and found.get("interrupt", asked.get("interrupt")) is True,
        notices=some(words(found, "systemMessage")),
    )


def _denied(reason: str) -> Outcome:
    return replace(Outcome(), decision=Decision.DENY, reason=reason or "a hook refused it without a reason")


def _said(run: Run) -> str:
    return "".join(some(run.stdout) or some(run.stderr))
