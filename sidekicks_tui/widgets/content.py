"""Content made of foreign text: shown as it is, on one line, never as markup."""

from typing import Final

from textual.content import Content

from sidekicks_tui.model.visible import visible_line

ACCENT: Final = "$text-accent"
"""What one can act on, and what wants the person."""
MUTED: Final = "$foreground 60%"
"""What stands around the text."""
FAINT: Final = "$foreground 25%"
"""Lines."""
ERROR: Final = "$text-error"


def foreign(text: str, style: str = "") -> Content:
    """`text` literally, its control characters made visible; `style` as Textual's CSS writes it."""
    return Content.styled(visible_line(text), style)


def marked(text: str, positions: tuple[int, ...], style: str, mark: str) -> Content:
    """`foreign` with the characters at `positions` in another style."""
    content = foreign(text, style)
    if len(content.plain) == len(text):
        for place in positions:
            content = content.stylize(mark, place, place + 1)
    return content


def row(left: Content, right: Content, width: int) -> Content:
    """One line of `width` cells: `left` gives way to `right`, which stands at the end."""
    right = right.truncate(max(0, width), ellipsis=True)
    space = width - right.cell_length
    gap = 1 if right and space > 0 else 0
    left = left.truncate(max(0, space - gap), ellipsis=True)
    return Content.assemble(left, " " * (space - left.cell_length), right)
