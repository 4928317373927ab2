"""Changes anywhere below a folder, told by the operating system.

Theory of operation. watchfiles can follow a whole tree by itself, but then it also watches what is of no
interest (`.git`, `node_modules`: most of the folders that there are), and it holds the interpreter while it
sets out. So, on Linux, the folders are walked here and handed over in groups, each small enough that nobody
waits for it, each with a thread that sleeps until the system has something to tell. When a folder appears,
all is set up anew, and then told: who looks at the tree from then on misses nothing. macOS follows trees
itself, whatever their size.
"""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncGenerator, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from watchfiles._rust_notify import RustNotify

_GROUP: Final = 400
"""Folders of a group: they take about 10 ms."""
_MOST_GROUPS: Final = 8
_LONGEST: Final = 5.0
"""Seconds: changes without a pause are told at least this often."""
_WHOLE: Final = sys.platform == "darwin"
_ADDED: Final = 1
"""What watchfiles calls something new."""


async def tree_changes(root: Path, skipped: Collection[str], quiet: float) -> AsyncGenerator[frozenset[str]]:
    """What changed below `root`, told when nothing more did for `quiet` seconds: paths from there.

    The first one comes when the watch stands, and is empty. Folders with a name in `skipped` are left out.
    Raises `OSError` when `root` does not exist or there is too much to watch.
    """
    changed: frozenset[str] = frozenset()
    while True:
        watch = await asyncio.to_thread(_Watch, root, frozenset(skipped), quiet)
        try:
            watch.listen()
            yield frozenset(changed)
            news = await watch.changed()
            while not news.folders:
                yield news.paths
                news = await watch.changed()
            changed = news.paths
        finally:
            watch.close()


class _News(NamedTuple):
    paths: frozenset[str]
    folders: bool
    """There are folders now that are not watched."""


class _Watch:
    def __init__(self, root: Path, skipped: frozenset[str], quiet: float) -> None:
        """Blocks. Raises `OSError`."""
        self._root = str(root.resolve())
        self._skipped = skipped
        self._quiet = quiet
        self._stop = threading.Event()
        self._told: asyncio.Queue[_News | OSError] = asyncio.Queue()
        folders = [self._root] if _WHOLE else _folders(self._root, skipped)
        size = max(_GROUP, -(-len(folders) // _MOST_GROUPS))
        self._notifiers = [_notifier(folders[start : start + size]) for start in range(0, len(folders), size)]

    def listen(self) -> None:
        """From now on changes are told to the event loop that runs."""
        loop = asyncio.get_running_loop()
        for notifier in self._notifiers:
            threading.Thread(
                target=self._listen, args=(notifier, loop), name="watching a folder", daemon=True
            ).start()

    async def changed(self) -> _News:
        """Wait until something changed; what did until now. Raises `OSError`."""
        paths: frozenset[str] = frozenset()
        folders = False
        while not paths or not self._told.empty():
            told = await self._told.get()
            if isinstance(told, OSError):
                raise told
            paths |= told.paths
            folders = folders or told.folders
        return _News(paths, folders)

    def close(self) -> None:
        self._stop.set()

    def _listen(self, notifier: "RustNotify", loop: asyncio.AbstractEventLoop) -> None:
        while not self._stop.is_set():
            told: _News | OSError
            try:
                changes = notifier.watch(int(_LONGEST * 1000), int(self._quiet * 1000), 0, self._stop)
                if not isinstance(changes, set):  # it was stopped
                    break
                ours = [(kind, path) for kind, path in changes if self._counts(path)]
                if not ours:
                    continue
                told = _News(
                    frozenset(self._from_root(path) for _kind, path in ours),
                    not _WHOLE and any(kind == _ADDED and _is_folder(path) for kind, path in ours),
                )
            except (RuntimeError, OSError) as error:
                told = OSError(str(error))
            try:
                loop.call_soon_threadsafe(self._told.put_nowait, told)
            except RuntimeError:  # the event loop is closed: nobody listens
                break
            if isinstance(told, OSError):
                break
        notifier.close()

    def _counts(self, path: str) -> bool:
        return self._skipped.isdisjoint(self._from_root(path).split("/"))

    def _from_root(self, path: str) -> str:
        return path[len(self._root) :].lstrip("/")


def _notifier(folders: list[str]) -> "RustNotify":
    """Watches `folders`, as far as they are still there. Raises `OSError`."""
    # What `watchfiles.watch` is made of: that one does not tell when the watch stands.
    from watchfiles._rust_notify import RustNotify

    while True:
        try:
            return RustNotify(folders, False, False, 0, _WHOLE, True)
        except FileNotFoundError:
            left = [folder for folder in folders if _is_folder(folder)]
            if left == folders:
                raise
            folders = left
        except RuntimeError as error:
            # What watchfiles makes of an error of the system that it does not know, too many watches say.
            raise OSError(str(error)) from error


def _is_folder(path: str) -> bool:
    return os.path.isdir(path)  # noqa: PTH112  a string of the library


def _folders(root: str, skipped: Collection[str]) -> list[str]:
    """`root` and all folders below it; those nearest to it come first."""
    found = [root]
    for folder in found:
        try:
            with os.scandir(folder) as entries:
                found += [
                    entry.path
                    for entry in entries
                    if entry.name not in skipped and entry.is_dir(follow_symlinks=False)
                ]
        except OSError:
            if folder == found[0]:
                raise
    return found
