"""A thought: one line that says how long it took, and opens to what was thought."""

from sidekicks_tui.widgets.timeline.blocks import Block, Nested, OneRow
from sidekicks_tui.widgets.timeline.cells import clip
from sidekicks_tui.widgets.timeline.ink import DIM, Ink
from sidekicks_tui.widgets.timeline.signs import CLOSED, OPENED
from sidekicks_tui.widgets.timeline.textview import TextView
from sidekicks_tui.widgets.timeline.words import thought_label


class ThoughtView(TextView):
    """The blocks of a thought; its text is Markdown, drawn only while it is open."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__()
        self.opened = False
        self.thinking = False
        """It is what the agent does now."""
        self.seconds = seconds
        self._line: tuple[str, Block] = ("", OneRow(lambda _: []))
        self._nested: dict[int, tuple[Block, Nested]] = {}

    def turn(self) -> None:
        self.opened = not self.opened

    def advance(self, deadline: float) -> bool:
        return super().advance(deadline) if self.opened else False

    def blocks(self) -> list[Block]:
        label = f"{OPENED if self.opened else CLOSED} {thought_label(self.seconds, self.thinking)}"
        if self._line[0] != label:
            self._line = (label, OneRow(lambda width: clip([(label, DIM)], width), self.text))
        if not self.opened:
            return [self._line[1]]
        inner = super().blocks()
        self._nested = {id(block): self._nested.get(id(block)) or _nest(block) for block in inner}
        return [self._line[1], *(nested for _, nested in self._nested.values())]


def _nest(block: Block) -> tuple[Block, Nested]:
    """A block of the thought, set in; the pair keeps it alive, so that its id stays its own."""
    return block, Nested(block, [("▏ ", Ink("quote"))], "dim")
