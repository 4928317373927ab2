"""The composition root of the screen; what it needs is imported when it is run, the collector at rest."""

import asyncio
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError

if TYPE_CHECKING:
    from sidekicks_tui.app.application import SidekicksApp
    from sidekicks_tui.core.engine import Engine


def run(config: Path | None, workspace: Path | None, record: Path | None) -> int:
    """Show the screen until the person leaves; returns the exit status.

    Raises `UsageError` without a terminal, what kept the engine from being built (`SidekicksError`), and
    what else ended the screen.
    """
    _check_terminal()
    # A start makes objects that stay; looking for garbage among them takes a tenth of it.
    gc.disable()
    from sidekicks_tui.app.application import SidekicksApp

    async def open_engine() -> "Engine":
        from sidekicks_tui.app.opening import open_engine

        return await open_engine(config, workspace, record)

    return asyncio.run(show(SidekicksApp(open_engine)))


def _check_terminal() -> None:
    """Raises `UsageError` where no screen can be shown."""
    if not (sys.__stdin__ and sys.__stdin__.isatty() and sys.__stderr__ and sys.__stderr__.isatty()):
        raise UsageError(_("the screen needs a terminal; `sidekicks send` works without one"))
    if os.environ.get("TERM") == "dumb":
        raise UsageError(_("this terminal cannot show a screen (TERM=dumb); `sidekicks send` works in it"))


async def show(app: "SidekicksApp") -> int:
    """Run `app` to its end, and then its engine."""
    try:
        status = await app.run_async()
    finally:
        await app.close_engine()
    if app.failure is not None:
        raise app.failure
    return status or 0
