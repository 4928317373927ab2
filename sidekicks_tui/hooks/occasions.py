"""The moments at which the engine may ask hooks, whatever a vendor calls them, and where they come from."""

from enum import Enum, StrEnum


class Seam(Enum):
    """A place of an ACP client at which something can be decided or seen: its number and its name."""

    PERMISSION = ("S1", "permission.request")
    FS_READ = ("S2", "fs.read")
    FS_WRITE = ("S3", "fs.write")
    TERMINAL = ("S4", "terminal.create")
    PROMPT = ("S5", "prompt.submit")
    TURN_END = ("S6", "turn.end")
    TOOL = ("S7", "tool.update")
    SESSION_OPEN = ("S8", "session.open")
    SESSION_CLOSE = ("S9", "session.close")
    AGENT_ERROR = ("S10", "agent.error")
    AGENT_STATE = ("S11", "agent.state")
    OPTION = ("S12", "config.option")
    PLAN = ("S13", "plan.diff")
    ELICITATION = ("S14", "elicitation")
    CANCEL = ("S15", "cancel")
    COMMAND = ("S16", "composer.command")
    UI = ("S17", "ui")
    WATCH = ("S18", "workspace.watch")
    WORKTREES = ("S19", "git.worktrees")
    CONFIG = ("S20", "config.reload")
    RULES = ("S21", "rules.load")
    COMPACT = ("S22", "compact")
    MCP = ("S23", "mcp.proxy")
    SUBAGENT = ("S24", "subagent")
    NOTIFY = ("S25", "notify")
    SETUP = ("S26", "app.setup")
    SPAWN = ("S27", "spawn.env")
    DIRECTORIES = ("S28", "dirs.add")
    STORE = ("S29", "store")
    AGENT_INFO = ("S30", "agent.info")
    DIAGNOSTICS = ("diagnostics", "diagnostics")
    """Ours: a command of the configuration that looks at changed files."""

    @property
    def label(self) -> str:
        return self.value[1]


class Mode(StrEnum):
    INTERCEPT = "intercept"
    """What a hook decides takes effect."""
    OBSERVE = "observe"
    """It is told; a blocking attempt is written to the log and ignored."""


class Occasion(StrEnum):
    TOOL_BEFORE = "tool-before"
    TOOL_AFTER = "tool-after"
    TOOL_FAILED = "tool-failed"
    TOOL_BATCH = "tool-batch"
    PERMISSION = "permission"
    PERMISSION_DENIED = "permission-denied"
    PERMISSION_REPLIED = "permission-replied"
    SHELL_ENV = "shell-env"
    FILE_EDITED = "file-edited"
    PROMPT = "prompt"
    PROMPT_FINAL = "prompt-final"
    COMMAND = "command"
    COMMAND_SENT = "command-sent"
    COMPACT_BEFORE = "compact-before"
    COMPACT_AFTER = "compact-after"
    TURN_END = "turn-end"
    TURN_FAILED = "turn-failed"
    INTERRUPT = "interrupt"
    SESSION_STATUS = "session-status"
    SESSION_IDLE = "session-idle"
    TEAMMATE_IDLE = "teammate-idle"
    SESSION_START = "session-start"
    SESSION_CREATED = "session-created"
    SESSION_UPDATED = "session-updated"
    SESSION_END = "session-end"
    SESSION_DELETED = "session-deleted"
    SESSION_DIFF = "session-diff"
    SUBAGENT_START = "subagent-start"
    SUBAGENT_STOP = "subagent-stop"
    TASK_CREATED = "task-created"
    TASK_COMPLETED = "task-completed"
    MODEL_BEFORE = "model-before"
    MODEL_AFTER = "model-after"
    ELICITATION = "elicitation"
    ELICITATION_RESULT = "elicitation-result"
    MESSAGE_UPDATED = "message-updated"
    MESSAGE_REMOVED = "message-removed"
    PART_UPDATED = "part-updated"
    PART_REMOVED = "part-removed"
    AGENT_CONNECTED = "agent-connected"
    AGENT_UPGRADED = "agent-upgraded"
    CONFIG_CHANGED = "config-changed"
    RULES_LOADED = "rules-loaded"
    CWD_CHANGED = "cwd-changed"
    DIRECTORY_ADDED = "directory-added"
    FILE_CHANGED = "file-changed"
    WORKTREE_CREATED = "worktree-created"
    WORKTREE_REMOVED = "worktree-removed"
    NOTIFICATION = "notification"
    SETUP = "setup"
    DISPLAY = "display"
    COMPOSER = "composer"
    UI_COMMAND = "ui-command"
    TOAST = "toast"
    DIAGNOSTICS = "diagnostics"
    DIAGNOSTICS_UPDATED = "diagnostics-updated"
    ANY = "any"
    """All others that the vendor has a name for."""
