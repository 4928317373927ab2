"""The seams that this engine gives: where it asks, for each occasion. A test holds it to the code."""

from typing import Final

from sidekicks_tui.hooks.occasions import Occasion, Seam

SERVED: Final = {
    Occasion.TOOL_BEFORE: (Seam.PERMISSION, Seam.FS_READ, Seam.FS_WRITE, Seam.TERMINAL),
    Occasion.PERMISSION: (Seam.PERMISSION,),
    Occasion.PERMISSION_DENIED: (Seam.PERMISSION,),
    Occasion.PERMISSION_REPLIED: (Seam.PERMISSION,),
    Occasion.SHELL_ENV: (Seam.TERMINAL,),
    Occasion.CWD_CHANGED: (Seam.TERMINAL,),
    Occasion.FILE_EDITED: (Seam.FS_WRITE, Seam.TOOL),
    Occasion.TOOL_AFTER: (Seam.TOOL, Seam.FS_READ),
    Occasion.TOOL_FAILED: (Seam.TOOL,),
    Occasion.PROMPT: (Seam.PROMPT,),
    Occasion.PROMPT_FINAL: (Seam.PROMPT,),
    Occasion.COMMAND: (Seam.COMMAND,),
    Occasion.COMMAND_SENT: (Seam.COMMAND,),
    Occasion.COMPACT_BEFORE: (Seam.COMPACT, Seam.COMMAND),
    Occasion.COMPACT_AFTER: (Seam.COMPACT,),
    Occasion.TURN_END: (Seam.TURN_END,),
    Occasion.TURN_FAILED: (Seam.AGENT_ERROR,),
    Occasion.INTERRUPT: (Seam.CANCEL,),
    Occasion.SESSION_STATUS: (Seam.AGENT_STATE,),
    Occasion.SESSION_IDLE: (Seam.AGENT_STATE,),
    Occasion.SESSION_START: (Seam.SESSION_OPEN, Seam.PROMPT),
    Occasion.SESSION_CREATED: (Seam.SESSION_OPEN,),
    Occasion.SESSION_UPDATED: (Seam.STORE, Seam.OPTION),
    Occasion.SESSION_END: (Seam.SESSION_CLOSE,),
    Occasion.TASK_CREATED: (Seam.PLAN,),
    Occasion.TASK_COMPLETED: (Seam.PLAN,),
    Occasion.MODEL_BEFORE: (Seam.OPTION,),
    Occasion.MODEL_AFTER: (Seam.OPTION,),
    Occasion.ELICITATION: (Seam.ELICITATION,),
    Occasion.ELICITATION_RESULT: (Seam.ELICITATION,),
    Occasion.RULES_LOADED: (Seam.RULES,),
    Occasion.ANY: tuple(Seam),
}
