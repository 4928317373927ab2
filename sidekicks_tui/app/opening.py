"""Builds the engine for a screen that is shown already."""

import asyncio
from pathlib import Path

from sidekicks_tui import locale
from sidekicks_tui.config import load
from sidekicks_tui.core.config_choice import choose
from sidekicks_tui.core.engine import Engine


async def open_engine(config: Path | None, workspace: Path | None, record: Path | None) -> Engine:
    """The engine of the configuration file that `config` names, or that is chosen without it.

    Files are read beside the event loop. Raises `ConfigError` when no configuration can be had.
    """
    return await asyncio.to_thread(_open, config, workspace, record)


def _open(config: Path | None, workspace: Path | None, record: Path | None) -> Engine:
    chosen = choose(str(config) if config else None, (workspace or Path()).absolute())
    loaded = load(chosen.path)
    if loaded.settings is not None and loaded.warnings:
        # What the file says about language holds for what is said about the file.
        locale.use(loaded.settings.language)
        loaded = load(chosen.path)
    return Engine.open(chosen, loaded, record)
