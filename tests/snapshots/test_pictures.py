"""What the person sees, as pictures. `make snapshots` draws them again; look at them before you keep them."""

from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from sidekicks_tui.app.application import SidekicksApp
from sidekicks_tui.core.engine import Engine
from tests.snapshots.scenes import SCENES
from tests.support.fake_engine import FakeEngine
from tests.support.seat import Seat

WIDE, USUAL, NARROW = (120, 40), (80, 24), (40, 20)
PICTURES = [
    *((scene, WIDE, "dark") for scene in SCENES),
    *(
        (scene, USUAL, "dark")
        for scene in (
            "conversation",
            "markdown",
            "wide",
            "diff",
            "permission",
            "question",
            "panel",
            "keys",
            "agents",
        )
    ),
    *(
        (scene, NARROW, "dark")
        for scene in ("conversation", "markdown", "wide", "question", "switcher", "agents")
    ),
    *(
        (scene, WIDE, "light")
        for scene in ("conversation", "markdown", "diff", "question", "panel", "agents")
    ),
    ("conversation", USUAL, "light"),
]


def name(picture: tuple[str, tuple[int, int], str]) -> str:
    scene, (columns, rows), theme = picture
    return f"{scene}-{columns}x{rows}" + ("" if theme == "dark" else f"-{theme}")


@pytest.mark.parametrize("picture", PICTURES, ids=name)
def test_picture(picture: tuple[str, tuple[int, int], str], snap_compare: Any, tmp_path: Path) -> None:
    scene, size, theme = picture
    engine = FakeEngine(tmp_path)
    engine.config.use_theme(f"textual-{theme}")
    problem = "unknown key `agent`; did you mean `agents`?"
    if scene == "problems":
        engine.config.problem(12, 3, problem)

    async def open_engine() -> Engine:
        return cast(Engine, engine)

    async def act(pilot: Pilot[int]) -> None:
        while not engine.history.notes:
            await pilot.pause()
        seat = Seat(engine, pilot)
        await seat.settle()
        await SCENES[scene](seat)
        await seat.settle()

    assert snap_compare(SidekicksApp(open_engine), terminal_size=size, run_before=act)
