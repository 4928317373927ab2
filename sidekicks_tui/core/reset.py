"""The Danger zone: what is reset is kept first, as a dated copy.

Theory of operation. Each reset has a folder of its own, `copies/<date>`, laid out as Sidekicks's own folder.
Folders (histories, logs) are moved there in one step; a file is copied and synced before another takes its
place. So each thing is at any moment where it was or in the copy, and a crash loses nothing. Histories are
moved while their locks are held, all of them or none: nobody writes into what has been put away.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from sidekicks_tui.config.default import default_text
from sidekicks_tui.core.config_choice import recent_path
from sidekicks_tui.locale import _
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.model.settings import ResetChoice
from sidekicks_tui.system.files import private_folder, sync_folder, write_atomically
from sidekicks_tui.system.folders import config_folder, data_folder
from sidekicks_tui.system.lock import FileLock

_TRUSTED_HOOKS: Final = "trusted-hooks.json"
_WITH_SETTINGS: Final = (ResetChoice.SETTINGS, ResetChoice.EVERYTHING)
_WITH_ALL_HISTORY: Final = (ResetChoice.ALL_HISTORY, ResetChoice.EVERYTHING)


class Plan(Value, frozen=True, kw_only=True):
    """What a reset would put away; only what exists is in it."""

    config: Path | None
    """The configuration file, which the default one replaces."""
    files: tuple[Path, ...]
    histories: tuple[Path, ...]
    folders: tuple[Path, ...]
    copies: Path
    """The folder that takes all of it."""

    @property
    def sources(self) -> tuple[Path, ...]:
        config = (self.config,) if self.config is not None and os.path.exists(self.config) else ()  # noqa: PTH110
        return (*config, *self.files, *self.histories, *self.folders)

    def target(self, source: Path) -> Path:
        """Where `source` is put."""
        own = self.copies.parent.parent
        inside = source != self.config and source.is_relative_to(own)
        return self.copies / (source.relative_to(own) if inside else source.name)


def plan(choice: ResetChoice, config: Path, now: datetime) -> Plan:
    """What `choice` resets for the configuration file `config` (absolute). Blocks; raises `ConfigError`."""
    own = config_folder()
    files = [recent_path()] if choice in _WITH_SETTINGS else []
    folders: list[Path] = []
    histories: list[Path] = []
    if choice is ResetChoice.EVERYTHING:
        files.append(own / _TRUSTED_HOOKS)
        folders = _folders(own / "logs")
    if choice in _WITH_ALL_HISTORY:
        histories = _folders(own / "data")
    elif choice is ResetChoice.HISTORY:
        histories = [folder for folder in (data_folder(config),) if folder.is_dir()]
    return Plan(
        config=config if choice in _WITH_SETTINGS else None,
        files=tuple(file for file in files if file.is_file()),
        histories=tuple(histories),
        folders=tuple(folders),
        copies=_free(own / "copies" / now.strftime("%Y-%m-%d-%H%M%S")),
    )


def carry_out(plan: Plan, workspace: Path) -> tuple[Path, ...]:
    """Put everything away, and write the default file if that is meant; returns the copies.

    `workspace` is the built-in agent's folder in that file. Blocks. Raises `ConfigError`; its text says where
    that is which was put away already.
    """
    try:
        with _locked(plan.histories):
            return _put_away(plan, workspace)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(
            _("not everything could be reset ({reason}); what was is in {copies}").format(
                reason=reason, copies=plan.copies
            )
        ) from error


def _put_away(plan: Plan, workspace: Path) -> tuple[Path, ...]:
    sources = plan.sources
    if sources:
        private_folder(plan.copies)
        sync_folder(plan.copies.parent)
    for source in sources:
        target = plan.target(source)
        private_folder(target.parent)
        if source in plan.histories or source in plan.folders:
            source.rename(target)
            sync_folder(source.parent)
        else:
            write_atomically(target, source.read_bytes())
        sync_folder(target.parent)
    if plan.config is not None:
        private_folder(plan.config.parent)
        write_atomically(plan.config, default_text(workspace).encode())
    for file in plan.files:
        file.unlink()
    return tuple(plan.target(source) for source in sources)


@contextmanager
def _locked(histories: tuple[Path, ...]) -> Iterator[None]:
    # Late: who only looks at the command line needs no LMDB.
    from sidekicks_tui.store.integrity import LOCK_FILE

    with ExitStack() as held:
        for folder in histories:
            lock = FileLock.acquire(folder / LOCK_FILE)
            if lock is None:
                raise ConfigError(
                    _(
                        "another Sidekicks uses the history in {folder}: quit it first; nothing was reset"
                    ).format(folder=folder)
                )
            held.callback(lock.release)
        yield


def _folders(parent: Path) -> list[Path]:
    try:
        return sorted(entry for entry in parent.iterdir() if entry.is_dir())
    except OSError:
        return []


def _free(folder: Path) -> Path:
    number = 1
    free = folder
    while free.exists():
        number += 1
        free = folder.with_name(f"{folder.name}-{number}")
    return free
