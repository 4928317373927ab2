"""The last line: the few keys that matter now, and what the conversation has used."""

from collections.abc import Sequence

from textual.content import Content

from sidekicks_tui.widgets.actions import BY_ID
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign, row
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP, Keymap
from sidekicks_tui.widgets.line import EMPTY, Line


class KeyLine(Line):
    def __init__(self) -> None:
        super().__init__()
        self.keymap: Keymap = DEFAULT_KEYMAP

    def show(self, action_ids: Sequence[str], usage: str) -> None:
        self.put(Content("   ").join(self._key(action_id) for action_id in action_ids), _muted(usage))

    def render(self) -> Content:
        # The keys go before what has been used.
        width = self.size.width
        fits = self._left.cell_length + self._right.cell_length + 3 <= width
        return row(self._left, self._right if fits else EMPTY, width)

    def _key(self, action_id: str) -> Content:
        action = BY_ID[action_id]
        key = action.shown_keys or self.keymap.first(action_id)
        return Content.assemble((key, ACCENT), " ", (action.footer, MUTED))


def _muted(text: str) -> Content:
    return foreign(text, MUTED)
