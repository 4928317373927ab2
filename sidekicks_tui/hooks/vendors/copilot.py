"""GitHub Copilot: its events as they are served here. Data alone."""

from typing import Final

from sidekicks_tui.hooks.occasions import Mode, Occasion, Seam
from sidekicks_tui.hooks.vendors.losses import (
    CALLS_MATCHED,
    COMMANDS_ALONE,
    CONTEXT_LATE,
    COPILOT_TOOLS_DERIVED,
    FAILURES_SEEN,
    GATED_CALLS_ONLY,
    LEADING_BLOCK,
    MESSAGE_TO_PERSON,
    NO_TRANSCRIPT,
    ONLY_WHEN_ASKED,
    OWN_REJECT,
    REASON_TO_PERSON,
    RESPONSE_REBUILT,
    REWRITES_AT_SOME,
    SUBAGENT_DEAF,
    SUBAGENTS_GUESSED,
)
from sidekicks_tui.hooks.vendors.row import Row

ROWS: Final = (
    Row(
        "preToolUse",
        Occasion.TOOL_BEFORE,
        (Seam.PERMISSION, Seam.FS_READ, Seam.FS_WRITE, Seam.TERMINAL, Seam.MCP),
        Mode.INTERCEPT,
        matches="tool_name",
        payload=(
            "real: sessionId,timestamp(ms),cwd; mapped: toolName,toolArgs (PascalCase declaration: "
            "hook_event_name,session_id,tool_name,tool_input)"
        ),
        decision=(
            "honoured: permissionDecision deny/ask/allow,exit 2 and any other non-zero exit (fail "
            "closed) deny,modifiedArgs at S3/S4/S23,additionalContext (queued),matcher anchored ^(?:P)$,"
            "timeout fails open"
        ),
        losses=(
            GATED_CALLS_ONLY,
            COPILOT_TOOLS_DERIVED,
            REWRITES_AT_SOME,
            REASON_TO_PERSON,
            OWN_REJECT,
            CALLS_MATCHED,
        ),
    ),
    Row(
        "postToolUse",
        Occasion.TOOL_AFTER,
        (Seam.TOOL, Seam.FS_READ, Seam.TERMINAL, Seam.MCP),
        Mode.OBSERVE,
        matches="tool_name",
        payload=(
            "real: sessionId,timestamp,cwd; mapped: toolName,toolArgs,toolResult{resultType,textResultForLlm}"
        ),
        decision="honoured: additionalContext (10 KB, queued),modifiedResult at S2/S4/S23 only",
        losses=(
            COPILOT_TOOLS_DERIVED,
            RESPONSE_REBUILT,
            CONTEXT_LATE,
            "modifiedResult has no effect for tools the agent runs itself",
        ),
    ),
    Row(
        "postToolUseFailure",
        Occasion.TOOL_FAILED,
        (Seam.TOOL, Seam.TERMINAL, Seam.MCP),
        Mode.OBSERVE,
        payload="mapped: toolName,toolArgs,error; real: sessionId,timestamp,cwd",
        decision="honoured: exit 2 stdout/stderr and additionalContext (queued)",
        losses=(
            COPILOT_TOOLS_DERIVED,
            CONTEXT_LATE,
            FAILURES_SEEN,
        ),
    ),
    Row(
        "preCompact",
        Occasion.COMPACT_BEFORE,
        (Seam.COMPACT, Seam.COMMAND),
        Mode.OBSERVE,
        matches="trigger",
        payload=(
            "real: trigger=manual,customInstructions,sessionId,cwd,timestamp; absent: trigger=auto; "
            "mapped: transcriptPath"
        ),
        decision="none in the vendor (notification only)",
        losses=("Approximate: automatic compaction is not announced by ACP v1, so trigger=auto never fires",),
    ),
    Row(
        "userPromptTransformed",
        Occasion.PROMPT_FINAL,
        (Seam.PROMPT,),
        Mode.INTERCEPT,
        payload=(
            "real: sessionId,timestamp,cwd,prompt,transformedPrompt(the host's final text with mentions "
            "and hook context)"
        ),
        decision=(
            "honoured: modifiedTransformedPrompt replaces the text that session/prompt carries and is "
            "stored as sent text"
        ),
        losses=(
            "The agent adds its own context after the host: the hook sees the last text of the host and "
            "not the model's final input",
            "Text blocks only: images and embedded resources are kept unchanged",
            "With several declarations they chain in order",
        ),
    ),
    Row(
        "sessionStart",
        Occasion.SESSION_START,
        (Seam.SESSION_OPEN, Seam.PROMPT),
        Mode.INTERCEPT,
        payload=(
            "real: sessionId,timestamp,cwd,source(new|resume|startup); mapped: initialPrompt(first "
            "prompt if given on the command line)"
        ),
        decision="honoured: additionalContext (first prompt); prompt-type handlers are UNSUPPORTED",
        losses=(
            LEADING_BLOCK,
            COMMANDS_ALONE,
            "One independent test found the vendor ignoring additionalContext here: the host follows the "
            "documentation",
        ),
    ),
    Row(
        "sessionEnd",
        Occasion.SESSION_END,
        (Seam.SESSION_CLOSE,),
        Mode.OBSERVE,
        payload="real: sessionId,timestamp,cwd; mapped: reason(complete|error|user_exit)",
        decision="none in the vendor",
        losses=(
            "Fires when the host closes the conversation or the agent process dies (error): timeout "
            "never fires",
            "A quit waits for the hook up to its own timeout (30 s default), capped by the host",
        ),
    ),
    Row(
        "userPromptSubmitted",
        Occasion.PROMPT,
        (Seam.PROMPT,),
        Mode.OBSERVE,
        payload="real: sessionId,timestamp,cwd,prompt",
        decision=(
            "none by the reference page (output of config-file hooks is dropped); additionalContext is "
            "dropped although the changelog of 1.0.65 says that it is read"
        ),
        losses=(
            "Vendor documents conflict on additionalContext: the default follows the reference page and "
            "drops it",
            "prompt holds the text blocks only",
        ),
    ),
    Row(
        "agentStop",
        Occasion.TURN_END,
        (Seam.TURN_END,),
        Mode.INTERCEPT,
        payload="real: sessionId,timestamp,cwd,stopReason(end_turn),stop_hook_active; mapped: transcriptPath",
        decision="honoured: decision block+reason (next prompt),8-block guard",
        losses=(
            "The forced turn is a new ACP prompt carrying the reason: the vendor uses its own "
            "continuation path",
            NO_TRANSCRIPT,
        ),
    ),
    Row(
        "subagentStart",
        Occasion.SUBAGENT_START,
        (Seam.SUBAGENT,),
        Mode.OBSERVE,
        matches="agent_type",
        payload=(
            "mapped: agentName,agentDisplayName,agentDescription(title),sessionId,cwd,timestamp; absent: "
            "transcriptPath"
        ),
        decision=(
            "honoured: additionalContext for host-started child sessions only; matcher on agentName "
            "works when rawInput names it"
        ),
        losses=(
            SUBAGENTS_GUESSED,
            SUBAGENT_DEAF,
        ),
    ),
    Row(
        "subagentStop",
        Occasion.SUBAGENT_STOP,
        (Seam.SUBAGENT,),
        Mode.OBSERVE,
        payload="mapped: agentName,agentDisplayName,stopReason; absent: transcriptPath",
        decision=(
            "honoured: decision block and modifiedResponse for host-started child sessions only; else "
            "queued feedback"
        ),
        losses=(
            SUBAGENTS_GUESSED,
            "An inner subagent's result is already with its parent",
        ),
    ),
    Row(
        "errorOccurred",
        Occasion.TURN_FAILED,
        (Seam.AGENT_ERROR,),
        Mode.OBSERVE,
        payload=(
            "real: sessionId,timestamp,cwd,error{message}; mapped: error.name,errorContext(model_call|"
            "tool_execution|system|user_input),recoverable"
        ),
        decision="none in the vendor",
        losses=(
            "errorContext and recoverable are guessed from where the error came from: JSON-RPC error, "
            "failed tool update or process exit",
        ),
    ),
    Row(
        "notification",
        Occasion.NOTIFICATION,
        (Seam.NOTIFY,),
        Mode.OBSERVE,
        matches="notification_type",
        payload=(
            "real: sessionId,timestamp,cwd,message,title,notification_type(permission_prompt,"
            "elicitation_dialog,agent_idle,agent_completed; shell_completed and shell_detached_completed "
            "for host terminals)"
        ),
        decision="honoured: additionalContext (queued),matcher on notification_type",
        losses=(
            "Shell types fire only for terminals the host runs",
            CONTEXT_LATE,
        ),
    ),
    Row(
        "permissionRequest",
        Occasion.PERMISSION,
        (Seam.PERMISSION,),
        Mode.INTERCEPT,
        matches="tool_name",
        payload="mapped: toolName,toolInput,permissionSuggestions; real: sessionId,timestamp,cwd",
        decision=(
            "honoured: behavior allow/deny,message (to the user),interrupt (session/cancel),exit 2 = "
            "deny,later hooks override earlier ones"
        ),
        losses=(
            ONLY_WHEN_ASKED,
            COPILOT_TOOLS_DERIVED,
            OWN_REJECT,
            MESSAGE_TO_PERSON,
            "An agent without a reject option can be denied only by cancelling the turn",
        ),
    ),
)
