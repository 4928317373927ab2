"""A folder of this machine. Everything here blocks."""

import mimetypes
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from heapq import nlargest
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from sidekicks_tui.core.workspaces.forms import Form, decode, version_of
from sidekicks_tui.core.workspaces.walk import walk_files
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import OutsideWorkspace, WorkspaceError
from sidekicks_tui.model.limits import ATTACHMENT_SIZE, EDITABLE_SIZE, MB, WIRE_LINE_SIZE
from sidekicks_tui.model.workspaces import Entry, Picture, Saved, TextFile
from sidekicks_tui.system.containment import Folders, Place

_SELF: Final = ("", ".", "..")


class LocalWorkspace:
    """Paths are relative to `folder`, with `/` between names; none leads out of it, whatever links say.

    Every method raises `WorkspaceError`, with the sentence that the person reads.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._folders = Folders([folder])

    def list(self, dir: str, *, brief: bool = False) -> tuple[Entry, ...]:
        """What is in the folder `dir`: folders first, then by name.

        `brief` leaves sizes and dates out, which are most of the time that it takes.
        """
        with self._place(_inside(dir)) as place:
            folder = place.open_folder()
            try:
                with os.scandir(folder) as scanned:
                    entries = [self._entry(dir, entry, brief) for entry in scanned]
            finally:
                os.close(folder)
        entries.sort(key=lambda entry: entry.name.casefold())
        return (*(entry for entry in entries if entry.dir), *(entry for entry in entries if not entry.dir))

    def read(self, path: str) -> TextFile:
        data = self.content(path, EDITABLE_SIZE)
        decoded = decode(data)
        if decoded is None:
            raise WorkspaceError(_("{path} is no text file").format(path=path))
        return TextFile(path=path, content=decoded[0], version=version_of(data))

    def content(self, path: str, limit: int) -> bytes:
        """The file's content, `limit` bytes at most: a larger one is an error."""
        with self._place(path) as place:
            data = place.read(limit)
        if len(data) > limit:
            raise WorkspaceError(_("{path} is larger than {limit} MB").format(path=path, limit=limit // MB))
        return data

    def size(self, path: str) -> int:
        with self._place(path) as place:
            return place.status().st_size

    def save(self, path: str, content: str, version: str) -> Saved:
        """Write `content` if the file still has `version`; an empty `version` overwrites whatever is there.

        It keeps the file's encoding, byte order mark, line endings, mode and owner, and links to it.
        """
        try:
            with self._place(path) as place:
                current = _current(place)
                if version and current.version != version:
                    return Saved(conflict=True, version=current.version)
                data = current.form.encode(content)
                if len(data) > EDITABLE_SIZE:
                    raise WorkspaceError(
                        _("the text is larger than {limit} MB").format(limit=EDITABLE_SIZE // MB)
                    )
                place.replace(data, current.status, lambda: _check(place, current, version))
        except _Changed as changed:
            return Saved(conflict=True, version=changed.version)
        return Saved(conflict=False, version=version_of(data))

    def create(self, dir: str, name: str) -> str:
        """An empty file in the folder `dir`; its path. What exists is never replaced."""
        _check_name(name)
        with self._place(_inside(dir)) as place, _told_when_taken(name):
            descriptor = os.open(
                name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666, dir_fd=place.folder
            )
            os.close(descriptor)
        return f"{dir}/{name}" if dir else name

    def rename(self, path: str, name: str) -> str:
        """Give a file or folder another `name` in its folder; its path then."""
        _check_name(name)
        with self._parent(path) as (place, old), _told_when_taken(name):
            here = Place(place.folder, name)
            if old != name and here.exists() and not os.path.samestat(here.status(), place.status()):
                raise FileExistsError
            os.rename(old, name, src_dir_fd=place.folder, dst_dir_fd=place.folder)
        parent = path.rstrip("/").rpartition("/")[0]
        return f"{parent}/{name}" if parent else name

    def remove(self, path: str, *, for_good: bool = False) -> None:
        """To the trash of the system, a folder with what it holds, a link itself.

        Raises `NoTrash` where there is none on its disk: then it can only be deleted `for_good`.
        """
        from sidekicks_tui.system.trash import delete, move_to_trash

        with self._parent(path) as (place, name):
            if for_good:
                delete(place.folder, name)
            else:
                move_to_trash(place.folder, name, self.folder / path)

    def newer(self, since: float, skipped: frozenset[str], limit: int) -> tuple[str, ...]:
        """The files that were written after `since`, in seconds since 1970: the last ones, newest first."""
        found: list[tuple[float, str]] = []
        for path, entry in walk_files(self.folder, skipped):
            with suppress(OSError):  # gone since
                written = entry.stat(follow_symlinks=False).st_mtime
                if written > since:
                    found.append((written, path))
        return tuple(path for _written, path in nlargest(limit, found))

    def files_among(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of `paths` at which there is a file now."""
        found = set()
        for path in paths:
            with suppress(WorkspaceError), self._place(path) as place:
                if stat.S_ISREG(place.status().st_mode):
                    found.add(path)
        return frozenset(found)

    def image(self, path: str) -> Picture:
        mime = mimetypes.guess_type(path)[0] or ""
        if not mime.startswith("image/"):
            raise WorkspaceError(_("{path} is no image").format(path=path))
        return Picture(path=path, mime=mime, data=self.content(path, ATTACHMENT_SIZE))

    def add(self, dir: str, name: str, data: bytes) -> bool:
        """Write the new file `name` in `dir`, which is made if need be; False when the name is taken."""
        with self._place(f"{dir}/{name}", make=True) as place:
            try:
                descriptor = place.open(os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            except FileExistsError:
                return False
            with open(descriptor, "wb") as file:  # noqa: PTH123  a descriptor is no path
                file.write(data)
        return True

    @contextmanager
    def _place(self, path: str, *, make: bool = False) -> Iterator[Place]:
        if path.startswith("/"):
            raise OutsideWorkspace(
                _("{path} is outside of {folder}: name it from there").format(path=path, folder=self.folder)
            )
        with self._folders.place(path, make=make) as place:
            yield place

    @contextmanager
    def _parent(self, path: str) -> Iterator[tuple[Place, str]]:
        """The entry itself, not followed where it is a link, and its name."""
        parent, _slash, name = path.rstrip("/").rpartition("/")
        if name in _SELF:
            raise WorkspaceError(_("the folder itself stays: choose something in it"))
        with self._place(_inside(parent)) as place:
            entry = Place(place.folder, name)
            entry.status()
            yield entry, name

    def _entry(self, dir: str, entry: os.DirEntry[str], brief: bool) -> Entry:
        path = f"{dir}/{entry.name}" if dir else entry.name
        link = entry.is_symlink()
        size, written = 0, 0.0
        if not brief:
            with suppress(OSError):  # gone since
                status = entry.stat(follow_symlinks=False)
                size, written = status.st_size, status.st_mtime
        folder = self._leads_to_folder(path) if link else entry.is_dir(follow_symlinks=False)
        return Entry(name=entry.name, path=path, dir=folder, size=size, mod_time=written, link=link)

    def _leads_to_folder(self, link: str) -> bool:
        try:
            with self._place(_inside(link)) as place:
                os.close(place.open_folder())
        except WorkspaceError:
            return False
        return True


class _Current(NamedTuple):
    """A file as it stands; the defaults are those of one that is not there."""

    form: Form = Form()
    version: str = ""
    status: os.stat_result | None = None


class _Changed(Exception):
    def __init__(self, version: str) -> None:
        super().__init__()
        self.version = version


def _current(place: Place) -> _Current:
    try:
        descriptor = place.open(os.O_RDONLY)
    except FileNotFoundError:
        return _Current()
    with open(descriptor, "rb") as file:  # noqa: PTH123  a descriptor is no path
        status = os.fstat(descriptor)
        data = file.read(WIRE_LINE_SIZE)
    if not os.access(place.name, os.W_OK, dir_fd=place.folder):
        raise PermissionError(None, "the file is read-only")
    decoded = decode(data)
    return _Current(decoded[1] if decoded else Form(), version_of(data), status)


def _check(place: Place, seen: _Current, version: str) -> None:
    """Raises `_Changed` when somebody wrote the file since it was `seen`, unless it is overwritten anyway."""
    if not version:
        return
    try:
        now: os.stat_result | None = place.status()
    except FileNotFoundError:
        now = None
    if _identity(now) != _identity(seen.status):
        raise _Changed(_current(place).version)


def _identity(status: os.stat_result | None) -> tuple[int, ...] | None:
    return status and (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _inside(dir: str) -> str:
    """The path that means what is in the folder `dir`, and nothing where that is no folder."""
    return f"{dir}/." if dir else "."


def _check_name(name: str) -> None:
    if name in _SELF or "/" in name or "\0" in name:
        raise WorkspaceError(
            _("“{name}” is no name for a file: it must not be empty or hold a /").format(name=name)
        )


@contextmanager
def _told_when_taken(name: str) -> Iterator[None]:
    try:
        yield
    except FileExistsError as error:
        raise WorkspaceError(_("{name} exists already: choose another name").format(name=name)) from error


def path_inside(folder: Path, path: Path) -> str | None:
    """`path` as seen from `folder`; None when it lies elsewhere."""
    for of_folder, of_path in ((folder, path), (folder.resolve(), path.resolve())):
        if of_path.is_relative_to(of_folder) and of_path != of_folder:
            return str(PurePosixPath(of_path.relative_to(of_folder)))
    return None
