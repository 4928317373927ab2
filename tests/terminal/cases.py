"""Control sequences, and what an independent terminal shows after them."""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sidekicks_tui.terminal.emulator import Emulator, Style

_FOLDER = Path(__file__).parent.parent / "data" / "terminal"


@dataclass(frozen=True)
class Case:
    name: str
    columns: int
    rows: int
    steps: tuple[bytes | tuple[int, int], ...]
    """Bytes to feed, or a new size."""
    compared: frozenset[str]
    cells: tuple[tuple[int, int], ...]
    modes: dict[str, bool]
    reply: str
    """A pattern for what is answered; empty when that is not looked at."""
    links: tuple[tuple[int, int, str | None], ...]
    shown: dict[str, Any]
    """By what is compared: as xterm's headless build shows it."""


def read_cases() -> list[Case]:
    cases = json.loads((_FOLDER / "cases.json").read_text())
    shown = json.loads((_FOLDER / "oracle.json").read_text())
    return [_case(case, oracle) for case, oracle in zip(cases, shown, strict=True)]


def _case(case: dict[str, Any], oracle: dict[str, Any]) -> Case:
    assert case["name"] == oracle["name"]
    return Case(
        name=case["name"],
        columns=case["cols"],
        rows=case["rows"],
        steps=tuple(base64.b64decode(op[1]) if op[0] == "f" else (op[1], op[2]) for op in case["ops"]),
        compared=frozenset(case["want"]) - {"none"},
        cells=tuple(tuple(place) for place in case["cells"]),
        modes=dict(case["modes"]),
        reply=case["spec"].get("reply", ""),
        links=tuple(tuple(link) for link in case["spec"].get("link", ())),
        shown=_shown(case["spec"], oracle),
    )


def _shown(specified: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    """The oracle's screen; where it differs from the standard, the standard's."""
    text = [row.rstrip() for row in shown["text"]]
    text[: len(specified.get("text0", ()))] = specified.get("text0", ())
    columns = specified.get("cursorx", [shown["cursor"][0]])
    return shown | {"text": text, "cursor": [[column, shown["cursor"][1]] for column in columns]}


def screen_text(emulator: Emulator) -> list[str]:
    return [emulator.row(place).text.rstrip() for place in range(emulator.size[1])]


def history_text(emulator: Emulator) -> list[str]:
    """The rows that have left the screen; the sight is at the end afterwards."""
    position = emulator.position
    lines: list[str] = []
    emulator.scroll(-position.total)
    while len(lines) < position.total - position.rows:
        emulator.update()
        lines += screen_text(emulator)
        emulator.scroll(position.rows)
    emulator.scroll_to_end()
    emulator.update()
    return lines[: position.total - position.rows]


def cell(emulator: Emulator, column: int, row: int) -> dict[str, Any]:
    """As the oracle writes it: its character, width, colours and attributes."""
    at = 0
    for run in emulator.row(row).runs:
        pieces = list(run.text) if len(run.text) == run.cells else [run.text]
        for character in pieces:
            width = run.cells // len(pieces)
            if at <= column < at + width:
                return {
                    "ch": character.rstrip(" ") if at == column else "",
                    "w": width if at == column else 0,
                    "fg": _colour(run.style.foreground),
                    "bg": _colour(run.style.background),
                    "fl": _attributes(run.style),
                }
            at += width
    raise AssertionError(f"no cell {column} in {emulator.row(row)}")


def _colour(colour: object) -> object:
    return f"#{bytes(colour).hex()}" if isinstance(colour, tuple) else colour


def _attributes(style: Style) -> int:
    return sum(
        1 << place
        for place, is_set in enumerate(
            (
                style.bold,
                style.faint,
                style.italic,
                bool(style.underline),
                style.blink,
                style.inverse,
                style.invisible,
                style.strikethrough,
            )
        )
        if is_set
    )
