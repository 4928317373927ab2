"""Two themes of our own, beside Textual's: much contrast, and colours that most eyes tell apart.

Success and error are a blue green and a vermilion of different lightness, which also who sees no red or no
green tells apart; every text colour has a contrast of 4.5 at least with its background, prose of 7.
"""

from typing import Final

from textual.theme import Theme

DARK: Final = Theme(
    name="sidekicks-dark",
    primary="#56B4E9",
    secondary="#8AB8D6",
    accent="#F0C24B",
    success="#2BC9A0",
    warning="#F0C24B",
    error="#FF8A5C",
    foreground="#E8E8E4",
    background="#101214",
    surface="#1A1D20",
    panel="#24282C",
    dark=True,
)
LIGHT: Final = Theme(
    name="sidekicks-light",
    primary="#00568A",
    secondary="#33566E",
    accent="#7A4B00",
    success="#005A44",
    warning="#7A4B00",
    error="#A83200",
    foreground="#101113",
    background="#FCFCFA",
    surface="#F1F1EE",
    panel="#E6E6E1",
    dark=False,
)
THEMES: Final = (DARK, LIGHT)
