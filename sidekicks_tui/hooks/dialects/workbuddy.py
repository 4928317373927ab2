"""CodeBuddy: Claude Code's form with `continue: false` reversed at Stop and partial changes of the input."""

import os
from dataclasses import replace
from typing import Final

from sidekicks_tui.hooks.dialects.base import (
    Heard,
    ended,
    failure,
    json_object,
    kept,
    looks_like_json,
    mapping,
    person_decides,
    some,
    words,
)
from sidekicks_tui.hooks.dialects.claude import Claude, blocked, read_answer
from sidekicks_tui.hooks.moments import Moment
from sidekicks_tui.hooks.naming import Tool, workbuddy_tool
from sidekicks_tui.hooks.occasions import Occasion
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.hooks.tools import ToolFacts

_TIMEOUT: Final = 60.0
_BLOCKS: Final = frozenset(
    {
        Occasion.TOOL_BEFORE, Occasion.TOOL_AFTER, Occasion.PROMPT, Occasion.TURN_END,
        Occasion.SUBAGENT_STOP, Occasion.COMPACT_BEFORE, Occasion.TEAMMATE_IDLE, Occasion.CONFIG_CHANGED,
        Occasion.ELICITATION, Occasion.ELICITATION_RESULT, Occasion.TASK_CREATED, Occasion.TASK_COMPLETED,
    }
)  # fmt: skip
_WORK_ON: Final = frozenset({Occasion.TURN_END, Occasion.SUBAGENT_STOP})
"""`continue: false` means: do not stop."""
_PLAIN_CONTEXT: Final = frozenset({Occasion.SESSION_START, Occasion.PROMPT, Occasion.COMPACT_BEFORE})
_GATES: Final = frozenset({Occasion.TOOL_BEFORE, Occasion.ELICITATION})


class WorkBuddy(Claude):
    plugin_variables: tuple[str, ...] = ("CODEBUDDY_PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT")

    def tool(self, event: str, facts: ToolFacts) -> Tool | None:
        return workbuddy_tool(facts)

    def timeout(self, event: str) -> float:
        return _TIMEOUT

    def shell(self) -> tuple[str, ...]:
        return (os.environ.get("SHELL") or "/bin/sh", "-c")

    def environment(self, moment: Moment, root: str) -> dict[str, str]:
        project = {"CODEBUDDY_PROJECT_DIR": str(moment.place.workspace)}
        return project | super().environment(moment, root)

    def read(self, heard: Heard) -> Outcome:
        run, occasion = heard.run, heard.occasion
        if problem := failure(run):
            return person_decides(problem) if occasion in _GATES else Outcome(problem=problem)
        answer = json_object(run.stdout) if looks_like_json(run.stdout) else None
        outcome = Outcome()
        if answer is not None:
            outcome = read_answer(heard, answer)
            specific = mapping(answer.get("hookSpecificOutput"))
            changes = kept(specific.get("modifiedInput")) or kept(answer.get("modifiedInput"))
            outcome = replace(
                outcome,
                changes=changes or outcome.changes,
                partial=changes is not None,
                reason=outcome.reason or words(answer, "stopReason"),
            )
        if run.status == 2 and occasion in _BLOCKS:
            return blocked(outcome, run.stdout if answer is None and run.stdout.strip() else run.stderr)
        if run.status != 0:
            return Outcome(problem=ended(run))
        if answer is None:
            return Outcome(context=some(run.stdout) if occasion in _PLAIN_CONTEXT else ())
        if outcome.stop and (occasion in _WORK_ON or occasion is Occasion.PROMPT):
            reason = outcome.reason or "a hook wants the work to go on"
            return replace(outcome, decision=Decision.DENY, reason=reason, stop=False)
        return outcome
