"""The conversation as one virtual, line-drawn widget. `docs/timeline.md` tells how it works."""

from sidekicks_tui.widgets.timeline.viewport import ReadingPosition
from sidekicks_tui.widgets.timeline.widget import Timeline

__all__ = ["ReadingPosition", "Timeline"]
