"""The same bytes, in one piece, by bytes and in random pieces, show what an independent terminal shows."""

import random
import re
from collections.abc import Callable, Iterator

import pytest

from sidekicks_tui.terminal import Emulator, new_emulator
from sidekicks_tui.terminal.emulator import Mode
from tests.terminal.cases import Case, cell, history_text, read_cases, screen_text

CASES = read_cases()
KNOWN = {("resize on alt screen, back to main", "cursor")}
"""libghostty-vt puts the cursor one column too far left there."""
_MODES: dict[str, Callable[[Emulator], bool]] = {
    "bracketed": lambda emulator: emulator.mode(Mode.BRACKETED_PASTE),
    "mouse1000": lambda emulator: emulator.takes_mouse,
    "mouse1002": lambda emulator: emulator.takes_mouse,
    "sgrmouse": lambda emulator: emulator.takes_mouse,
    "appcursor": lambda emulator: emulator.mode(Mode.APPLICATION_CURSOR),
    "focus": lambda emulator: emulator.mode(Mode.FOCUS_EVENTS),
    "cursor_visible": lambda emulator: emulator.cursor is not None,
    "altscreen": lambda emulator: emulator.on_alternate_screen,
    "sync": lambda emulator: emulator.mode(Mode.SYNCHRONIZED),
}


def whole(data: bytes) -> Iterator[bytes]:
    yield data


def by_bytes(data: bytes) -> Iterator[bytes]:
    return (data[place : place + 1] for place in range(len(data)))


def in_pieces(data: bytes) -> Iterator[bytes]:
    chance = random.Random(data)
    while data:
        size = chance.randint(1, 7)
        yield data[:size]
        data = data[size:]


@pytest.mark.parametrize("split", [whole, by_bytes, in_pieces], ids=lambda split: split.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_screen_is_that_of_an_independent_terminal(
    case: Case, split: Callable[[bytes], Iterator[bytes]]
) -> None:
    emulator = new_emulator(case.columns, case.rows)
    for step in case.steps:
        if isinstance(step, tuple):
            emulator.resize(*step)
        else:
            for piece in split(step):
                emulator.feed(piece)
    emulator.update()

    shown = {
        "text": screen_text(emulator),
        "cursor": [emulator.cursor.column, emulator.cursor.row] if emulator.cursor else None,
        "title": emulator.title,
        "cells": [cell(emulator, *place) for place in case.cells],
        "scrollback": history_text(emulator),
    }
    for each in case.compared:
        if (case.name, each) in KNOWN:
            assert shown[each] not in case.shown[each], "mended: take it from the list"
        elif each == "cursor":
            assert shown[each] in case.shown[each]
        else:
            assert shown[each] == case.shown[each], each
    for name, value in case.modes.items():
        assert _MODES[name](emulator) is value
    if case.reply:
        assert re.fullmatch(case.reply.encode(), emulator.take_replies(), re.DOTALL)
    for column, row, address in case.links:
        runs = emulator.row(row).runs
        starts = [sum(run.cells for run in runs[:place]) for place in range(len(runs))]
        run = next(r for r, start in zip(runs, starts, strict=True) if start <= column < start + r.cells)
        assert run.link == (address or "")
    emulator.close()
