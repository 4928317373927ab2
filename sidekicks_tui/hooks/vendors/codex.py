"""OpenAI Codex: its events as they are served here. Data alone."""

from typing import Final

from sidekicks_tui.hooks.occasions import Mode, Occasion, Seam
from sidekicks_tui.hooks.vendors.losses import (
    CALLS_MATCHED,
    COMMANDS_ALONE,
    COMPACT_TYPED,
    EXTRA_BLOCK,
    GATED_CALLS_ONLY,
    MESSAGE_TO_PERSON,
    MODEL_MAPPED,
    NO_COMPACT_START,
    NO_TRANSCRIPT,
    OWN_REJECT,
    REASON_TO_PERSON,
    RESPONSE_REBUILT,
    REWRITES_AT_SOME,
    SUBAGENT_DEAF,
    SUBAGENTS_GUESSED,
    TOOLS_DERIVED,
)
from sidekicks_tui.hooks.vendors.row import Row

ROWS: Final = (
    Row(
        "SessionStart",
        Occasion.SESSION_START,
        (Seam.SESSION_OPEN, Seam.PROMPT),
        Mode.INTERCEPT,
        matches="source",
        payload=(
            "real: session_id,cwd,hook_event_name,source(startup|resume|clear); mapped: model,"
            "permission_mode,transcript_path; absent: source=compact"
        ),
        decision=(
            "honoured: plain stdout and additionalContext (first prompt, limited by "
            "additionalContextLimit),systemMessage; continue:false not verified in the vendor text for "
            "this event (ignored with a note)"
        ),
        losses=(
            "Context is a leading text block of the first prompt and not developer context",
            COMMANDS_ALONE,
            MODEL_MAPPED,
            NO_COMPACT_START,
        ),
    ),
    Row(
        "UserPromptSubmit",
        Occasion.PROMPT,
        (Seam.PROMPT,),
        Mode.INTERCEPT,
        payload=(
            "real: session_id,cwd,turn_id(host turn id),prompt; mapped: model,permission_mode,transcript_path"
        ),
        decision=(
            "honoured: decision block/exit 2,plain stdout and additionalContext,systemMessage; "
            "continue:false not verified in the vendor text for this event (treated as block)"
        ),
        losses=(
            EXTRA_BLOCK,
            COMMANDS_ALONE,
            MODEL_MAPPED,
        ),
    ),
    Row(
        "PreToolUse",
        Occasion.TOOL_BEFORE,
        (Seam.PERMISSION, Seam.FS_READ, Seam.FS_WRITE, Seam.TERMINAL, Seam.MCP),
        Mode.INTERCEPT,
        matches="tool_name",
        payload=(
            "real: session_id,cwd,turn_id(host),tool_use_id(toolCallId at S1); mapped: tool_name(Bash|"
            "apply_patch|mcp__server__tool),tool_input({command} for Bash and apply_patch),model,"
            "permission_mode"
        ),
        decision=(
            "honoured: permissionDecision deny (non-empty reason),decision block,exit 2+stderr,allow "
            "with updatedInput at S3/S4/S23,additionalContext (queued); rejected as in the vendor: ask,"
            "approve,continue:false,stopReason,suppressOutput (hook run marked failed and the call goes "
            "on)"
        ),
        losses=(
            GATED_CALLS_ONLY,
            TOOLS_DERIVED,
            "apply_patch text is rebuilt from diff content or fs/write before/after and is not the "
            "model's own patch",
            REWRITES_AT_SOME,
            REASON_TO_PERSON,
            OWN_REJECT,
            CALLS_MATCHED,
        ),
    ),
    Row(
        "PostToolUse",
        Occasion.TOOL_AFTER,
        (Seam.TOOL, Seam.TERMINAL, Seam.MCP),
        Mode.OBSERVE,
        matches="tool_name",
        payload="real: tool_use_id,turn_id(host),cwd; mapped: tool_name,tool_input,tool_response(text)",
        decision=(
            "honoured: block/exit 2 reason (queued),additionalContext (queued),continue:false "
            "(session/cancel); result replacement at S4/S23 only; not: updatedMCPToolOutput (unsupported "
            "in the vendor as well)"
        ),
        losses=(
            "The vendor puts the block reason in place of the tool result: here it arrives with the next "
            "prompt unless the host served the call",
            TOOLS_DERIVED,
            RESPONSE_REBUILT,
            "Fires for failed calls as well, as in the vendor (Codex has no failure event)",
        ),
    ),
    Row(
        "Stop",
        Occasion.TURN_END,
        (Seam.TURN_END,),
        Mode.INTERCEPT,
        payload=(
            "real: session_id,cwd,turn_id,stop_hook_active,last_assistant_message; mapped: model,"
            "permission_mode,transcript_path"
        ),
        decision=(
            "honoured: JSON decision block+reason/exit 2 (next prompt),continue:false wins; plain text "
            "on exit 0 is invalid, as in the vendor"
        ),
        losses=(
            "The vendor continues inside the turn with a user prompt: here it is a new ACP prompt turn",
            "A cap of 8 consecutive blocks is added by the host",
            NO_TRANSCRIPT,
        ),
    ),
    Row(
        "PermissionRequest",
        Occasion.PERMISSION,
        (Seam.PERMISSION,),
        Mode.INTERCEPT,
        matches="tool_name",
        payload=(
            "real: session_id,cwd,turn_id(host); mapped: tool_name,tool_input(with description = tool title)"
        ),
        decision=(
            "honoured: decision.behavior allow/deny,any deny wins,message (to the user); "
            "updatedInput/updatedPermissions/interrupt fail closed, as in the vendor"
        ),
        losses=(
            "Fires only when the agent asks (or host policy asks at fs/terminal gates)",
            TOOLS_DERIVED,
            OWN_REJECT,
            MESSAGE_TO_PERSON,
        ),
    ),
    Row(
        "PreCompact",
        Occasion.COMPACT_BEFORE,
        (Seam.COMPACT, Seam.COMMAND),
        Mode.INTERCEPT,
        matches="trigger",
        payload="real: trigger=manual,turn_id(host); absent: trigger=auto",
        decision="honoured: continue:false stops a /compact typed in the composer; not: automatic compaction",
        losses=("Approximate: automatic compaction is not announced by ACP v1 and cannot be stopped",),
    ),
    Row(
        "PostCompact",
        Occasion.COMPACT_AFTER,
        (Seam.COMPACT,),
        Mode.OBSERVE,
        matches="trigger",
        payload="mapped: trigger",
        decision="honoured: systemMessage,continue:false (session/cancel)",
        losses=(COMPACT_TYPED,),
    ),
    Row(
        "SessionEnd",
        Occasion.SESSION_END,
        (Seam.SESSION_CLOSE,),
        Mode.OBSERVE,
        matches="reason",
        payload="real: session_id,cwd,reason=other; mapped: transcript_path,model",
        decision="none in the vendor",
        losses=(
            "Fires when the host closes the conversation: default timeout 1 s and maximum 3 s as in the "
            "vendor",
            "An agent process that dies first has no live session left to look at",
        ),
    ),
    Row(
        "SubagentStart",
        Occasion.SUBAGENT_START,
        (Seam.SUBAGENT,),
        Mode.OBSERVE,
        matches="agent_type",
        payload="mapped: agent_id,agent_type,turn_id(host)",
        decision="honoured: plain stdout/additionalContext for host-started child sessions only",
        losses=(
            SUBAGENTS_GUESSED,
            SUBAGENT_DEAF,
        ),
    ),
    Row(
        "SubagentStop",
        Occasion.SUBAGENT_STOP,
        (Seam.SUBAGENT,),
        Mode.OBSERVE,
        matches="agent_type",
        payload=(
            "mapped: agent_id,agent_type,last_assistant_message,stop_hook_active; absent: "
            "agent_transcript_path"
        ),
        decision=(
            "honoured: decision block for host-started child sessions; for inner subagents the reason is "
            "queued to the parent"
        ),
        losses=(
            SUBAGENTS_GUESSED,
            "An inner subagent has ended already: block becomes feedback",
        ),
    ),
    Row(
        "Interrupt",
        Occasion.INTERRUPT,
        (Seam.CANCEL,),
        Mode.OBSERVE,
        payload="real: session_id,cwd,turn_id(host turn id); mapped: model,permission_mode,transcript_path",
        decision=(
            "honoured: systemMessage (the vendor allows nothing else); exit 2 is an ordinary failure, as "
            "in the vendor"
        ),
        losses=(
            "Precise moment (the host sends session/cancel itself), but model and permission_mode are "
            "mapped values",
            "A turn that the agent stops by itself is not reported",
        ),
    ),
)
