"""Puts the differ under one application's compositor, if Textual is as it is known here."""

import curses
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import textual
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from rich.segment import Segment
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.driver import Driver
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from sidekicks_tui.widgets.differ.pens import RESET, Pens
from sidekicks_tui.widgets.differ.screen import Part, ScreenModel

_KNOWN_VERSION: Final = "8.2."
_AT_ONCE: Final = 256
"""Terminals take so many bytes in one read: a frame needs no marks around it to be shown whole."""


def install(app: App[Any], color_system: ColorSystem | None = None) -> ScreenModel | None:
    """Let the differ write what `app` displays. None, and nothing changed, where it cannot be trusted.

    To be called before the application runs; without `color_system`, the terminal's is used. Whoever writes
    cells on the terminal past Textual must call `forget` on the model that is returned.
    """
    if not (_is_known_version() and _known(app) and _understood()):
        return None
    if color_system is None:
        color_system = COLOR_SYSTEMS.get(app.console.color_system or "", ColorSystem.TRUECOLOR)
    colorful = _erases_in_color()
    pens = Pens(None if app.no_color else color_system, spaces_alike=colorful)
    model = ScreenModel(pens, erases_in_color=colorful)
    display = app._display
    watched: Driver | None = None

    def display_difference(screen: Screen[Any], renderable: Any) -> None:
        nonlocal watched
        driver = app._driver
        differs = isinstance(renderable, LayoutUpdate | ChopsUpdate) and not app.is_inline
        if not differs or driver is None or app._batch_count or not app._running or app.is_headless:
            display(screen, renderable)
            return
        if watched is not driver:
            watched = driver
            app.app_resume_signal.subscribe(app, lambda _: model.forget(), immediate=True)
            _reset_at_end(driver)
        _write(app, driver, model.update(parts_of(renderable), *app.size), model)
        app.post_display_hook()

    app._display = display_difference  # type: ignore[method-assign]  # the one place all output passes
    return model


def _write(app: App[Any], driver: Driver, difference: str, model: ScreenModel) -> None:
    """Write a difference, and put the cursor where input methods look for it."""
    cursor = app.screen.outer_size.clamp_offset(app.cursor_position)
    difference += model.move_cursor(*cursor)
    app._previous_cursor_position = cursor
    if not difference:
        return
    if len(difference) > _AT_ONCE:
        app._begin_update()
        driver.write(difference)
        app._end_update()
    else:
        driver.write(difference)
    driver.flush()


def _reset_at_end(driver: Driver) -> None:
    """Leave the terminal with its own pen: it stays where a frame leaves it, and others write after us."""
    stop = driver.stop_application_mode

    def stop_with_default_pen() -> None:
        driver.write(RESET)
        stop()

    driver.stop_application_mode = stop_with_default_pen  # type: ignore[method-assign]  # of this one driver


def _is_known_version() -> bool:
    """Textual says its version by reading its metadata, which takes 5 MB; the folder's name says it too."""
    packages = Path(textual.__file__).parents[1]
    found = any(packages.glob(f"textual-{_KNOWN_VERSION}*.dist-info"))
    return found or textual.__version__.startswith(_KNOWN_VERSION)


def _known(app: App[Any]) -> bool:
    names = ("_display", "_driver", "_batch_count", "_running", "_begin_update", "_end_update",
             "_previous_cursor_position")  # fmt: skip
    return all(hasattr(app, name) for name in names)


def parts_of(update: LayoutUpdate | ChopsUpdate) -> Iterator[Part]:
    """What an update writes where, as `render_segments` of Textual has it."""
    if isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in line:
                yield y, x, strip
                x += strip.cell_length
        return
    for y, start, stop in update.spans:
        for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if chop is None or x > stop or end <= start:
                continue
            yield y, x, chop if stop > x >= start and end <= stop else chop.crop(0, min(end, stop) - x)


def _understood() -> bool:
    """Whether the updates of this Textual are read rightly."""
    strip = Strip([Segment("ab")], 2)
    with suppress(AttributeError, TypeError, ValueError, KeyError):
        whole = list(parts_of(LayoutUpdate([[strip, strip]], Region(1, 2, 4, 1))))
        part = list(parts_of(ChopsUpdate([{0: strip, 2: strip}], [(0, 0, 3)], [[2, 4]])))
        return [(y, x, piece.text) for y, x, piece in [*whole, *part]] == [
            (2, 1, "ab"), (2, 3, "ab"), (0, 0, "ab"), (0, 2, "a")
        ]  # fmt: skip
    return False


def _erases_in_color() -> bool:
    """Whether erased cells take the current background here, as terminfo says.

    Inside of tmux the line that may be slow is not ours, and what it keeps of erased cells has no colour.
    """
    if os.environ.get("TMUX"):
        return False
    try:
        curses.setupterm(os.environ.get("TERM") or "dumb", fd=1)
        return curses.tigetflag("bce") > 0
    except (curses.error, OSError, ValueError):
        return False
