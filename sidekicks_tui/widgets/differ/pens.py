"""Styles as the terminal knows them: numbered pens, and the shortest way from one to another."""

from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color, ColorSystem
from rich.style import Style

_ON: Final = {"bold": "1", "dim": "2", "italic": "3", "underline": "4", "blink": "5", "reverse": "7",
              "conceal": "8", "strike": "9", "underline2": "21"}  # fmt: skip
_OFF: Final = {"bold": "22", "dim": "22", "italic": "23", "underline": "24", "blink": "25", "reverse": "27",
               "conceal": "28", "strike": "29", "underline2": "24"}  # fmt: skip
_SEEN_ON_SPACES: Final = frozenset(("underline", "underline2", "reverse", "strike"))
_KNOWN_STYLES: Final = 8_192


class Pen(NamedTuple):
    """How a cell is written. Colours are the parameters of an SGR sequence, empty for the default."""

    foreground: str = ""
    background: str = ""
    attributes: frozenset[str] = frozenset()
    link: str = ""

    @property
    def fills(self) -> bool:
        """A space in this pen looks like an erased cell."""
        return not self.link and not self.attributes & _SEEN_ON_SPACES

    def filling(self, background: str) -> "Pen":
        """The pen nearest to this one whose spaces show `background` and nothing else."""
        return Pen(self.foreground, background, self.attributes - _SEEN_ON_SPACES)


DEFAULT: Final = Pen()
RESET: Final = "\x1b[m\x1b]8;;\x1b\\"
"""Puts the default pen in the terminal's hand, whatever it held."""


class Pens:
    """Gives each style the number of its pen. Number 0 is the terminal's own look.

    `color_system`: None where no colour is wanted.
    `spaces_alike`: spaces that look alike have one pen, whatever colour text in their place would have.
    """

    def __init__(self, color_system: ColorSystem | None, *, spaces_alike: bool) -> None:
        self.spaces_alike = spaces_alike
        self._color_system = color_system
        self._pens = [DEFAULT]
        self._numbers = {DEFAULT: 0}
        self._styles: dict[Style, int] = {}
        self._of_spaces: dict[int, int] = {}

    def of_space(self, number: int) -> int:
        """The pen of a space that a style with pen `number` holds."""
        if not self.spaces_alike:
            return number
        if number not in self._of_spaces:
            pen = self._pens[number]
            alike = Pen(background=pen.background) if pen.fills else pen
            self._of_spaces[number] = self._numbered(alike)
        return self._of_spaces[number]

    def __getitem__(self, number: int) -> Pen:
        return self._pens[number]

    def number(self, style: Style | None) -> int:
        if style is None:
            return 0
        number = self._styles.get(style)
        if number is None:
            if len(self._styles) > _KNOWN_STYLES:
                self._styles.clear()
            number = self._styles[style] = self._numbered(self._pen(style))
        return number

    def _numbered(self, pen: Pen) -> int:
        number = self._numbers.get(pen)
        if number is None:
            number = self._numbers[pen] = len(self._pens)
            self._pens.append(pen)
        return number

    def _pen(self, style: Style) -> Pen:
        link = style.link or ""
        return Pen(
            self._code(style.color, foreground=True),
            self._code(style.bgcolor, foreground=False),
            frozenset(name for name in _ON if getattr(style, name)),
            link if link.isascii() and link.isprintable() else "",
        )

    def _code(self, color: Color | None, *, foreground: bool) -> str:
        if color is None or color.is_default or self._color_system is None:
            return ""
        return ";".join(color.downgrade(self._color_system).get_ansi_codes(foreground))


@lru_cache(maxsize=4096)
def change(old: Pen, new: Pen) -> str:
    """The shortest sequence that turns `old` into `new`."""
    link = ""
    if old.link != new.link:
        link = f"\x1b]8;;{new.link}\x1b\\"
    gone = old.attributes - new.attributes
    off = {_OFF[name] for name in gone}
    stay = {name for name in new.attributes & old.attributes if _OFF[name] not in off}
    codes = [*sorted(off), *(_ON[name] for name in _ON if name in new.attributes - stay)]
    if old.foreground != new.foreground:
        codes.append(new.foreground or "39")
    if old.background != new.background:
        codes.append(new.background or "49")
    if not codes:
        return link
    full = [_ON[name] for name in _ON if name in new.attributes]
    full = [code for code in (*full, new.foreground, new.background) if code]
    anew = ";".join(["", *full]) if full else ""  # an empty parameter resets
    sgr = min(";".join(codes), anew, key=len)
    return f"{link}\x1b[{sgr}m"
