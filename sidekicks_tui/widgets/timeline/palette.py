"""The colours of the timeline: inks into styles, as the theme has them."""

from collections.abc import Callable, Mapping
from typing import Final

from rich.color import Color as RichColor
from rich.color import ColorParseError
from rich.style import Style
from textual.color import Color

from sidekicks_tui.widgets.timeline.ink import Ink

PREFIX: Final = "timeline--"

ROLES: Final[Mapping[str, str]] = {
    "text": "color: $foreground 88%;",
    "name": "color: $foreground;",
    "person": "color: $foreground;",
    "person-bar": "color: $foreground 30%;",
    "cursor": "color: $accent;",
    "dim": "color: $foreground 50%;",
    "heading": "color: $foreground;",
    "link": "color: $text-accent;",
    "quote": "color: $foreground 30%;",
    "quote-text": "color: $foreground 65%;",
    "success": "color: $text-success;",
    "warning": "color: $text-warning;",
    "error": "color: $text-error;",
    "running": "color: $foreground;",
    "path": "color: $foreground 75%;",
    "input": "color: $foreground 75%;",
    "output": "color: $foreground 70%;",
    "new": "color: $text-accent;",
    "new-rule": "color: $text-accent 40%;",
    "more": "color: $text-accent; background: $panel;",
    "match": "color: $background; background: $warning 70%;",
    "match-here": "color: $background; background: $accent;",
    "code": "color: $foreground 85%;",
    "code-ground": "background: $foreground 4%;",
    "code-inline": "color: $foreground 88%; background: $foreground 9%;",
    "code-comment": "color: $foreground 48%;",
    "code-keyword": "color: $text-primary;",
    "code-string": "color: $text-success;",
    "code-number": "color: $text-warning;",
    "code-name": "color: $foreground;",
    "code-builtin": "color: $text-secondary;",
    "added": "background: $success 14%;",
    "added-word": "background: $success 34%;",
    "sign-added": "color: $text-success;",
    "removed": "background: $error 16%;",
    "removed-word": "background: $error 40%;",
    "sign-removed": "color: $text-error;",
}
"""What each role looks like, in Textual's CSS."""


def css(widget: str) -> str:
    """The styles of all roles for the component classes of `widget`."""
    return "\n".join(f"{widget} .{PREFIX}{role} {{ {rules} }}" for role, rules in ROLES.items())


Colors = tuple[Color | None, Color | None]
"""What a role brings: the colour of its text and its ground, either with transparency."""


class Palette:
    """Styles by ink, looked up once for each.

    `foreground` and `background` are the widget's own colours; `component` gives those of a role.
    """

    def __init__(self, foreground: Color, background: Color, component: Callable[[str], Colors]) -> None:
        self._foreground = foreground
        self._background = background
        self._component = component
        self._roles: dict[str, Colors] = {}
        self._styles: dict[Ink, Style] = {}

    def style(self, ink: Ink) -> Style:
        style = self._styles.get(ink)
        if style is None:
            style = self._styles[ink] = self._mix(ink)
        return style

    def ground(self, role: str = "") -> Style:
        """What fills a row where nothing is written; the widget's own ground without a role."""
        return Style(bgcolor=_over(self._background, self._role(role)[1] if role else None).rich_color)

    def _mix(self, ink: Ink) -> Style:
        text, own_ground = self._role(ink.role)
        ground = self._background
        if ink.ground:
            ground = _over(ground, self._role(ink.ground)[1])
        ground = _over(ground, own_ground)
        style = Style(
            # mixed with the widget's own ground: a stretch on another one keeps the colour of its text
            color=_over(self._background, text or self._foreground).rich_color,
            bgcolor=ground.rich_color,
            bold=ink.bold or None,
            italic=ink.italic or None,
            underline=ink.underline or ink.role == "link" or None,
            strike=ink.strike or None,
            reverse=ink.reverse or None,
            link=ink.link or None,
        )
        if ink.color or ink.background:
            style += Style(color=_printed(ink.color), bgcolor=_printed(ink.background))
        return style

    def _role(self, role: str) -> Colors:
        if role not in self._roles:
            self._roles[role] = self._component(PREFIX + role)
        return self._roles[role]


def _over(ground: Color, upper: Color | None) -> Color:
    """`upper`, which may be transparent, on `ground`; a terminal's own colours cannot be mixed."""
    if upper is None or upper.a == 0:
        return ground
    return upper if upper.ansi is not None or ground.ansi is not None else ground + upper


def _printed(name: str) -> RichColor | None:
    try:
        return RichColor.parse(name) if name else None
    except ColorParseError:
        return None
