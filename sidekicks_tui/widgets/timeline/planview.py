"""A plan as a list that ticks itself off: in one row where it fits, otherwise an entry a row."""

from collections.abc import Sequence

from sidekicks_tui.model.messages import PlanEntry
from sidekicks_tui.model.visible import visible_line
from sidekicks_tui.widgets.timeline.blocks import Block
from sidekicks_tui.widgets.timeline.cells import width_of, wrap
from sidekicks_tui.widgets.timeline.ink import DIM, TEXT, Row, Runs
from sidekicks_tui.widgets.timeline.signs import PLAN

_GAP = "   "


class PlanBlock(Block):
    __slots__ = ("_entries",)

    def __init__(self, entries: Sequence[PlanEntry]) -> None:
        super().__init__()
        self._entries = entries

    def draw(self, width: int) -> list[Row]:
        together: Runs = []
        for entry in self._entries:
            sign, sign_ink, ink = PLAN.get(entry.status, PLAN["pending"])
            together += [(_GAP, TEXT)] if together else []
            together += [(f"{sign} ", sign_ink), (visible_line(entry.content), ink)]
        if width_of(together) <= width:
            return [Row(together)]
        rows: list[Row] = []
        for entry in self._entries:
            sign, sign_ink, ink = PLAN.get(entry.status, PLAN["pending"])
            for index, part in enumerate(wrap([(visible_line(entry.content), ink)], max(1, width - 2))):
                rows.append(Row([("  ", DIM) if index else (f"{sign} ", sign_ink), *part]))
        return rows

    def guess(self, width: int) -> int:
        return len(self._entries)

    @property
    def text(self) -> str:
        return "\n".join(entry.content for entry in self._entries)


class PlanView:
    """The blocks of a plan part."""

    def __init__(self, entries: Sequence[PlanEntry]) -> None:
        self._block = PlanBlock(entries)

    @property
    def text(self) -> str:
        return self._block.text

    def blocks(self) -> list[Block]:
        return [self._block]
