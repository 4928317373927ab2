"""Blocks of rows."""

from sidekicks_tui.widgets.timeline.blocks import Paragraph
from sidekicks_tui.widgets.timeline.ink import DIM


def _drawn(text: str, width: int) -> list[str]:
    return [
        "".join(piece for piece, _ in row.runs)
        for row in Paragraph([(text, DIM)], align="center").rows(width)
    ]


def test_what_is_centered_stands_left_when_it_needs_several_rows() -> None:
    assert _drawn("joined", 10)[0].startswith("  joined")
    assert [row.rstrip() for row in _drawn("it is not\navailable", 20)] == ["it is not", "available"]
