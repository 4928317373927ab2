"""The tree's content: what is in open folders, what git says of it, what changed since the person looked."""

import asyncio
import time
from collections.abc import Callable, Iterable

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.model.errors import WorkspaceError
from sidekicks_tui.model.workspaces import Entry, GitMark, GitState
from sidekicks_tui.widgets.files.tree import FileTree

_MOST_CHANGES = 500


class Folder:
    """`told` is called when something that the tree says of its entries changed."""

    def __init__(self, engine: Engine, tree: FileTree, told: Callable[[], None]) -> None:
        self._engine = engine
        self._tree = tree
        self._told = told
        self.agent = ""
        self.git = GitState()
        self.changes: dict[str, None] = {}
        """Files that changed since the person last looked, the last one last."""

    @property
    def fresh(self) -> set[str]:
        """The changed files, and the folders that hold them."""
        marked: set[str] = set()
        for path in self.changes:
            while path and path not in marked:
                marked.add(path)
                path = path.rpartition("/")[0]
        return marked

    async def use(self, agent: str) -> None:
        """Show an agent's folder. Raises `WorkspaceError` when it cannot be had."""
        self.agent = agent
        self.git, self.changes = GitState(), {}
        workspaces = self._engine.workspaces
        self._tree.show(())
        entries = await workspaces.list(agent, brief=True)
        if self.agent == agent:
            self._tree.show(entries)
            self._told()

    async def learn(self) -> None:
        """What takes longer than showing the folder: git, what changed meanwhile, following it."""
        agent = self.agent
        workspaces = self._engine.workspaces
        looked = self._engine.history.note(_looked(agent))
        git, newer, _nothing = await asyncio.gather(
            workspaces.git(agent),
            workspaces.newer(agent, float(looked or time.time()), _MOST_CHANGES),
            workspaces.watch(agent),
        )
        if self.agent == agent:
            self.git = git
            self._add(reversed(newer))
            self._told()

    async def leave(self) -> None:
        """The person looked at this folder."""
        if self.agent:
            await self._engine.history.put_note(_looked(self.agent), str(time.time()))

    async def unfold(self, entry: Entry) -> None:
        self._tree.open_folder(
            entry.path, await self._engine.workspaces.list(self.agent, entry.path, brief=True)
        )

    async def reveal(self, path: str) -> None:
        """Open the folders that lead to `path`, and choose it."""
        parts = path.split("/")
        for depth in range(1, len(parts)):
            above = "/".join(parts[:depth])
            if not self._tree.is_open(above):
                entries = await self._engine.workspaces.list(self.agent, above, brief=True)
                self._tree.open_folder(above, entries)
        self._tree.choose(path)

    async def changed(self, paths: Iterable[str], looked_at: str = "") -> None:
        """Something changed at `paths`; the person has `looked_at` in sight."""
        agent, paths = self.agent, set(paths)
        parents = {path.rpartition("/")[0] for path in paths}
        await self.look_again([path for path in self._tree.open_folders if path in parents or path in paths])
        files = await self._engine.workspaces.files_among(agent, paths - {looked_at})
        git = await self._engine.workspaces.git(agent)
        if self.agent == agent:
            self.git = git
            self._add(sorted(files))
            self._told()

    async def look_again(self, folders: Iterable[str]) -> None:
        """List folders that are open anew."""
        listings: dict[str, tuple[Entry, ...]] = {}
        gone: list[str] = []
        agent = self.agent
        for path in folders:
            try:
                listings[path] = await self._engine.workspaces.list(agent, path, brief=True)
            except WorkspaceError:
                gone.append(path)
        if self.agent == agent and (listings or gone):
            self._tree.update(listings, gone)

    def looked_at(self, path: str) -> None:
        """The person has the file in sight."""
        if self.changes.pop(path, "") is None:
            self._told()

    def _add(self, paths: Iterable[str]) -> None:
        for path in paths:
            if self.git.mark(path) is not GitMark.IGNORED:
                self.changes.pop(path, None)
                self.changes[path] = None


def _looked(agent: str) -> str:
    return f"looked:{agent}"
