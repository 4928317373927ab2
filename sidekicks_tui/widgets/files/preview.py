"""What is read and not edited: Markdown as it is meant, the difference of two texts."""

from time import perf_counter
from typing import Final

from textual import events

from sidekicks_tui.model.messages import Diff
from sidekicks_tui.widgets.block_view import BlockView
from sidekicks_tui.widgets.timeline.blocks import Block
from sidekicks_tui.widgets.timeline.diffing import difference
from sidekicks_tui.widgets.timeline.diffview import diff_blocks
from sidekicks_tui.widgets.timeline.textview import TextView

_STEPS: Final = {"up": -1, "k": -1, "down": 1, "j": 1}
_PAGES: Final = {"pageup": -1, "pagedown": 1, "home": -1_000_000, "end": 1_000_000}


class Preview(BlockView, can_focus=True):
    DEFAULT_CSS = """
    Preview { height: 1fr; }
    """

    def on_key(self, event: events.Key) -> None:
        if (rows := _STEPS.get(event.key)) is None:
            rows = _PAGES.get(event.key, 0) * max(1, self.size.height - 1)
        if rows:
            event.stop()
            self.scroll_rows(rows)


def markdown_blocks(text: str) -> list[Block]:
    """`text`, which is Markdown, as blocks. Takes its time with a long one: not for the event loop."""
    view = TextView()
    view.add(text)
    view.finish()
    while view.advance(perf_counter() + 1):
        pass
    return view.blocks()


def difference_blocks(path: str, old: str, new: str) -> list[Block]:
    """What became of `old`; none when nothing did. Not for the event loop."""
    delta = difference(old, new)
    if not delta.hunks:
        return []
    return diff_blocks(Diff(path=path, old_text=old, new_text=new, new_file=False), delta, folded=False)
