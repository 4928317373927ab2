"""Every number of the contract, with its default, in one place.

Times are in seconds, sizes in bytes, unless a name says otherwise.
"""

from typing import Final

KB: Final = 1024
MB: Final = 1024 * 1024

# Agents
MAX_RUNNING_AGENTS: Final = 4
MAX_RUNNING_AGENTS_RANGE: Final = (1, 64)
STOP_IDLE_AGENTS_AFTER: Final = 15 * 60.0
IDLE_CHECK_EVERY: Final = 30.0
HANDSHAKE_TIMEOUT: Final = 30.0
"""Counted from the agent's last sign of life on standard error (a first start may download)."""
START_TIMEOUT: Final = 5 * 60.0
"""A start may take no longer than this, whatever the agent prints."""
PROTOCOL_VERSION: Final = 1
STOP_STDIN_GRACE: Final = 5.0
"""From closing an agent's standard input to SIGTERM for its group."""
STOP_TERM_GRACE: Final = 3.0
"""From SIGTERM to SIGKILL."""
CANCEL_OFFER_STOP_AFTER: Final = 10.0
"""An agent that ignores a cancel for this long may be stopped instead."""
LOGIN_TIMEOUT: Final = 5 * 60.0
"""An agent may wait this long for the person to log in (in a browser, say)."""
AGENT_NAME_LENGTH: Final = 32
LOG_LINES: Final = 200
PENDING_LOG_LINES: Final = 2000
"""Lines of one agent that wait for a slow reader; the oldest of more are counted, not kept."""
LOG_FILE_SIZE: Final = 1 * MB
LOG_FILE_SIZE_RANGE: Final = (16 * KB, 1024 * MB)
LOG_LINE_LENGTH: Final = 4 * KB
ERROR_LOG_LINES: Final = 8
"""Last lines of standard error that follow the reason of a failed start."""

# The wire
WIRE_LINE_SIZE: Final = 8 * MB
"""A longer line from an agent is refused, and told. Decoding one of this size takes the loop 8 ms."""

# Channels
CHANNEL_NAME_LENGTH: Final = 64
CATCH_UP_MESSAGES: Final = 20
CATCH_UP_LENGTH: Final = 1500
"""Characters of each message that an agent has not seen."""
PAGE_MESSAGES: Final = 100
PAGE_SIZE: Final = 4 * MB
"""A page of messages ends early when it holds this much."""
TOOL_OUTPUT_SIZE: Final = 4 * MB
"""Characters of a tool call's output that are kept: its beginning and its end."""

# Joined files
ATTACHMENTS_PER_MESSAGE: Final = 10
ATTACHMENT_SIZE: Final = 5 * MB
EMBEDDED_TEXT_SIZE: Final = 1 * MB

# Workspaces
EDITABLE_SIZE: Final = 1 * MB
WATCH_QUIET: Final = 0.5
POLL_EVERY: Final = 2.0

# Terminals
TERMINAL_OUTPUT_EVERY: Final = 0.016
TERMINAL_OUTPUT_SIZE: Final = 32 * KB
TERMINAL_CLOSE_GRACE: Final = 1.0
TERMINAL_SCROLLBACK_LINES: Final = 10_000
AGENT_TERMINAL_OUTPUT_SIZE: Final = 1 * MB
"""Kept of what an agent's terminal prints, when the agent names no limit of its own."""

# Configuration
CONFIG_SIZE: Final = 1 * MB
RECENT_FILES: Final = 8

# The screen
PERMISSION_PAUSE: Final = 0.3
"""No key counts for this long after one permission request has taken the place of another."""
