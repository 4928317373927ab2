"""Claude Code: its events as they are served here. Data alone."""

from typing import Final

from sidekicks_tui.hooks.occasions import Mode, Occasion, Seam
from sidekicks_tui.hooks.vendors.losses import (
    CALLS_MATCHED,
    CHANGES_MERGED,
    COMMANDS_ALONE,
    CONTEXT_LATE,
    FEEDBACK_LATE,
    GATED_CALLS_ONLY,
    MESSAGE_TO_PERSON,
    MODEL_IDS,
    NO_PRICES,
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
            "real: session_id,cwd,hook_event_name,source(startup|resume|clear|fork); mapped: "
            "model(config option of category model),session_title,agent_type(host agent id),"
            "transcript_path; absent: source=compact,resume extras"
        ),
        decision=(
            "honoured: additionalContext and plain stdout (leading block of the first prompt),"
            "systemMessage; not: initialUserMessage,sessionTitle,watchPaths,CLAUDE_ENV_FILE,reloadSkills "
            "(exit 2 never blocks here, as in the vendor)"
        ),
        losses=(
            "Context is a leading text block of the first prompt and not system-level context",
            COMMANDS_ALONE,
            "source=compact never fires on stable ACP v1 (compaction_update is unstable)",
            "CLAUDE_ENV_FILE is not set, and sessionTitle and initialUserMessage are ignored",
            "reloadSkills is ignored: skills belong to the agent",
        ),
    ),
    Row(
        "UserPromptSubmit",
        Occasion.PROMPT,
        (Seam.PROMPT,),
        Mode.INTERCEPT,
        payload=(
            "real: session_id,cwd,hook_event_name,prompt; mapped: transcript_path,permission_mode,prompt_id"
        ),
        decision=(
            "honoured: decision block/exit 2 (prompt never sent),reason,additionalContext and plain "
            "stdout,continue:false,systemMessage; not: sessionTitle,suppressOriginalPrompt"
        ),
        losses=(
            "Context is an extra text block next to the prompt and not a system reminder",
            COMMANDS_ALONE,
            "prompt holds the text blocks only: images and embedded resources are named, not carried",
            "permission_mode is mapped from the agent's ACP mode id: unknown ids read as default",
        ),
    ),
    Row(
        "PreToolUse",
        Occasion.TOOL_BEFORE,
        (Seam.PERMISSION, Seam.FS_READ, Seam.FS_WRITE, Seam.TERMINAL, Seam.MCP),
        Mode.INTERCEPT,
        matches="tool_name",
        payload=(
            "real: session_id,cwd,hook_event_name,tool_use_id(toolCallId at S1); mapped: tool_name,"
            "tool_input,permission_mode,transcript_path; absent: agent_id unless _meta gives a parent "
            "call"
        ),
        decision=(
            "honoured: deny/exit 2 at every gate,ask (host dialog),allow (allow_once or host runs it),"
            "updatedInput at S3/S4/S23,additionalContext (queued),deprecated approve/block; not: defer "
            "(treated as ask),updatedInput at S1"
        ),
        losses=(
            GATED_CALLS_ONLY,
            TOOLS_DERIVED,
            REWRITES_AT_SOME,
            REASON_TO_PERSON,
            OWN_REJECT,
            CONTEXT_LATE,
            CALLS_MATCHED,
            "defer is treated as ask",
            "fs/write_text_file carries the whole text: told as Write, whatever tool the agent used",
        ),
    ),
    Row(
        "PostToolUse",
        Occasion.TOOL_AFTER,
        (Seam.TOOL, Seam.FS_READ, Seam.TERMINAL, Seam.MCP),
        Mode.OBSERVE,
        matches="tool_name",
        payload=(
            "real: session_id,cwd,tool_use_id(toolCallId); mapped: tool_name,tool_input(rawInput),"
            "tool_response(rawOutput/content),duration_ms(host clock),transcript_path"
        ),
        decision=(
            "honoured: decision block/exit 2 (reason sent with the next prompt),additionalContext "
            "(queued),continue:false (session/cancel),updatedToolOutput at S2/S4/S23,"
            "updatedMCPToolOutput at S23; not: output rewriting for agent-run tools,classifierContext"
        ),
        losses=(
            FEEDBACK_LATE,
            TOOLS_DERIVED,
            RESPONSE_REBUILT,
            "updatedToolOutput is honoured only for calls the host serves (fs/read_text_file, "
            "terminal/output, MCP proxy)",
        ),
    ),
    Row(
        "Stop",
        Occasion.TURN_END,
        (Seam.TURN_END,),
        Mode.INTERCEPT,
        payload=(
            "real: session_id,cwd,stop_hook_active(host counts forced turns),"
            "last_assistant_message(joined agent_message_chunk); mapped: transcript_path,"
            "permission_mode; absent: background_tasks,session_crons"
        ),
        decision=(
            "honoured: decision block+reason/exit 2 (another session/prompt with the reason),"
            "additionalContext (continues),continue:false/stopReason (ends),cap of 8 consecutive blocks"
        ),
        losses=(
            "The forced turn is a new ACP prompt shown as host feedback: the agent sees a user message "
            "and not a system reminder",
            "Fires on stopReason end_turn, max_turn_requests and max_tokens, not on cancelled",
            NO_TRANSCRIPT,
            "background_tasks and session_crons are empty lists",
        ),
    ),
    Row(
        "SubagentStart",
        Occasion.SUBAGENT_START,
        (Seam.SUBAGENT,),
        Mode.OBSERVE,
        matches="agent_type",
        payload=(
            "mapped: agent_id(toolCallId or child session id),agent_type(rawInput.subagent_type or host "
            "agent id); real: session_id,cwd; absent: the child's own context"
        ),
        decision=(
            "honoured: additionalContext for host-started child sessions only; not: for subagents inside "
            "the agent"
        ),
        losses=(
            SUBAGENTS_GUESSED,
            "additionalContext cannot reach a subagent inside the agent process",
        ),
    ),
    Row(
        "SubagentStop",
        Occasion.SUBAGENT_STOP,
        (Seam.SUBAGENT,),
        Mode.OBSERVE,
        matches="agent_type",
        payload=(
            "mapped: agent_id,agent_type,last_assistant_message(content of the finished call),"
            "stop_hook_active(host count); absent: agent_transcript_path (except host children),"
            "background_tasks,session_crons"
        ),
        decision=(
            "honoured: decision block/additionalContext for host-started child sessions; for inner "
            "subagents the reason is queued to the parent prompt"
        ),
        losses=(
            SUBAGENTS_GUESSED,
            "A subagent inside the agent has ended when the call completes: a block becomes feedback to "
            "the parent",
        ),
    ),
    Row(
        "PostCompact",
        Occasion.COMPACT_AFTER,
        (Seam.COMPACT,),
        Mode.OBSERVE,
        matches="trigger",
        payload="mapped: trigger(manual); absent: compact_summary",
        decision="none in the vendor beyond systemMessage: honoured",
        losses=(
            "Approximate: stable ACP v1 reports no compaction: fires after a /compact that the person sent",
            "compact_summary is empty",
        ),
    ),
    Row(
        "PreCompact",
        Occasion.COMPACT_BEFORE,
        (Seam.COMPACT, Seam.COMMAND),
        Mode.INTERCEPT,
        matches="trigger",
        payload="real: trigger=manual,custom_instructions(text after /compact); absent: trigger=auto",
        decision=(
            "honoured: decision block/exit 2 for a /compact typed in the composer; not: automatic "
            "compaction inside the agent"
        ),
        losses=(
            "Approximate: automatic compaction happens inside the agent with no ACP request: never seen "
            "before it runs, so trigger=auto never fires and cannot be blocked",
            "Only command names known to mean compaction (/compact, /compress, /summarize) are recognised",
        ),
    ),
    Row(
        "SessionEnd",
        Occasion.SESSION_END,
        (Seam.SESSION_CLOSE,),
        Mode.OBSERVE,
        matches="reason",
        payload=(
            "real: session_id,cwd,reason(clear|resume|prompt_input_exit|logout|other); mapped: "
            "transcript_path"
        ),
        decision="none in the vendor (side effects only)",
        losses=(
            "Fires when the host closes, replaces or quits a conversation: an agent that dies first "
            "reports reason other",
            "Shared budget 1.5 s (raised to the longest declared timeout up to 60 s): a quit is delayed "
            "by that much",
        ),
    ),
    Row(
        "Setup",
        Occasion.SETUP,
        (Seam.SETUP,),
        Mode.INTERCEPT,
        matches="trigger",
        payload=(
            "real: trigger(init|maintenance),cwd; mapped: session_id(host id, no agent session yet),"
            "transcript_path"
        ),
        decision=(
            "honoured: additionalContext (kept for the first prompt of the next session),CLAUDE_ENV_FILE "
            "(host terminals); exit codes never block, as in the vendor"
        ),
        losses=(
            "Fires on the host's own flags (sidekicks --init-only / --init / --maintenance) and not on "
            "the vendor's CLI flags",
            "There is no agent session at that moment: session_id is a host id",
        ),
    ),
    Row(
        "InstructionsLoaded",
        Occasion.RULES_LOADED,
        (Seam.RULES,),
        Mode.OBSERVE,
        matches="load_reason",
        payload=(
            "real: file_path,memory_type(User|Project|Local|Managed),load_reason(session_start|include|"
            "path_glob_match),globs,trigger_file_path,parent_file_path"
        ),
        decision="none in the vendor (exit code ignored)",
        losses=(
            "Reports the files the host itself loads and sends, one event per file: files the agent "
            "loads on its own are not seen",
            "load_reason=compact never fires",
            "path_glob_match fires when the host sees a path through fs/* or tool locations, not at the "
            "agent's own read",
            "nested_traversal never fires",
        ),
    ),
    Row(
        "UserPromptExpansion",
        Occasion.COMMAND,
        (Seam.COMMAND,),
        Mode.INTERCEPT,
        matches="command_name",
        payload=(
            "real: command_name,command_args,prompt,expansion_type(slash_command|mcp_prompt when the "
            "name says so),command_source(host|agent)"
        ),
        decision=(
            "honoured: decision block/exit 2 (command not sent),additionalContext (deferred to the next "
            "prompt)"
        ),
        losses=(
            "The expansion itself happens inside the agent: the hook sees the typed command and its "
            "arguments, never the expanded text",
            "Fires for names listed in available_commands_update and for host commands: an unknown /word "
            "is treated as plain text",
        ),
    ),
    Row(
        "MessageDisplay",
        Occasion.DISPLAY,
        (Seam.UI,),
        Mode.INTERCEPT,
        payload="real: delta,index,final; mapped: turn_id(host turn id),message_id(ACP messageId or host id)",
        decision="honoured: displayContent (screen only, the stored message keeps the original)",
        losses=(
            "delta borders are the host's flush batches and not the vendor's",
            "The batch waits for the hook (10 s default, then the original is shown), so streaming gets "
            "slower while such a hook is mounted",
            "ACP messageId is optional: without it the message border is guessed from a change of chunk kind",
        ),
    ),
    Row(
        "PermissionRequest",
        Occasion.PERMISSION,
        (Seam.PERMISSION,),
        Mode.INTERCEPT,
        matches="tool_name",
        payload=(
            "mapped: tool_name,tool_input(rawInput),permission_suggestions(empty),permission_mode; real: "
            "session_id,cwd"
        ),
        decision=(
            "honoured: decision.behavior allow (allow_once option) / deny (reject_once option),interrupt "
            "(session/cancel),message (to the user); not: updatedInput at this seam,updatedPermissions; "
            "exit 2 ignored, as in the vendor"
        ),
        losses=(
            "Fires only when the agent asks (or when host policy asks at fs/terminal gates)",
            TOOLS_DERIVED,
            "updatedInput is not possible at this seam: honoured later only if the same call reaches "
            "fs/write or terminal/create",
            MESSAGE_TO_PERSON,
            OWN_REJECT,
            "An agent that offers no reject option can be denied only by cancelling the turn",
        ),
    ),
    Row(
        "PermissionDenied",
        Occasion.PERMISSION_DENIED,
        (Seam.PERMISSION,),
        Mode.OBSERVE,
        matches="tool_name",
        payload="mapped: tool_name,tool_input,tool_use_id,reason(host policy or hook reason)",
        decision=(
            "honoured: retry:true is queued as a note that the call may be tried again; exit code "
            "ignored, as in the vendor"
        ),
        losses=(
            "Approximate: the vendor fires it for its auto-mode classifier only: here it fires for "
            "denials by another hook",
            "retry:true reaches the model with the next prompt and not at once",
            TOOLS_DERIVED,
        ),
    ),
    Row(
        "PostToolUseFailure",
        Occasion.TOOL_FAILED,
        (Seam.TOOL, Seam.TERMINAL, Seam.MCP),
        Mode.OBSERVE,
        matches="tool_name",
        payload=(
            "real: tool_use_id,is_interrupt(turn was cancelled); mapped: tool_name,tool_input,error(text "
            "of the failed update or non-zero terminal exit),duration_ms"
        ),
        decision="honoured: additionalContext and exit-2 stderr (queued)",
        losses=(
            CONTEXT_LATE,
            TOOLS_DERIVED,
            "Fires on tool_call_update status failed: an agent that reports a failed command as "
            "completed with an error text is not recognised unless the host ran the terminal and saw the "
            "exit code",
        ),
    ),
    Row(
        "PostToolBatch",
        Occasion.TOOL_BATCH,
        (Seam.TOOL,),
        Mode.OBSERVE,
        payload=(
            "mapped: tool_calls[] (name,input,tool_use_id,response text of each call finished since the "
            "last message chunk)"
        ),
        decision=(
            "honoured: decision block/continue:false (session/cancel, reason shown and queued),"
            "additionalContext (queued)"
        ),
        losses=(
            "Approximate: ACP has no batch border: a batch closes when every open call is final and the "
            "agent next sends text, thought or a new call",
            "A block arrives as session/cancel and may lose the race with the next model call",
            TOOLS_DERIVED,
            RESPONSE_REBUILT,
        ),
    ),
    Row(
        "Notification",
        Occasion.NOTIFICATION,
        (Seam.NOTIFY,),
        Mode.OBSERVE,
        matches="notification_type",
        payload=(
            "real: message,title,notification_type(permission_prompt after 6 s,idle_prompt after 60 s,"
            "elicitation_dialog,elicitation_url_dialog,elicitation_complete,elicitation_response,"
            "auth_success,agent_needs_input,agent_completed)"
        ),
        decision=(
            "none in the vendor beyond systemMessage/terminalSequence: both honoured (terminalSequence "
            "filtered to OSC 0/1/2/9/99/777 and BEL)"
        ),
        losses=(
            "Host notifications only: the agent's own notices (ACP notice is unstable) are not seen",
            "quota_* types never fire: usage_update carries no quota",
        ),
    ),
    Row(
        "TaskCreated",
        Occasion.TASK_CREATED,
        (Seam.PLAN,),
        Mode.OBSERVE,
        payload=(
            "mapped: task_id(host id kept by content matching),task_subject(plan entry content); absent: "
            "task_description,teammate_name(set only for host sessions)"
        ),
        decision="not: roll back (decision block/exit 2 becomes queued feedback); honoured: systemMessage",
        losses=(
            "Derived by diffing whole plan updates: entries have no ids, so a reworded entry reads as "
            "one task removed and one created",
            "A block cannot cancel the task: the reason is queued for the next prompt",
            "Agents that keep their tasks in tools instead of ACP plan updates never fire it",
        ),
    ),
    Row(
        "TaskCompleted",
        Occasion.TASK_COMPLETED,
        (Seam.PLAN,),
        Mode.OBSERVE,
        payload="mapped: task_id,task_subject; absent: task_description",
        decision=(
            "not: preventing completion (exit 2 becomes feedback with the next prompt); honoured: "
            "continue:false (session/cancel)"
        ),
        losses=(
            PLAN_ENTRIES,
            "The entry is already marked completed: a block can only send the agent back to work",
        ),
    ),
    Row(
        "StopFailure",
        Occasion.TURN_FAILED,
        (Seam.AGENT_ERROR,),
        Mode.OBSERVE,
        matches="error",
        payload=(
            "mapped: error(rate_limit|overloaded|authentication_failed|max_output_tokens|server_error|"
            "unknown from JSON-RPC code, text and stopReason),error_details(error text); real: "
            "session_id,cwd"
        ),
        decision="ignored in the vendor; not: terminalSequence",
        losses=(
            "The error class is guessed from the JSON-RPC error text: most failures read as unknown",
            "Also fires when the agent process dies, which the vendor's own event cannot report",
        ),
    ),
    Row(
        "TeammateIdle",
        Occasion.TEAMMATE_IDLE,
        (Seam.AGENT_STATE,),
        Mode.INTERCEPT,
        payload="mapped: teammate_name(conversation name),team_name(workspace); real: session_id,cwd",
        decision=(
            "honoured: exit 2 (stderr is sent as the next prompt of that session),continue:false "
            "(session stays idle and is marked stopped)"
        ),
        losses=(
            TEAMMATES,
            "Keeping it at work means a new prompt turn, capped at 8 in a row",
        ),
    ),
    Row(
        "ConfigChange",
        Occasion.CONFIG_CHANGED,
        (Seam.CONFIG,),
        Mode.INTERCEPT,
        matches="source",
        payload="real: file_path; mapped: source(user_settings|project_settings|local_settings)",
        decision="honoured: decision block/exit 2 for the host (old settings stay in force)",
        losses=(
            "Covers the host's own config and the vendor files the host reads: the agent re-reads its "
            "own settings whatever the hook says",
            "source policy_settings and skills never fire",
        ),
    ),
    Row(
        "CwdChanged",
        Occasion.CWD_CHANGED,
        (Seam.SESSION_OPEN, Seam.TERMINAL),
        Mode.OBSERVE,
        payload="real: old_cwd,new_cwd",
        decision="no decision in the vendor; not: watchPaths,CLAUDE_ENV_FILE",
        losses=(
            "Approximate: an ACP session has one fixed cwd: fires when the user moves to a session of "
            "another folder, or when terminal/create names a cwd other than the last one",
            "A cd inside the agent's own shell is not seen",
        ),
    ),
    Row(
        "DirectoryAdded",
        Occasion.DIRECTORY_ADDED,
        (Seam.DIRECTORIES, Seam.SESSION_OPEN),
        Mode.OBSERVE,
        matches="source",
        payload="real: directory; mapped: source(slash_command for the host's add-folder command)",
        decision="none in the vendor",
        losses=(
            "Approximate: ACP takes additionalDirectories only when a session is opened: fires when the "
            "host adds a folder and reopens the session (session/resume or load, or a new session where "
            "the agent lacks both)",
            "source register_repo_root never fires",
            "The agent's own /add-dir is only seen as a typed command",
        ),
    ),
    Row(
        "FileChanged",
        Occasion.FILE_CHANGED,
        (Seam.WATCH, Seam.FS_WRITE),
        Mode.OBSERVE,
        matches="file_name",
        payload="real: file_path(absolute, one event per file),event(change|add|unlink)",
        decision="no decision in the vendor; not: watchPaths,CLAUDE_ENV_FILE",
        losses=(
            CHANGES_MERGED,
            "Ignored folders (.git, dependency folders, ignore rules) need an explicit watch path",
            "The host's watcher cannot tell who changed the file: writes by a hook itself are dropped by "
            "a self-trigger guard, which can hide a user edit at the same instant",
        ),
    ),
    Row(
        "WorktreeCreate",
        Occasion.WORKTREE_CREATED,
        (Seam.WORKTREES,),
        Mode.INTERCEPT,
        payload=(
            "real: name(for host-made worktrees); mapped: name(folder name for others),worktree_path,"
            "head,branch as extra fields"
        ),
        decision=(
            "honoured: stdout path and failure on any non-zero exit, for worktrees the host makes; not: "
            "worktrees made by the agent or by the user's own git"
        ),
        losses=(
            "Approximate for agent- or user-made worktrees: detected after the fact and cannot be "
            "replaced or refused",
            WORKTREES_POLLED,
        ),
    ),
    Row(
        "WorktreeRemove",
        Occasion.WORKTREE_REMOVED,
        (Seam.WORKTREES,),
        Mode.OBSERVE,
        payload="real: worktree_path; extra: last head and branch",
        decision="none in the vendor (output discarded)",
        losses=(
            WORKTREES_POLLED,
            "For a worktree removed outside the host the folder is already gone when the hook runs, so a "
            "cleanup script finds nothing",
        ),
    ),
    Row(
        "PreModelSwitch",
        Occasion.MODEL_BEFORE,
        (Seam.OPTION,),
        Mode.INTERCEPT,
        payload=(
            "real: from_model,to_model,requested_model,source(command|picker); absent: context_tokens,"
            "prompt_cache_warm,cache_ttl,estimated_cache_write_usd,pricing"
        ),
        decision=(
            "honoured: exit 2,decision block,permissionDecision allow|deny (ask is granted: the person "
            "asks), for a switch made through the host; a timeout blocks, as in the vendor"
        ),
        losses=(
            "A switch made inside the agent (config_option_update without a host request) is seen only "
            "afterwards",
            NO_PRICES,
            MODEL_IDS,
        ),
    ),
    Row(
        "PostModelSwitch",
        Occasion.MODEL_AFTER,
        (Seam.OPTION,),
        Mode.OBSERVE,
        payload=(
            "real: from_model,to_model,source(command|picker|auto when the agent reports it); absent: "
            "context_tokens,cache and price fields"
        ),
        decision="honoured: additionalContext and plain stdout (sent with the next prompt)",
        losses=(
            "source resume is not told apart from a fresh session's default",
            NO_PRICES,
            MODEL_IDS,
        ),
    ),
    Row(
        "Elicitation",
        Occasion.ELICITATION,
        (Seam.ELICITATION, Seam.MCP),
        Mode.INTERCEPT,
        matches="mcp_server_name",
        payload=(
            "real: message,mode(form|url),url,elicitation_id,requested_schema; mapped: "
            "mcp_server_name(real at the MCP proxy, else the server named by the tool call or the "
            "agent's name)"
        ),
        decision=(
            "honoured: action decline/cancel at once,exit 2 (decline),action accept+content (pre-fills "
            "the form; sent without the user only when the config says so)"
        ),
        losses=(
            "ACP says a client MUST let the user review form answers and MUST get consent for a URL: "
            "accept therefore pre-fills by default",
            "elicitation/create carries no server name: a matcher on the server is exact only behind the "
            "MCP proxy",
            "Fires for any agent question, not for MCP servers only",
            "Agents that answer MCP elicitations themselves (codex-acp declines them) never reach it",
        ),
    ),
    Row(
        "ElicitationResult",
        Occasion.ELICITATION_RESULT,
        (Seam.ELICITATION, Seam.MCP),
        Mode.INTERCEPT,
        matches="mcp_server_name",
        payload="real: action,content,mode,elicitation_id; mapped: mcp_server_name",
        decision="honoured: action/content override before it leaves,exit 2 (becomes decline)",
        losses=(
            "mcp_server_name as for Elicitation",
            "A content override is shown to the user again before it is sent unless the config says "
            "otherwise (ACP review rule)",
        ),
    ),
)
