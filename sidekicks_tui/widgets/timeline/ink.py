"""What the timeline draws with: runs of text in an ink, and the rows that they make.

An ink names what a piece of text *is* (a role: prose, a keyword, an added line), not how it looks. Rows stay
valid when the theme changes; only `Palette` knows colours.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from textual.strip import Strip


class Ink(NamedTuple):
    """How a run of text is drawn. `role` and `ground` name component classes of the timeline."""

    role: str = "text"
    ground: str = ""
    """The role whose background lies behind the text; empty for the timeline's own."""
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    reverse: bool = False
    link: str = ""
    """Where the text leads (OSC 8)."""
    color: str = ""
    """A colour that a program printed, as Rich spells it; it stands above the role's."""
    background: str = ""


Run: TypeAlias = tuple[str, Ink]
Runs: TypeAlias = list[Run]

TEXT = Ink()
DIM = Ink("dim")


class Row:
    """One row of the timeline, without its gutter. Rows are compared by identity, so keep those that last."""

    __slots__ = ("ground", "painter", "runs", "strips")

    def __init__(self, runs: Iterable[Run], ground: str = "") -> None:
        self.runs = tuple(runs)
        self.ground = ground
        """The role whose background fills the row to its end."""
        self.painter: object = None
        self.strips: dict[object, Strip] = {}
        """The row as `painter` painted it, which keeps it here so that it goes with the row."""

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.runs)


BLANK = Row(())


def reuse_rows(old: list[Row], new: list[Row]) -> list[Row]:
    """`new`, with the rows of `old` that did not change in their places: what is painted stays painted."""
    for index, (before, after) in enumerate(zip(old, new, strict=False)):
        if before.runs == after.runs and before.ground == after.ground:
            new[index] = before
    return new


def recolored(runs: Iterable[Run], role: str) -> Runs:
    """`runs` with their prose in another role."""
    return [(text, ink._replace(role=role) if ink.role == "text" else ink) for text, ink in runs]
