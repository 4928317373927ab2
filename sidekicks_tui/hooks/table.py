"""The matrix as the documentation shows it, in Markdown."""

from collections.abc import Iterable

from sidekicks_tui.hooks.matrix import OF_ALL_ROWS, MatrixRow, Served, matrix
from sidekicks_tui.hooks.vendors import VENDORS


def markdown_table(served: Served) -> str:
    """Every event of every vendor, a table for each, with the losses that all share before them."""
    rows = matrix(served)
    parts = ["Lost in every row: " + "; ".join(map(_lower, OF_ALL_ROWS)) + "."]
    for vendor in VENDORS.values():
        own = [row for row in rows if row.result.vendor == vendor.name]
        parts.append(f"### {vendor.title} (`{vendor.name}`)\n\n{_table(own)}")
    return "\n\n".join(parts) + "\n"


def _table(rows: Iterable[MatrixRow]) -> str:
    lines = [
        "| Event | Grade | Where it acts | What it decides | What is lost |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        result = row.result
        losses = "; ".join(result.degradations) or result.reason
        where = f"{result.route}: {', '.join(result.seams)}" if result.seams else "—"
        decision = row.decision if result.mounted else ""
        cells = (f"`{result.event}`", str(result.grade), where, decision, losses)
        lines.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
    return "\n".join(lines)


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]
