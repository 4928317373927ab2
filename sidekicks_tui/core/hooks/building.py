"""The adapter for a configuration."""

from pathlib import Path

from sidekicks_tui.core.hooks.served import SERVED
from sidekicks_tui.hooks.adapter import HookAdapter
from sidekicks_tui.hooks.runner import Runner
from sidekicks_tui.hooks.trust import FILE_NAME, Trust
from sidekicks_tui.model.settings import Settings
from sidekicks_tui.system.folders import config_folder


def build(settings: Settings, runner: Runner) -> HookAdapter:
    """All hooks and rules that `settings` declare, mounted. Blocks."""
    adapter = empty(settings.path.absolute().parent, settings, runner)
    adapter.load(settings)
    return adapter


def empty(base: Path, settings: Settings, runner: Runner) -> HookAdapter:
    """An adapter without hooks; relative paths are seen from `base`."""
    return HookAdapter(
        served=SERVED,
        base_dir=base,
        runner=runner,
        trust=Trust(config_folder() / FILE_NAME),
        agents=settings.agents,
    )
