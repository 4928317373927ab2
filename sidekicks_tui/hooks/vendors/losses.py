"""What is lost in more than one event, in words."""

from typing import Final

BOTH_NAMES: Final = (
    "Tool names differ between the CLI (Bash, Write, Edit, Read) and the IDE (execute_command, "
    "write_to_file, replace_in_file, read_file): the host sends the CLI name and matches both"
)
CALLS_MATCHED: Final = (
    "terminal/create and fs/* carry no toolCallId: tool_use_id is matched to the one running call of "
    "that kind or made up by the host"
)
CHANGES_MERGED: Final = "Changes inside the debounce window merge into one event per file"
COMMANDS_ALONE: Final = (
    "When the prompt starts with / the added context waits for the next prompt so that the agent can "
    "still parse its command"
)
COMPACT_TYPED: Final = "Approximate: fires after a /compact that the person sent"
CONTEXT_LATE: Final = (
    "Context cannot enter the running turn: it is queued and sent with the next session/prompt"
)
COPILOT_TOOLS_DERIVED: Final = (
    "Copilot tool names (bash, view, edit, create, grep, glob, web_fetch, task, ask_user or Claude names "
    "for PascalCase events) are derived from ACP kind and rawInput"
)
ENGINE_ONLY: Final = (
    "WorkBuddy desktop documents no hook file: the declaration is read as CodeBuddy-engine configuration "
    "(.codebuddy/settings.json)"
)
EXTRA_BLOCK: Final = "Context is an extra text block next to the prompt"
FAILURES_SEEN: Final = "Fires on status failed or on a non-zero exit the host saw itself"
FEEDBACK_LATE: Final = "Feedback lands with the next prompt and not next to the tool result"
GATED_CALLS_ONLY: Final = (
    "Only calls that reach a host gate can be stopped: a call the agent runs itself without asking "
    "(auto/bypass mode, tools it holds safe) is seen in tool_call after it has started"
)
LEADING_BLOCK: Final = "Context is a leading text block of the first prompt"
MESSAGE_TO_PERSON: Final = "message does not reach the model"
MODEL_IDS: Final = "Model ids are the agent's option values and not the vendor's names"
MODEL_MAPPED: Final = (
    "model is the agent's option value (empty when it offers none) and permission_mode is mapped from "
    "its mode"
)
NAME_ONLY: Final = (
    "Tencent documents only the name of this event: payload fields follow Claude Code and are not verified"
)
NO_COMPACT_START: Final = "source=compact never fires on stable ACP v1"
NO_PRICES: Final = "Cache and price fields are absent"
NO_TRANSCRIPT: Final = "transcript_path is empty: a script that reads a transcript finds none"
ONLY_WHEN_ASKED: Final = "Fires only when the agent asks (or host policy asks)"
OWN_REJECT: Final = (
    "The reject option is the agent's own: on some (codex-acp patch approvals offer only abort) a deny "
    "ends the whole turn"
)
PLAN_ENTRIES: Final = "Derived from a plan entry that turns completed: a removed entry does not fire it"
REASON_TO_PERSON: Final = (
    "At session/request_permission the deny reason is shown to the user and queued for the next prompt: "
    "the model itself only learns that the call was rejected"
)
REAUTHORED: Final = (
    "The JS/TS plugin body cannot run here: the hook is re-authored as a command (JSON on stdin) without "
    "client, $ or project"
)
RESPONSE_REBUILT: Final = (
    "tool_response is rebuilt from ACP content blocks/rawOutput: vendor-specific result fields can be missing"
)
REWRITES_AT_SOME: Final = (
    "Input rewriting works at fs/write_text_file, terminal/create and the MCP proxy only: "
    "session/request_permission answers with an option id and nothing else"
)
SUBAGENTS_GUESSED: Final = (
    "Approximate: ACP v1 has no subagent events: fires for Task/Agent-like tool calls (name or _meta "
    "parentToolUseId) and precisely only for child sessions that the host itself starts"
)
SUBAGENT_DEAF: Final = "Context cannot reach a subagent inside the agent process"
TEAMMATES: Final = (
    "A teammate is any other Sidekicks session of the same workspace: teams inside an agent are not visible"
)
TOOLS_DERIVED: Final = (
    "tool_name and tool_input are derived (agent _meta tool name when present, else ACP kind + rawInput "
    "table), so a matcher can hit more or fewer tools than in the vendor"
)
WORKTREES_POLLED: Final = (
    "Polling `git worktree list --porcelain`: the moment is late by up to one interval and a "
    "create+remove inside one interval is not seen"
)
