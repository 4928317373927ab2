"""OpenCode: its events as they are served here. Data alone."""

from typing import Final

from sidekicks_tui.hooks.occasions import Mode, Occasion, Seam
from sidekicks_tui.hooks.vendors.losses import (
    CHANGES_MERGED,
    COMPACT_TYPED,
    GATED_CALLS_ONLY,
    ONLY_WHEN_ASKED,
    OWN_REJECT,
    REASON_TO_PERSON,
    REAUTHORED,
    RESPONSE_REBUILT,
    REWRITES_AT_SOME,
    TOOLS_DERIVED,
)
from sidekicks_tui.hooks.vendors.row import Row

ROWS: Final = (
    Row(
        "tool.execute.before",
        Occasion.TOOL_BEFORE,
        (Seam.PERMISSION, Seam.FS_READ, Seam.FS_WRITE, Seam.TERMINAL, Seam.MCP),
        Mode.INTERCEPT,
        payload=(
            "mapped: tool(lowercase: bash|edit|write|read|grep|glob|webfetch|task|todowrite),sessionID,"
            "callID(toolCallId),args"
        ),
        decision='honoured: exit 2 or {"error":text} (= throw),{"args":{...}} rewrite at S3/S4/S23',
        losses=(
            REAUTHORED,
            GATED_CALLS_ONLY,
            TOOLS_DERIVED,
            REWRITES_AT_SOME,
            REASON_TO_PERSON,
            OWN_REJECT,
            "No ask in this vendor: a command may not return one",
        ),
    ),
    Row(
        "tool.execute.after",
        Occasion.TOOL_AFTER,
        (Seam.TOOL, Seam.FS_READ, Seam.TERMINAL, Seam.MCP),
        Mode.OBSERVE,
        payload="mapped: tool,sessionID,callID,args,title,output,metadata",
        decision='honoured: {"output":text} rewrite at S2/S4/S23 only; not: title',
        losses=(
            REAUTHORED,
            TOOLS_DERIVED,
            RESPONSE_REBUILT,
            "Result mutation is not possible for tools the agent runs itself",
        ),
    ),
    Row(
        "event",
        Occasion.ANY,
        (Seam.TOOL, Seam.SESSION_OPEN, Seam.SESSION_CLOSE, Seam.TURN_END, Seam.STORE),
        Mode.OBSERVE,
        payload="real: {type,properties} for every host event that has an OpenCode name in this table",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "The bus carries only the OpenCode types listed in this table plus todo.updated (from plan): "
            "pty.*, mcp.*, vcs.*, project.* and v2-only types are absent",
            "message.part.updated is throttled (one call per flush batch): one process per event is too "
            "slow otherwise",
        ),
    ),
    Row(
        "shell.env",
        Occasion.SHELL_ENV,
        (Seam.TERMINAL, Seam.SPAWN),
        Mode.INTERCEPT,
        payload="real: cwd,sessionID(at terminal/create); mapped: callID",
        decision=(
            'honoured: {"env":{...}} or KEY=VALUE lines merged into terminal/create env; and into the '
            "agent's start environment once per process"
        ),
        losses=(
            REAUTHORED,
            "An agent that runs its own shell gets the variables only at process start, the same for all "
            "its calls",
        ),
    ),
    Row(
        "permission",
        Occasion.TOOL_BEFORE,
        (Seam.PERMISSION, Seam.FS_WRITE, Seam.TERMINAL),
        Mode.INTERCEPT,
        payload="mapped: type(permission key),pattern(s)(path or command),sessionID,callID,title,metadata",
        decision=(
            "honoured: status allow|ask|deny from the table (last match wins, * and ?) and from a "
            "command (permission.ask output.status)"
        ),
        losses=(
            REAUTHORED,
            "In OpenCode this is a config table and not a hook: the table is evaluated by the host, a "
            "command form is the host's own",
            GATED_CALLS_ONLY,
            "Commands are matched as written after stripping sudo/env/timeout wrappers: shell parsing is "
            "simpler than the vendor's tree-sitter",
        ),
    ),
    Row(
        "command.executed",
        Occasion.COMMAND_SENT,
        (Seam.COMMAND,),
        Mode.OBSERVE,
        payload="real: name,arguments,sessionID; mapped: messageID(host id)",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Fires when the host sends the command: whether the agent ran it is not reported by ACP",
        ),
    ),
    Row(
        "file.edited",
        Occasion.FILE_EDITED,
        (Seam.FS_WRITE, Seam.TOOL),
        Mode.OBSERVE,
        payload="real: file(absolute)",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Fires for fs/write_text_file and for completed edit calls with locations or diffs: an agent "
            "that reports neither is covered by file.watcher.updated only",
        ),
    ),
    Row(
        "file.watcher.updated",
        Occasion.FILE_CHANGED,
        (Seam.WATCH,),
        Mode.OBSERVE,
        payload="real: file,event(add|change|unlink)",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            CHANGES_MERGED,
            "Ignore rules are the host's",
        ),
    ),
    Row(
        "installation.updated",
        Occasion.AGENT_UPGRADED,
        (Seam.AGENT_INFO,),
        Mode.OBSERVE,
        payload="real: version",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Approximate: fires when agentInfo.version differs from the last version seen for that "
            "agent, or when the host itself was upgraded: not at install time",
        ),
    ),
    Row(
        "lsp.client.diagnostics",
        Occasion.DIAGNOSTICS,
        (Seam.DIAGNOSTICS,),
        Mode.OBSERVE,
        payload="none",
        decision="none",
        losses=(
            "No seam: an ACP client host runs no language servers and ACP carries no diagnostics, and a "
            "guess from tool calls would be invented data. Way up to ADAPTED: a host-owned diagnostics "
            "provider (a configured linter per file type run after a change) could supply {serverID,path}",
        ),
    ),
    Row(
        "lsp.updated",
        Occasion.DIAGNOSTICS_UPDATED,
        (Seam.DIAGNOSTICS,),
        Mode.OBSERVE,
        payload="none",
        decision="none",
        losses=(
            "No seam: the event says that a language server's state changed and the host has none. Way "
            "up: the same host-owned diagnostics provider",
        ),
    ),
    Row(
        "message.part.removed",
        Occasion.PART_REMOVED,
        (Seam.TOOL,),
        Mode.OBSERVE,
        payload="mapped: sessionID,messageID(host id),partID(toolCallId#index)",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Approximate: ACP removes no parts: fires when a tool_call_update replaces the content array "
            "and old items are gone",
        ),
    ),
    Row(
        "message.part.updated",
        Occasion.PART_UPDATED,
        (Seam.STORE, Seam.TOOL),
        Mode.OBSERVE,
        payload="mapped: part{id,sessionID,messageID,type(text|reasoning|tool),text|state},delta",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Part ids are host ids",
            "Throttled to the host's flush batches",
            "Step, snapshot, patch and retry parts do not exist in ACP",
        ),
    ),
    Row(
        "message.removed",
        Occasion.MESSAGE_REMOVED,
        (Seam.STORE, Seam.TURN_END),
        Mode.OBSERVE,
        payload="real: sessionID,messageID(host id)",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Approximate: fires on stopReason refusal (the agent drops the prompt and all after it), on "
            "a blocked prompt and on deletion in the host's own history",
        ),
    ),
    Row(
        "message.updated",
        Occasion.MESSAGE_UPDATED,
        (Seam.STORE,),
        Mode.OBSERVE,
        payload="mapped: info{id,sessionID,role,time,error?,cost/tokens when usage_update gives them}",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Message ids are ACP messageId or host ids",
            "providerID, modelID and path fields come from the session's options and can be empty",
        ),
    ),
    Row(
        "permission.asked",
        Occasion.PERMISSION,
        (Seam.PERMISSION,),
        Mode.INTERCEPT,
        payload=(
            "mapped: id(host request id),sessionID,permission(kind key),patterns,metadata,"
            "always(allow_always offered),tool{callID}"
        ),
        decision=(
            'honoured beyond the vendor event: {"reply":once|always|reject} answers the request (in '
            "OpenCode a plugin needs the SDK client for that)"
        ),
        losses=(
            REAUTHORED,
            ONLY_WHEN_ASKED,
            "patterns are taken from rawInput and locations",
        ),
    ),
    Row(
        "permission.replied",
        Occasion.PERMISSION_REPLIED,
        (Seam.PERMISSION,),
        Mode.OBSERVE,
        payload="real: sessionID,requestID,reply(once|always|reject)",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Option ids with other meanings are folded into once, always or reject by their kind",
            "A cancelled request reports reject",
        ),
    ),
    Row(
        "server.connected",
        Occasion.AGENT_CONNECTED,
        (Seam.AGENT_INFO,),
        Mode.OBSERVE,
        payload="real: {} (empty in the vendor); extra: agentInfo",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Approximate: the host has no OpenCode server: fires when initialize with the agent has "
            "succeeded",
        ),
    ),
    Row(
        "session.created",
        Occasion.SESSION_CREATED,
        (Seam.SESSION_OPEN,),
        Mode.OBSERVE,
        payload="mapped: info{id,directory,title,time.created,parentID(host child sessions)}",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "projectID, version and share fields are absent",
            "session/load and session/resume do not fire it",
        ),
    ),
    Row(
        "session.compacted",
        Occasion.COMPACT_AFTER,
        (Seam.COMPACT,),
        Mode.OBSERVE,
        payload="real: sessionID",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            COMPACT_TYPED,
        ),
    ),
    Row(
        "session.deleted",
        Occasion.SESSION_DELETED,
        (Seam.STORE,),
        Mode.OBSERVE,
        payload="mapped: info{id,title,directory,time}",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Approximate: fires when the user deletes the conversation in the host (session/delete is "
            "sent only if the agent offers it)",
            "A session deleted by another program is not seen",
        ),
    ),
    Row(
        "session.diff",
        Occasion.SESSION_DIFF,
        (Seam.TOOL, Seam.FS_WRITE, Seam.WATCH),
        Mode.OBSERVE,
        payload="mapped: sessionID,diff[]{file,before,after,additions,deletions}",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Built at turn end from diff content and host-served writes: for a file changed by the "
            "agent's shell only path and a git-based or size-limited diff are given",
            "before is the first content the host saw in that turn",
        ),
    ),
    Row(
        "session.error",
        Occasion.TURN_FAILED,
        (Seam.AGENT_ERROR,),
        Mode.OBSERVE,
        payload="mapped: sessionID,error{name,data.message}",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "error.name is UnknownError unless the JSON-RPC code says auth, abort or output length",
            "Provider retries inside the agent are not seen",
        ),
    ),
    Row(
        "session.idle",
        Occasion.SESSION_IDLE,
        (Seam.AGENT_STATE,),
        Mode.OBSERVE,
        payload="real: sessionID",
        decision='none in the vendor (a command may return {"prompt":text}: not taken, use Stop)',
        losses=(
            REAUTHORED,
            "Fires when the session/prompt call returns and no queued prompt follows: background work "
            "inside the agent is not seen",
        ),
    ),
    Row(
        "session.status",
        Occasion.SESSION_STATUS,
        (Seam.AGENT_STATE,),
        Mode.OBSERVE,
        payload="real: sessionID,status{type: busy|idle}; absent: retry{attempt,message,next}",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "status retry never fires: ACP does not report retries",
        ),
    ),
    Row(
        "session.updated",
        Occasion.SESSION_UPDATED,
        (Seam.STORE, Seam.OPTION),
        Mode.OBSERVE,
        payload="mapped: info{id,title,directory,time.updated}; extra: changed (title|mode|model|usage)",
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Fires on changes of title, mode, model and options: share, revert and summary fields do not "
            "exist here",
        ),
    ),
    Row(
        "tui.prompt.append",
        Occasion.COMPOSER,
        (Seam.UI,),
        Mode.INTERCEPT,
        payload="real: text",
        decision='honoured: {"text":...} replaces what is put into the composer,{"cancel":true} drops it',
        losses=(
            REAUTHORED,
            "In OpenCode this is a command sent to the TUI: here it is fired when the host puts text "
            "into the composer (paste, @-mention, external editor, another hook), not for each typed key",
        ),
    ),
    Row(
        "tui.command.execute",
        Occasion.UI_COMMAND,
        (Seam.COMMAND, Seam.UI),
        Mode.OBSERVE,
        payload=(
            "mapped: command(session.new|session.list|session.interrupt|session.compact|prompt.clear|"
            "prompt.submit|agent.cycle and page/scroll names)"
        ),
        decision="none in the vendor",
        losses=(
            REAUTHORED,
            "Host commands without an OpenCode name are reported as sidekicks.<name>",
            "OpenCode names without a host command never fire",
        ),
    ),
    Row(
        "tui.toast.show",
        Occasion.TOAST,
        (Seam.UI,),
        Mode.INTERCEPT,
        payload="real: message,variant(info|success|warning|error),title,duration",
        decision='honoured: {"message":...} rewrites and {"cancel":true} suppresses the toast',
        losses=(
            REAUTHORED,
            "Host toasts only: the agent has none in ACP",
            "Toasts raised by the hook runner itself do not fire it (loop guard)",
        ),
    ),
)
