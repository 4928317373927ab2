"""Changes of files that are not saved, kept in the history: over a restart, and when Sidekicks is killed."""

import msgspec

from sidekicks_tui.model.base import Value
from sidekicks_tui.store.history import History


class Draft(Value, frozen=True, kw_only=True):
    version: str
    """Of the file as it was when the person began to change it."""
    content: str


class Drafts:
    """Those of one agent's folder, by path."""

    def __init__(self, history: History, agent: str) -> None:
        self._history = history
        self._key = f"files:{agent}"
        kept = history.note(self._key)
        self.by_path: dict[str, Draft] = msgspec.json.decode(kept, type=dict[str, Draft]) if kept else {}

    async def put(self, path: str, draft: Draft) -> None:
        """Returns once it is on disk."""
        if self.by_path.get(path) != draft:
            self.by_path[path] = draft
            await self._keep()

    async def drop(self, path: str) -> None:
        if self.by_path.pop(path, None) is not None:
            await self._keep()

    async def move(self, path: str, to: str) -> None:
        """The file, or the folder in which it is, has another path."""
        moved = {known: self.by_path.pop(known) for known in self.within(path)}
        if moved:
            self.by_path |= {to + known[len(path) :]: draft for known, draft in moved.items()}
            await self._keep()

    def within(self, path: str) -> list[str]:
        """The file `path`, or the files in the folder `path`."""
        return [known for known in self.by_path if known == path or known.startswith(f"{path}/")]

    async def _keep(self) -> None:
        kept = msgspec.json.encode(self.by_path).decode() if self.by_path else ""
        await self._history.put_note(self._key, kept)
