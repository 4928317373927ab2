"""Tencent CodeBuddy and WorkBuddy: its events as they are served here. Data alone."""

from typing import Final

from sidekicks_tui.hooks.occasions import Mode, Occasion, Seam
from sidekicks_tui.hooks.vendors.losses import (
    BOTH_NAMES,
    CHANGES_MERGED,
    COMMANDS_ALONE,
    CONTEXT_LATE,
    ENGINE_ONLY,
    EXTRA_BLOCK,
    FAILURES_SEEN,
    FEEDBACK_LATE,
    GATED_CALLS_ONLY,
    LEADING_BLOCK,
    NAME_ONLY,
    NO_COMPACT_START,
    NO_TRANSCRIPT,
    OWN_REJECT,
    PLAN_ENTRIES,
    REASON_TO_PERSON,
    RESPONSE_REBUILT,
    REWRITES_AT_SOME,
    SUBAGENTS_GUESSED,
    TEAMMATES,
    TOOLS_DERIVED,
    WORKTREES_POLLED,
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
            "real: session_id,cwd,source(startup|resume|clear); mapped: transcript_path,permission_mode; "
            "absent: source=compact"
        ),
        decision="honoured: additionalContext and plain stdout (first prompt),systemMessage",
        losses=(
            ENGINE_ONLY,
            LEADING_BLOCK,
            COMMANDS_ALONE,
            NO_COMPACT_START,
        ),
    ),
    Row(
        "UserPromptSubmit",
        Occasion.PROMPT,
        (Seam.PROMPT,),
        Mode.INTERCEPT,
        payload="real: session_id,cwd,prompt; mapped: transcript_path,permission_mode",
        decision=(
            "honoured: continue:false (= block here),exit 2,deprecated decision block,additionalContext,"
            "plain stdout"
        ),
        losses=(
            ENGINE_ONLY,
            EXTRA_BLOCK,
            COMMANDS_ALONE,
        ),
    ),
    Row(
        "PreToolUse",
        Occasion.TOOL_BEFORE,
        (Seam.PERMISSION, Seam.FS_READ, Seam.FS_WRITE, Seam.TERMINAL, Seam.MCP),
        Mode.INTERCEPT,
        matches="tool_name",
        payload=(
            "real: session_id,cwd,tool_use_id(S1); mapped: tool_name,tool_input,permission_mode,"
            "transcript_path"
        ),
        decision=(
            "honoured: permissionDecision deny/ask/allow,exit 2 (message from stdout before stderr),"
            "modifiedInput as PARTIAL merge at S3/S4/S23,unanchored case-sensitive regex matcher; not: "
            "modifiedInput at S1"
        ),
        losses=(
            ENGINE_ONLY,
            GATED_CALLS_ONLY,
            TOOLS_DERIVED,
            BOTH_NAMES,
            REWRITES_AT_SOME,
            REASON_TO_PERSON,
            OWN_REJECT,
        ),
    ),
    Row(
        "PostToolUse",
        Occasion.TOOL_AFTER,
        (Seam.TOOL, Seam.FS_READ, Seam.TERMINAL, Seam.MCP),
        Mode.OBSERVE,
        matches="tool_name",
        payload="real: tool_use_id,cwd; mapped: tool_name,tool_input,tool_response",
        decision="honoured: additionalContext (queued),block reason (queued),updatedToolOutput at S2/S4/S23",
        losses=(
            ENGINE_ONLY,
            TOOLS_DERIVED,
            BOTH_NAMES,
            RESPONSE_REBUILT,
            FEEDBACK_LATE,
        ),
    ),
    Row(
        "Stop",
        Occasion.TURN_END,
        (Seam.TURN_END,),
        Mode.INTERCEPT,
        payload="real: session_id,cwd,stop_hook_active,last_assistant_message; mapped: transcript_path",
        decision=(
            "honoured: continue:false or exit 2 (= keep working, the reverse of Claude),"
            "reason/stopReason as the next prompt,deprecated decision block,cap 8"
        ),
        losses=(
            ENGINE_ONLY,
            "The forced turn is a new ACP prompt",
            "The cap of 8 consecutive blocks is the host's: the vendor documents none",
            NO_TRANSCRIPT,
        ),
    ),
    Row(
        "SessionEnd",
        Occasion.SESSION_END,
        (Seam.SESSION_CLOSE,),
        Mode.OBSERVE,
        matches="reason",
        payload="real: session_id,cwd,reason(clear|logout|prompt_input_exit|other); mapped: transcript_path",
        decision="none in the vendor",
        losses=(
            ENGINE_ONLY,
            "Fires when the host closes, replaces or quits the conversation",
        ),
    ),
    Row(
        "PreCompact",
        Occasion.COMPACT_BEFORE,
        (Seam.COMPACT, Seam.COMMAND),
        Mode.INTERCEPT,
        matches="trigger",
        payload="real: trigger=manual,custom_instructions; absent: trigger=auto",
        decision=(
            "honoured: exit 2 stops a typed /compact,plain stdout is appended to the /compact text as "
            "guidance (IDE rule); not: automatic compaction"
        ),
        losses=(
            ENGINE_ONLY,
            "Approximate: automatic compaction is not announced by ACP v1 and cannot be stopped or guided",
        ),
    ),
    Row(
        "PostToolUseFailure",
        Occasion.TOOL_FAILED,
        (Seam.TOOL, Seam.TERMINAL, Seam.MCP),
        Mode.OBSERVE,
        matches="tool_name",
        payload="real: tool_use_id; mapped: tool_name,tool_input,error,is_interrupt",
        decision="honoured: additionalContext (queued)",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            CONTEXT_LATE,
            TOOLS_DERIVED,
            FAILURES_SEEN,
        ),
    ),
    Row(
        "SubagentStart",
        Occasion.SUBAGENT_START,
        (Seam.SUBAGENT,),
        Mode.OBSERVE,
        matches="agent_type",
        payload="mapped: agent_id,agent_type",
        decision="honoured: additionalContext for host-started child sessions only",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            SUBAGENTS_GUESSED,
        ),
    ),
    Row(
        "SubagentStop",
        Occasion.SUBAGENT_STOP,
        (Seam.SUBAGENT,),
        Mode.OBSERVE,
        matches="agent_type",
        payload="mapped: agent_id,agent_type,stop_hook_active,last_assistant_message",
        decision=(
            "honoured: continue:false/exit 2 (= keep working) for host-started child sessions; else "
            "queued feedback"
        ),
        losses=(
            ENGINE_ONLY,
            SUBAGENTS_GUESSED,
        ),
    ),
    Row(
        "StopFailure",
        Occasion.TURN_FAILED,
        (Seam.AGENT_ERROR,),
        Mode.OBSERVE,
        matches="error",
        payload="mapped: error,error_details; real: session_id,cwd",
        decision="none",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "The error class is guessed from JSON-RPC error text and stopReason",
        ),
    ),
    Row(
        "PermissionDenied",
        Occasion.PERMISSION_DENIED,
        (Seam.PERMISSION,),
        Mode.OBSERVE,
        matches="tool_name",
        payload="mapped: tool_name,tool_input,tool_use_id,reason",
        decision="honoured: retry:true (queued note)",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "Approximate: fires for denials by another hook",
        ),
    ),
    Row(
        "TaskCreated",
        Occasion.TASK_CREATED,
        (Seam.PLAN,),
        Mode.OBSERVE,
        payload="mapped: task_id,task_subject; absent: task_description",
        decision="not: roll back (queued feedback)",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "Derived by diffing plan updates without ids: a reworded entry reads as removed and created",
        ),
    ),
    Row(
        "TaskCompleted",
        Occasion.TASK_COMPLETED,
        (Seam.PLAN,),
        Mode.OBSERVE,
        payload="mapped: task_id,task_subject",
        decision="not: preventing completion (feedback with the next prompt)",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            PLAN_ENTRIES,
        ),
    ),
    Row(
        "TeammateIdle",
        Occasion.TEAMMATE_IDLE,
        (Seam.AGENT_STATE,),
        Mode.INTERCEPT,
        payload="mapped: teammate_name,team_name; real: session_id,cwd",
        decision="honoured: exit 2 (stderr becomes the next prompt of that session)",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            TEAMMATES,
        ),
    ),
    Row(
        "FileChanged",
        Occasion.FILE_CHANGED,
        (Seam.WATCH, Seam.FS_WRITE),
        Mode.OBSERVE,
        matches="file_name",
        payload="real: file_path(one per file),event(change|add|unlink)",
        decision="honoured: watchPaths",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            CHANGES_MERGED,
            "Ignored folders need an explicit watch path",
        ),
    ),
    Row(
        "CwdChanged",
        Occasion.CWD_CHANGED,
        (Seam.SESSION_OPEN, Seam.TERMINAL),
        Mode.OBSERVE,
        payload="real: old_cwd,new_cwd",
        decision="honoured: watchPaths",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "Approximate: an ACP session has one fixed cwd: fires on a move to a session of another "
            "folder or on a new terminal/create cwd",
        ),
    ),
    Row(
        "WorktreeCreate",
        Occasion.WORKTREE_CREATED,
        (Seam.WORKTREES,),
        Mode.INTERCEPT,
        payload="real: name(host-made); extra: worktree_path,head,branch",
        decision="honoured: stdout path and failure on non-zero exit for host-made worktrees only",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "Approximate for worktrees made by others: seen after the fact",
            WORKTREES_POLLED,
        ),
    ),
    Row(
        "WorktreeRemove",
        Occasion.WORKTREE_REMOVED,
        (Seam.WORKTREES,),
        Mode.OBSERVE,
        payload="real: worktree_path; extra: last head and branch",
        decision="none",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            WORKTREES_POLLED,
        ),
    ),
    Row(
        "Setup",
        Occasion.SETUP,
        (Seam.SETUP,),
        Mode.INTERCEPT,
        matches="trigger",
        payload="real: trigger(init|maintenance),cwd",
        decision="honoured: additionalContext (kept for the next first prompt)",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "Fires on the host's own flags (sidekicks --init / --maintenance)",
        ),
    ),
    Row(
        "InstructionsLoaded",
        Occasion.RULES_LOADED,
        (Seam.RULES,),
        Mode.OBSERVE,
        matches="load_reason",
        payload="real: file_path,memory_type,load_reason(session_start|include|path_glob_match),globs",
        decision="none",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "Reports the files the host loads, one event per file: the agent's own loading is not seen",
        ),
    ),
    Row(
        "ConfigChange",
        Occasion.CONFIG_CHANGED,
        (Seam.CONFIG,),
        Mode.INTERCEPT,
        matches="source",
        payload="real: file_path; mapped: source",
        decision="honoured: decision block/exit 2 for the host",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "Covers the host's own config and the vendor files the host reads",
            "The vendor snapshots hooks at start and asks for a review of external changes: the host's "
            "trust-by-hash step plays that part",
        ),
    ),
    Row(
        "Elicitation",
        Occasion.ELICITATION,
        (Seam.ELICITATION, Seam.MCP),
        Mode.INTERCEPT,
        matches="mcp_server_name",
        payload="real: message,mode,url,elicitation_id,requested_schema; mapped: mcp_server_name",
        decision=(
            "honoured: decline/cancel at once,accept+content pre-fills the form (sent alone only when "
            "configured)"
        ),
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "ACP review and consent rules keep the user in the loop",
            "The server name is exact only behind the MCP proxy",
        ),
    ),
    Row(
        "ElicitationResult",
        Occasion.ELICITATION_RESULT,
        (Seam.ELICITATION, Seam.MCP),
        Mode.INTERCEPT,
        matches="mcp_server_name",
        payload="real: action,content,mode,elicitation_id; mapped: mcp_server_name",
        decision="honoured: action/content override,exit 2 (decline)",
        losses=(
            ENGINE_ONLY,
            NAME_ONLY,
            "A content override is shown to the user again unless configured otherwise",
        ),
    ),
)
