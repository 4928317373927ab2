"""The signs that tell a state beside its colour; they stand still."""

from sidekicks_tui.model.messages import ToolStatus
from sidekicks_tui.widgets.timeline.ink import Ink

CLOSED, OPENED = "▸", "▾"

TOOL = {
    ToolStatus.PENDING: ("○", Ink("dim")),
    ToolStatus.IN_PROGRESS: ("●", Ink("running")),
    ToolStatus.COMPLETED: ("✓", Ink("success")),
    ToolStatus.FAILED: ("✗", Ink("error")),
    ToolStatus.CANCELLED: ("✗", Ink("dim")),
}
PLAN = {
    "pending": ("☐", Ink("dim"), Ink("text")),
    "in_progress": ("◐", Ink("running"), Ink("text")),
    "completed": ("☑", Ink("success"), Ink("dim")),
}
