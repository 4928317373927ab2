"""How a scroll bar looks: a thin column that does not call for attention."""

from typing import Final

CALM_BAR: Final = (
    "scrollbar-size: 0 1; scrollbar-color: $foreground 25%; scrollbar-color-hover: $foreground 50%;"
    " scrollbar-color-active: $foreground 50%; scrollbar-background: $background;"
    " scrollbar-background-hover: $background; scrollbar-background-active: $background;"
)
"""For the CSS of a widget that scrolls."""
