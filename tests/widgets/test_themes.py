"""Contrast as WCAG 2 has it, and what is left of two colours for eyes without one kind of cone."""

import pytest
from textual.color import Color
from textual.theme import Theme

from sidekicks_tui.widgets.themes import DARK, LIGHT, THEMES

TEXTS = ("text-primary", "text-secondary", "text-accent", "text-success", "text-warning", "text-error")
# Viénot, Brettel and Mollon 1999, on linear RGB.
DEFICIENCIES = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def colours(theme: Theme) -> dict[str, Color]:
    generated = theme.to_color_system().generate()
    return {
        name: Color.parse(value)
        for name, value in generated.items()
        if value.startswith("#") and "%" not in value
    }


def linear(color: Color) -> list[float]:
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized]


def luminance(channels: list[float]) -> float:
    red, green, blue = channels
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    light, dark = sorted((luminance(linear(one)), luminance(linear(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_what_is_read_stands_out(theme: Theme) -> None:
    found = colours(theme)
    for ground in ("background", "surface"):
        assert contrast(found["foreground"], found[ground]) >= 7
        muted = found[ground] + found["foreground"].with_alpha(0.6)
        assert contrast(muted, found[ground]) >= 4.5
        for name in TEXTS:
            assert contrast(found[name], found[ground]) >= 4.5, (name, ground)


@pytest.mark.parametrize("kind", DEFICIENCIES)
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_good_and_bad_are_told_apart_by_every_eye(theme: Theme, kind: str) -> None:
    def seen(color: Color) -> list[float]:
        return [
            sum(weight * part for weight, part in zip(row, linear(color), strict=True))
            for row in DEFICIENCIES[kind]
        ]

    found = colours(theme)
    good, bad = seen(found["text-success"]), seen(found["text-error"])
    # In cube roots, as lightness is: a difference of 0.1 is plain to see.
    difference = sum(
        (max(0.0, one) ** (1 / 3) - max(0.0, other) ** (1 / 3)) ** 2
        for one, other in zip(good, bad, strict=True)
    )
    assert difference**0.5 >= 0.1


def test_one_is_dark_and_one_is_light() -> None:
    assert DARK.dark and not LIGHT.dark
