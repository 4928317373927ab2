"""The agents' folders, as the person works in them."""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.workspaces.attach import attach
from sidekicks_tui.core.workspaces.files import FileFinder
from sidekicks_tui.core.workspaces.forms import decode
from sidekicks_tui.core.workspaces.git import git_state, ignored_paths
from sidekicks_tui.core.workspaces.local import LocalWorkspace
from sidekicks_tui.core.workspaces.reach import workspace_of
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import StartError, UnknownAgent, WorkspaceError
from sidekicks_tui.model.events import WorkspaceChanged
from sidekicks_tui.model.limits import WATCH_QUIET
from sidekicks_tui.model.settings import AgentSettings, Settings
from sidekicks_tui.model.workspaces import Entry, Found, GitState, Picture, Saved, TextFile
from sidekicks_tui.runtimes import Location, runtime_for
from sidekicks_tui.system.git import git

_UNWATCHED: Final = (".git", "node_modules")


class WorkspaceService:
    """Paths are relative to the agent's folder, with `/` between names, and never leave it.

    Everything raises `WorkspaceError` for what cannot be had, and `UnknownAgent`. Nothing of it blocks.
    """

    def __init__(self, *, bus: Bus, supervisor: Supervisor, settings: Callable[[], Settings]) -> None:
        self._bus = bus
        self._supervisor = supervisor
        self._settings = settings
        self._finder = FileFinder(supervisor)
        self._watching: asyncio.Task[None] | None = None
        self._changed: frozenset[str] = frozenset()

    async def info(self, agent: str) -> Location:
        """Where the agent's folder is, or why it cannot be shown."""
        settings = self._agent(agent)
        try:
            runtime = runtime_for(settings)
        except StartError as error:
            return Location("", str(error))
        return await asyncio.to_thread(runtime.info, settings)

    async def list(self, agent: str, dir: str = "", *, brief: bool = False) -> tuple[Entry, ...]:
        """What is in the folder `dir`, the agent's own where it is empty: folders first, then by name.

        `brief` leaves sizes and dates out, which are most of the time that it takes.
        """
        workspace = self._of(agent)
        return await asyncio.to_thread(lambda: workspace.list(dir, brief=brief))

    async def read(self, agent: str, path: str) -> TextFile:
        """A text file of at most `limits.EDITABLE_SIZE` bytes."""
        return await asyncio.to_thread(self._of(agent).read, path)

    async def save(self, agent: str, path: str, content: str, version: str) -> Saved:
        """Write the file if it still has `version`; an empty `version` overwrites."""
        return await asyncio.to_thread(self._of(agent).save, path, content, version)

    async def create(self, agent: str, dir: str, name: str) -> str:
        """An empty file; its path. Refused where the name exists or holds a `/`."""
        return await asyncio.to_thread(self._of(agent).create, dir, name)

    async def rename(self, agent: str, path: str, name: str) -> str:
        """Another name in the same folder; the path then. Refused where the name exists."""
        return await asyncio.to_thread(self._of(agent).rename, path, name)

    async def remove(self, agent: str, path: str, *, for_good: bool = False) -> None:
        """A file, or a folder with what it holds, to the trash of the system.

        Raises `NoTrash` when the trash is on another disk: ask, then remove it `for_good`.
        """
        workspace = self._of(agent)
        await asyncio.to_thread(lambda: workspace.remove(path, for_good=for_good))

    async def attach(self, agent: str, host_path: str) -> str:
        """Join a file of this computer: its path in the folder, to be written behind `$`."""
        return await asyncio.to_thread(attach, self._of(agent), Path(host_path))

    async def image(self, agent: str, path: str) -> Picture:
        """An image of at most `limits.ATTACHMENT_SIZE` bytes."""
        return await asyncio.to_thread(self._of(agent).image, path)

    async def find(self, agent: str, query: str, limit: int) -> tuple[Found, ...]:
        """The files that the letters of `query` mean best, best first; hidden and ignored ones last."""
        return await self._finder.find(self._of(agent).folder, query, limit)

    async def newer(self, agent: str, since: float, limit: int) -> tuple[str, ...]:
        """The files that were written after `since`, in seconds since 1970: the last ones, newest first."""
        workspace = self._of(agent)
        ignored = await ignored_paths(workspace.folder)
        found = await asyncio.to_thread(workspace.newer, since, ignored.union(_UNWATCHED), limit)
        return tuple(path for path in found if path not in ignored)

    async def files_among(self, agent: str, paths: Iterable[str]) -> frozenset[str]:
        """Those of `paths` at which there is a file now."""
        return await asyncio.to_thread(self._of(agent).files_among, paths)

    async def committed(self, agent: str, path: str) -> str | None:
        """The text of the file as git has it; None where it has none."""
        data = await git(self._of(agent).folder, "cat-file", "blob", f"HEAD:./{path}")
        decoded = decode(data) if data is not None else None
        return decoded[0] if decoded else None

    async def git(self, agent: str) -> GitState:
        """What git says of the folder; the default where it says nothing within its time."""
        return await git_state(self._of(agent).folder)

    async def watch(self, agent: str) -> None:
        """Follow the folder's changes, and no other's: returns when none is missed any more."""
        await self.unwatch()
        folder = self._of(agent).folder
        stands = asyncio.get_running_loop().create_future()
        self._watching = self._supervisor.spawn(
            self._follow(agent, folder, stands), f"Following the changes in {folder}"
        )
        await asyncio.wait([stands, self._watching], return_when=asyncio.FIRST_COMPLETED)

    def changed(self) -> frozenset[str]:
        """What changed in the folder that is watched, since this was asked last."""
        changed, self._changed = self._changed, frozenset()
        return changed

    async def unwatch(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait([self._watching])
            self._watching = None
            self._changed = frozenset()

    def _agent(self, name: str) -> AgentSettings:
        settings = self._settings().agent(name)
        if settings is None:
            raise UnknownAgent(_("there is no agent {name}").format(name=name))
        return settings

    def _of(self, agent: str) -> LocalWorkspace:
        return workspace_of(self._agent(agent))

    async def _follow(self, agent: str, folder: Path, stands: "asyncio.Future[None]") -> None:
        # Late: most starts watch no folder.
        from sidekicks_tui.system.tree_watch import tree_changes

        try:
            async for paths in tree_changes(folder, _UNWATCHED, WATCH_QUIET):
                if not stands.done():
                    stands.set_result(None)
                    continue
                self._changed |= paths
                self._finder.changed(folder)
                self._bus.publish(WorkspaceChanged(agent=agent))
        except OSError as error:
            raise WorkspaceError(
                _("changes in {folder} are not followed: {reason}").format(
                    folder=folder, reason=error.strerror or error
                )
            ) from error
