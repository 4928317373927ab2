"""What is promised is what the code asks."""

import re
from pathlib import Path

import pytest

import sidekicks_tui.core.hooks as package
from sidekicks_tui.core.hooks.served import SERVED
from sidekicks_tui.hooks.occasions import Occasion, Seam

SOURCES = {
    path.name: path.read_text()
    for path in Path(package.__file__).parent.glob("*.py")
    if path.name != "served.py"
}
ASKED = re.compile(r"(?:gate|tell)\(\s*Occasion\.(\w+),\s*Seam\.(\w+)")


@pytest.mark.parametrize("occasion", [each for each in SERVED if each is not Occasion.ANY])
def test_an_occasion_that_is_served_is_asked_somewhere(occasion: Occasion) -> None:
    # The two ends of a plan entry, and the gates of a tool, are asked by name in one place for several.
    assert any(f"Occasion.{occasion.name}" in source for source in SOURCES.values())


def test_what_is_asked_is_served_at_that_seam() -> None:
    found = [each for source in SOURCES.values() for each in ASKED.findall(source)]
    assert len(found) > 20
    for occasion, seam in found:
        assert Seam[seam] in SERVED[Occasion[occasion]], (occasion, seam)


def test_each_seam_of_a_gate_is_passed() -> None:
    for seam in SERVED[Occasion.TOOL_BEFORE]:
        assert f"Seam.{seam.name}" in SOURCES["gates.py"]
