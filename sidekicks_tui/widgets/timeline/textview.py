"""A text part: Markdown that may still stream.

Text is taken in in slices, so that a megabyte in one chunk holds no key up. What is finished is frozen: its
blocks stay. Only the blocks of what is still open are made again, and those that come out the same stay too.
"""

from dataclasses import replace
from time import perf_counter
from typing import Final

from sidekicks_tui.model.visible import visible
from sidekicks_tui.widgets.timeline.blocks import Block
from sidekicks_tui.widgets.timeline.ink import Row, reuse_rows
from sidekicks_tui.widgets.timeline.markdown.completing import completed
from sidekicks_tui.widgets.timeline.markdown.drawing import draw
from sidekicks_tui.widgets.timeline.markdown.parsing import Environment, parse, references, snapshot
from sidekicks_tui.widgets.timeline.markdown.pieces import Code, Grid, Piece, Prose
from sidekicks_tui.widgets.timeline.markdown.splitting import Splitter

_SLICE: Final = 16_000
"""Characters that are taken in between two looks at the clock."""


class PieceBlock(Block):
    """One piece of a Markdown text."""

    __slots__ = ("_before", "_environment", "_pale", "piece")

    def __init__(self, piece: Piece, gap: int, environment: Environment, before: list[Row]) -> None:
        super().__init__(gap)
        self.piece = piece
        self._environment = environment
        self._pale = False
        self._before = before
        """The rows of the block whose place it takes: those that did not change are kept."""

    def draw(self, width: int) -> list[Row]:
        match self.piece:
            case Code(listing, first, last, partial):
                self._pale = not listing.knows(first)
                rows = listing.draw(first, last, partial, width)
            case Grid(table, count, partial):
                rows = table.draw(count, partial, width, snapshot(self._environment))
            case Prose(source, number=number):
                rows = draw(source, width, snapshot(self._environment), number)
        rows = reuse_rows(self._before, rows)
        self._before = []
        return rows

    def guess(self, width: int) -> int:
        match self.piece:
            case Code(_, first, last):
                return max(1, last - first)
            case Grid(_, count):
                return count + 2
            case Prose(source):
                return source.count("\n") + 1 + len(source) // max(1, width)

    @property
    def text(self) -> str:
        return self.piece.source

    @property
    def pale(self) -> bool:
        return self._pale

    def color(self) -> bool:
        if not isinstance(self.piece, Code):
            return True
        if not self.piece.listing.knows(self.piece.first):
            return self.piece.listing.learn()
        self._pale = False
        self.redraw()
        return True

    @property
    def drawn(self) -> list[Row]:
        return self._rows or self._before


class TextView:
    """The blocks of a Markdown text, which may grow until `finish`."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Forget all text."""
        self.finished = False
        self._text: list[str] = []
        self._waiting: list[str] = []
        self._splitter = Splitter()
        self._environment: Environment = {}
        self._held = ""
        self._frozen: list[Block] = []
        self._tail: list[Block] = []
        self._stale = False

    @property
    def text(self) -> str:
        if len(self._text) > 1:
            self._text = ["".join(self._text)]
        return self._text[0] if self._text else ""

    def add(self, text: str) -> None:
        """More text arrived; it costs nothing before `advance`."""
        self._text.append(text)
        self._waiting.append(text)

    def finish(self) -> None:
        """No more text will come."""
        if not self.finished:
            self.finished = True
            self._stale = True

    def advance(self, deadline: float) -> bool:
        """Take in what arrived, until `deadline` (of `perf_counter`) at most. False when nothing is left."""
        while self._waiting:
            waiting = "".join(self._waiting)
            self._feed(waiting[:_SLICE])
            self._waiting = [waiting[_SLICE:]] if len(waiting) > _SLICE else []
            if perf_counter() > deadline:
                break
        return bool(self._waiting)

    def blocks(self) -> list[Block]:
        """What is taken in so far."""
        if self._stale:
            self._stale = False
            complete = self.finished and not self._waiting
            if complete:
                self._splitter.feed(visible(self._held))
                self._held = ""
                self._splitter.close()
            self._freeze()
            self._draw_tail([] if complete else [_shown_meanwhile(piece) for piece in self._splitter.tail()])
        return [*self._frozen, *self._tail]

    def _feed(self, text: str) -> None:
        text = self._held + text
        self._held = "\r" if text.endswith("\r") else ""  # it may be half of a line end
        self._splitter.feed(visible(text.removesuffix("\r")))
        self._stale = True

    def _freeze(self) -> None:
        pieces = self._splitter.pieces
        for index in range(len(self._frozen), len(pieces)):
            piece = pieces[index]
            self._define(piece)
            before = self._tail[0].drawn if self._tail and isinstance(self._tail[0], PieceBlock) else []
            self._tail = self._tail[1:]
            self._frozen.append(self._block(piece, pieces[index - 1] if index else None, before))

    def _draw_tail(self, pieces: list[Piece]) -> None:
        last = self._splitter.pieces[-1] if self._splitter.pieces else None
        tail: list[Block] = []
        for index, piece in enumerate(pieces):
            old = self._tail[index] if index < len(self._tail) else None
            if isinstance(old, PieceBlock) and old.piece == piece:
                tail.append(old)
            else:
                before = old.drawn if isinstance(old, PieceBlock) else []
                tail.append(self._block(piece, last, before))
            last = piece
        self._tail = tail

    def _block(self, piece: Piece, previous: Piece | None, before: list[Row]) -> PieceBlock:
        return PieceBlock(piece, _gap(previous, piece), self._environment, before)

    def _define(self, piece: Piece) -> None:
        """A piece that defines links changes how others that may use them are drawn."""
        if not isinstance(piece, Prose) or "]:" not in piece.source:
            return
        known = len(references(self._environment))
        parse(piece.source, self._environment)
        if len(references(self._environment)) > known:
            for block in self._frozen:
                if "[" in block.text:
                    block.redraw()


def _shown_meanwhile(piece: Piece) -> Piece:
    return replace(piece, source=completed(piece.source)) if isinstance(piece, Prose) else piece


def _gap(previous: Piece | None, piece: Piece) -> int:
    """Empty rows between two pieces: where the author left one, and around what wants air."""
    if previous is None:
        return 0
    if isinstance(piece, Code) and not piece.apart:
        return 0
    airy = not isinstance(piece, Prose) or not isinstance(previous, Prose) or piece.heading
    return 1 if airy or piece.apart else 0
