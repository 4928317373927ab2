"""Paths that stay inside an agent's folders, whatever links say and however they change meanwhile.

A path is walked component by component from the descriptor of one of the folders, never following a link
that was not read and judged here: `..` goes back to the folder that was walked through, a relative link goes
on from where it stands, an absolute one must lead into one of the folders and goes on from there. Nothing is
looked up twice by name, so a link that is swapped during the walk leads nowhere else.

Everything here blocks.
"""

import errno
import os
import secrets
import stat
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import NoSuchFile, OutsideWorkspace, WorkspaceError

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_MOST_LINKS: Final = 40


class Place(NamedTuple):
    """A name in a folder that is open: what stands there is no link, or nothing."""

    folder: int
    name: str

    def open(self, flags: int, mode: int = 0o666) -> int:
        """A descriptor of the file, which must be an ordinary one. Raises `OSError`."""
        # Opening a pipe or a device would wait, or worse.
        descriptor = os.open(
            self.name, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, mode, dir_fd=self.folder
        )
        kind = os.fstat(descriptor).st_mode
        if stat.S_ISREG(kind):
            return descriptor
        os.close(descriptor)
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        raise OSError(errno.EINVAL, "not an ordinary file")

    def read(self, limit: int) -> bytes:
        """At most `limit` bytes of the file and one more, which tells that it is larger. Raises `OSError`."""
        with open(self.open(os.O_RDONLY), "rb") as file:  # noqa: PTH123  a descriptor is no path
            return file.read(limit + 1)

    def open_folder(self) -> int:
        """A descriptor of the folder that stands there. Raises `OSError`."""
        return os.open(self.name, _FOLDER, dir_fd=self.folder)

    def exists(self) -> bool:
        """Whether something stands there, be it a link that leads nowhere."""
        try:
            self.status()
        except FileNotFoundError:
            return False
        return True

    def status(self) -> os.stat_result:
        """Of what stands there, a link itself included. Raises `OSError`."""
        return os.stat(self.name, dir_fd=self.folder, follow_symlinks=False)

    def replace(
        self, data: bytes, like: os.stat_result | None, before: Callable[[], None] = lambda: None
    ) -> None:
        """Write `data` beside the file and move it over it, with the mode and the owner of `like`.

        `before` is called when all is written: what it raises leaves the file as it was. Raises `OSError`.
        """
        beside = Place(self.folder, f".{secrets.token_hex(8)}.tmp")
        descriptor = beside.open(os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        try:
            with open(descriptor, "wb") as file:  # noqa: PTH123  a descriptor is no path
                if like is not None:
                    with suppress(PermissionError):  # only root gives files away
                        os.fchown(descriptor, like.st_uid, like.st_gid)
                    os.fchmod(descriptor, stat.S_IMODE(like.st_mode))
                file.write(data)
                file.flush()
                os.fsync(descriptor)
            before()
            os.replace(beside.name, self.name, src_dir_fd=self.folder, dst_dir_fd=self.folder)
            os.fsync(self.folder)
        except BaseException:
            with suppress(OSError):
                os.unlink(beside.name, dir_fd=beside.folder)
            raise


class Folders:
    """The folders that an agent may touch: its workspace first, then its additional directories."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self._roots = tuple(roots)

    @contextmanager
    def place(self, path: str, *, make: bool = False) -> Iterator[Place]:
        """Where `path` leads: absolute, or seen from the workspace. With `make`, folders are made on the way.

        Raises `OutsideWorkspace`, and `WorkspaceError` for every `OSError`, also of what is done inside.
        """
        try:
            with _Walk(self._roots, path) as walk:
                yield walk.to_the_end(make)
        except FileNotFoundError as error:
            raise NoSuchFile(_("{path}: there is no such file").format(path=path)) from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise WorkspaceError(f"{path}: {reason}") from error

    def folder(self, path: str) -> Path:
        """`path` as a folder in which a command may be run. Raises `WorkspaceError`."""
        with self.place(os.path.join(path, ".")) as place:  # noqa: PTH118  Path would drop the dot
            del place
        return Path(self._roots[0], path)


class _Walk:
    """From one of the folders to where a path leads; the folders on the way are open until it ends."""

    def __init__(self, roots: Sequence[Path], path: str) -> None:
        self._roots = roots
        self._path = path
        self._open = ExitStack()
        self._way: list[int] = []
        self._pending: deque[str] = deque()
        self._links = 0

    def __enter__(self) -> "_Walk":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def to_the_end(self, make: bool) -> Place:
        self._begin(os.path.join(self._roots[0], self._path))  # noqa: PTH118  Path would drop a final dot
        while self._pending:
            part = self._pending.popleft()
            if part == ".":
                continue
            if part == "..":
                if len(self._way) == 1:
                    raise self._outside()
                self._way.pop()
            elif self._pending:
                self._enter(part, make)
            elif (link := self._link(part)) is not None:
                self._follow(link)
            else:
                return Place(self._way[-1], part)
        return Place(self._way[-1], ".")

    def _begin(self, path: str) -> None:
        """Start at the folder that holds the absolute `path`."""
        for candidate in (path, os.path.realpath(path)):
            for root in self._roots:
                for spelling in (str(root), os.path.realpath(root)):
                    if candidate == spelling or candidate.startswith(f"{spelling.rstrip('/')}/"):
                        self._way = [self._keep(os.open(root, _FOLDER & ~os.O_NOFOLLOW))]
                        self._push(candidate[len(spelling) :])
                        return
        raise self._outside()

    def _enter(self, name: str, make: bool) -> None:
        try:
            folder = os.open(name, _FOLDER, dir_fd=self._way[-1])
        except FileNotFoundError:
            if not make:
                raise
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=self._way[-1])
            folder = os.open(name, _FOLDER, dir_fd=self._way[-1])
        except OSError as error:
            link = self._link(name) if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK) else None
            if link is None:
                raise
            self._follow(link)
            return
        self._way.append(self._keep(folder))

    def _link(self, name: str) -> str | None:
        """Where the link `name` leads; None when it is no link, or is not there."""
        try:
            return os.readlink(name, dir_fd=self._way[-1])
        except OSError as error:
            if error.errno in (errno.EINVAL, errno.ENOENT):
                return None
            raise

    def _follow(self, link: str) -> None:
        self._links += 1
        if self._links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if link.startswith("/"):
            rest = list(self._pending)
            self._pending.clear()
            self._begin(link)
            self._pending.extend(rest)
        else:
            self._push(link)

    def _push(self, path: str) -> None:
        # A final slash or dot stays, as a dot: what stands before it must be a folder.
        parts = [part or "." for part in path.split("/")]
        self._pending.extendleft(reversed(parts))

    def _keep(self, descriptor: int) -> int:
        self._open.callback(os.close, descriptor)
        return descriptor

    def _outside(self) -> OutsideWorkspace:
        folders = " and ".join(map(str, self._roots))
        return OutsideWorkspace(
            _("{path} is outside of the agent's folders: {folders}").format(path=self._path, folders=folders)
        )
