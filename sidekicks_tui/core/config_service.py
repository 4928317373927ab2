"""The configuration in force, its file, and what happens when the file changes.

A valid file takes effect at once: `settings` is exchanged, everybody who reacts has finished, and then the
bus tells. An invalid one changes nothing that runs; only its problems are told.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from sidekicks_tui.config import Loaded, check, load, read_text, schema
from sidekicks_tui.core import reset
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.config_choice import Chosen, absolute, choose_again, recent_files, remember
from sidekicks_tui.core.succession import Change, Owner, Succession
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import ConfigError, UsageError
from sidekicks_tui.model.events import ConfigChanged
from sidekicks_tui.model.settings import ConfigStatus, Problem, ResetChoice, Settings
from sidekicks_tui.system.files import write_atomically
from sidekicks_tui.system.watch import folder_changes

if TYPE_CHECKING:
    from sidekicks_tui.config.agent_file import AgentFile
    from sidekicks_tui.config.compose import Compose
    from sidekicks_tui.config.sandbox_env import SandboxEnv

Reaction: TypeAlias = Callable[[Settings, Settings], Awaitable[None]]
"""Called with the old and the new settings."""
_VANISHED: Final = 0.5
"""Seconds that an editor may take between taking the file away and putting the new one in its place."""


class ConfigService:
    def __init__(self, chosen: Chosen, loaded: Loaded, bus: Bus) -> None:
        """`loaded` is what `load(chosen.path)` found. Without valid settings, those of an empty file hold."""
        self.history_problem = ""
        """Why the history lives in memory; whoever opened it says so here."""
        self._chosen = chosen
        self._loaded = loaded
        self._settings = loaded.settings or Settings(path=chosen.path)
        self._bus = bus
        self._reactions: list[Reaction] = []
        self._turn = asyncio.Lock()
        self._owner: Owner | None = None

    @property
    def settings(self) -> Settings:
        """The settings in force: those of the last valid file."""
        return self._settings

    def current(self) -> ConfigStatus:
        return ConfigStatus(
            path=str(self._chosen.path),
            source=self._chosen.source,
            created=self._chosen.created,
            valid=self._loaded.settings is not None,
            problems=self._loaded.problems,
            warnings=self._loaded.warnings,
            theme=self._settings.theme,
            language=self._settings.language,
            history_problem=self.history_problem,
        )

    def content(self) -> str:
        """The text of the file as it was read last."""
        return self._loaded.text

    def recent(self) -> tuple[str, ...]:
        """The files that were opened, the last one first."""
        return tuple(map(str, recent_files()))

    def schema(self) -> dict[str, object]:
        return schema()

    async def validate(self, text: str) -> tuple[Problem, ...]:
        """Every problem and warning of `text` as the content of the file."""
        _settings, problems = await self.read(text)
        return problems

    async def read(self, text: str) -> tuple[Settings | None, tuple[Problem, ...]]:
        """What `text` would mean as the content of the file (None: it is invalid), and what is told of it."""
        return await asyncio.to_thread(check, text, self._chosen.path)

    async def save(self, text: str, base: str | None = None) -> tuple[Problem, ...]:
        """Write `text` and let it take effect; with problems, answer with them and write nothing.

        Raises `ConfigError` when the file cannot be written, or is no longer what the change began with:
        `base`, or what was read last.
        """
        settings, found = await asyncio.to_thread(check, text, self._chosen.path)
        if settings is None:
            return tuple(problem for problem in found if not problem.warning)
        async with self._turn:
            await asyncio.to_thread(
                _write, self._chosen.path, text, self._loaded.text if base is None else base
            )
            await self._read()
        return ()

    async def open(self, path: str) -> None:
        """End everything of this file, its history too; begin with the file at `path`, which is remembered.

        Raises `ConfigError`, and ends nothing, when it cannot be read.
        """
        chosen = await asyncio.to_thread(choose_again, path, self._chosen)
        await self._succeed(lambda: _remembered(chosen))

    async def plan_reset(self, choice: ResetChoice) -> reset.Plan:
        """What `reset` would put where."""
        return await asyncio.to_thread(reset.plan, choice, self._chosen.path, datetime.now())

    async def reset(self, choice: ResetChoice) -> tuple[Path, ...]:
        """End everything, keep a dated copy of what `choice` names, and begin anew; returns the copies.

        Raises `ConfigError` when it cannot be done; then what was not put away is as it was.
        """
        plan = await self.plan_reset(choice)
        succession = await self._succeed(lambda: _reset(self._chosen, plan))
        if succession.problem:
            raise ConfigError(succession.problem)
        return succession.copies

    async def read_compose(self, path: str) -> "Compose":
        """The services of a Docker Compose file. Raises `ConfigError`, as the others do."""
        from sidekicks_tui.config.compose import read_compose

        return await asyncio.to_thread(read_compose, absolute(path))

    async def read_sandbox_env(self, path: str) -> "SandboxEnv":
        """The sandbox of an sbx environment file."""
        from sidekicks_tui.config.sandbox_env import read_sandbox_env

        return await asyncio.to_thread(read_sandbox_env, absolute(path))

    async def read_agent_config(self, path: str) -> "AgentFile":
        """The agent of its own configuration file."""
        from sidekicks_tui.config.agent_file import read_agent_config

        return await asyncio.to_thread(read_agent_config, absolute(path))

    def when_succeeded(self, owner: Owner) -> None:
        """`owner` has the engine: it ends this one and goes on with the next when another file is opened."""
        self._owner = owner

    async def _succeed(self, change: Change) -> Succession:
        if self._owner is None:
            raise UsageError(
                _("nobody is there to go on with the next engine: start Sidekicks with --config")
            )
        return await self._owner(change)

    def when_changed(self, reaction: Reaction) -> None:
        """`reaction` is awaited after each change of the settings, before the bus tells of it."""
        self._reactions.append(reaction)

    async def reload(self) -> None:
        """Read the file again, and let it take effect if it is valid."""
        async with self._turn:
            await self._read()

    async def watch(self) -> None:
        """Follow the file for ever, wherever its links lead. Raises `ConfigError` when that is impossible."""
        path = self._chosen.path
        while True:
            try:
                folders = await asyncio.to_thread(_folders, path)
                async with aclosing(folder_changes(folders)) as changes:
                    async for _change in changes:
                        await self._follow()
                        if await asyncio.to_thread(_folders, path) != folders:
                            break
            except FileNotFoundError:
                # It went between the look and the watch: look again.
                await asyncio.sleep(_VANISHED)
            except OSError as error:
                raise ConfigError(
                    _(
                        "changes of the configuration file are not followed ({reason}): restart to apply one"
                    ).format(reason=error)
                ) from error

    async def _follow(self) -> None:
        if not await asyncio.to_thread(os.path.exists, self._chosen.path):
            await asyncio.sleep(_VANISHED)
        async with self._turn:
            if await asyncio.to_thread(_differs, self._loaded):
                await self._read()

    async def _read(self) -> None:
        loaded = await asyncio.to_thread(load, self._chosen.path)
        old, self._loaded = self._settings, loaded
        if loaded.settings is not None and loaded.settings != old:
            self._settings = loaded.settings
            for reaction in self._reactions:
                await reaction(old, loaded.settings)
        self._bus.publish(
            ConfigChanged(path=str(loaded.path), valid=loaded.settings is not None, problems=loaded.problems)
        )


def _remembered(chosen: Chosen) -> Succession:
    try:
        remember(chosen.path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return Succession(chosen=chosen, problem=f"that this file was opened is not remembered ({reason})")
    return Succession(chosen=chosen)


def _reset(chosen: Chosen, plan: reset.Plan) -> Succession:
    try:
        copies = reset.carry_out(plan, chosen.workspace)
    except ConfigError as error:
        return Succession(chosen=chosen, problem=str(error))
    return Succession(chosen=chosen, copies=copies)


def _differs(loaded: Loaded) -> bool:
    """Whether the file is no longer what was read."""
    try:
        return read_text(loaded.path) != loaded.text
    except ConfigError as error:
        return [str(error)] != [problem.message for problem in loaded.problems]


def _write(path: Path, text: str, base: str) -> None:
    if os.path.exists(path) and read_text(path) != base:  # noqa: PTH110  Path raises without rights
        raise ConfigError(_("the configuration file was changed elsewhere meanwhile: read it again first"))
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(
            _("the configuration file cannot be written ({reason}): {path}").format(reason=reason, path=path)
        ) from error


def _folders(path: Path) -> frozenset[Path]:
    """The folders in which something happens when what is read from `path` changes: its own, those of every
    link on the way, and for one that is missing the nearest that exists."""
    folders = set()
    for _link in range(40):  # as many links as the system itself would follow
        folder = path.parent
        while not os.path.isdir(folder) and folder != folder.parent:  # noqa: PTH112  Path raises without rights
            folder = folder.parent
        folders.add(Path(os.path.realpath(folder)))
        if not path.is_symlink():
            break
        path = path.parent / path.readlink()
    return frozenset(folders)
