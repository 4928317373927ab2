"""What the person wrote: shown as it was written, long texts folded."""

from typing import Final

from sidekicks_tui.model.messages import Message
from sidekicks_tui.model.visible import visible_line
from sidekicks_tui.widgets.timeline.blocks import Block, Paragraph
from sidekicks_tui.widgets.timeline.ink import DIM, Ink
from sidekicks_tui.widgets.timeline.plain import excerpt, whole

_FIRST, _LAST = 24, 6
_INK: Final = Ink("person")


class PersonView:
    """The blocks of a message of the person; it does not change."""

    def __init__(self, message: Message) -> None:
        self.text = message.text.rstrip("\n")
        self.opened = False
        self._joined = [place.path for place in message.attachments if place.path not in self.text]
        self._blocks: list[Block] | None = None

    def turn(self) -> None:
        self.opened = not self.opened
        self._blocks = None

    def blocks(self) -> list[Block]:
        if self._blocks is None:
            if self.opened:
                self._blocks = whole(self.text, _INK, printed=False)
            else:
                self._blocks = excerpt(self.text, _FIRST, _LAST, _INK, printed=False)
            self._blocks += [Paragraph([(f"+ {visible_line(path)}", DIM)]) for path in self._joined]
        return self._blocks
