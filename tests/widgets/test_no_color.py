"""Without colours, what stood out by its ground is reversed."""

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from sidekicks_tui.widgets.no_color import NoColor

DARK = Color.parse("#121212")


@pytest.mark.parametrize(
    ("style", "reverse"),
    [
        ("#e0e0e0 on #121212", False),
        ("#e0e0e0 on #1a1a1a", False),
        ("#121212 on #ffa62b", True),
        ("#121212 on #e0e0e0", True),
        ("reverse #e0e0e0 on #121212", True),
        ("reverse #121212 on #e0e0e0", False),
        ("reverse", True),
        ("red", False),
    ],
)
def test_only_the_ground_counts(style: str, reverse: bool) -> None:
    [segment] = NoColor().apply([Segment("x", Style.parse(f"bold {style}"))], DARK)
    assert segment.style is not None
    assert bool(segment.style.reverse) is reverse
    assert segment.style.bold
    assert all(color is None or color.is_default for color in (segment.style.color, segment.style.bgcolor))


def test_what_has_no_style_has_none() -> None:
    assert NoColor().apply([Segment("x", None)], DARK) == [Segment("x", None)]
