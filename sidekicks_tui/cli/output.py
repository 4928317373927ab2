"""What commands print: for people, with foreign text made safe to show, and for programs, as it is."""

import sys
from collections.abc import Sequence

from sidekicks_tui.model.messages import encode_json
from sidekicks_tui.model.visible import visible_line


def print_json(value: object) -> None:
    """`value` on one line."""
    sys.stdout.flush()
    sys.stdout.buffer.write(encode_json(value) + b"\n")
    sys.stdout.buffer.flush()


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Rows of the same length, their columns below each other."""
    cells = [[visible_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
