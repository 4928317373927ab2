"""The folders of a session: which paths lie inside, and text files read and written there."""

import codecs
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sidekicks_tui.model.errors import OutsideWorkspace, WorkspaceError
from sidekicks_tui.model.limits import EDITABLE_SIZE, MB
from sidekicks_tui.system.files import write_atomically

_SNIFFED: Final = 8192
"""Bytes at a file's start in which a zero byte tells that it is no text."""


class Folder:
    """The folders of a session. Nothing outside of them is touched, whatever links say."""

    def __init__(self, cwd: Path, additional: Sequence[Path] = ()) -> None:
        """All absolute. Raises `WorkspaceError` for one that is no folder."""
        for path in (cwd, *additional):
            if not path.is_absolute() or not path.is_dir():
                raise WorkspaceError(f"{path} is no absolute path of a folder that exists")
        self.cwd = cwd.resolve()
        self.roots = (self.cwd, *(path.resolve() for path in additional))

    def resolve(self, name: str) -> Path:
        """The file that `name` means, every link followed. Raises `OutsideWorkspace` or `WorkspaceError`."""
        try:
            path = (self.cwd / Path(name).expanduser()).resolve()
        except (OSError, ValueError, RuntimeError) as error:
            raise WorkspaceError(f"`{name}` is no usable path: {error}") from error
        if not any(path.is_relative_to(root) for root in self.roots):
            raise OutsideWorkspace(f"`{name}` lies outside of my folder, {self.cwd}: I only work inside it.")
        return path

    def shown(self, path: Path) -> str:
        """`path` as the person writes it: relative to the working folder where it lies there."""
        return str(path.relative_to(self.cwd)) if path.is_relative_to(self.cwd) else str(path)

    def size(self, path: Path) -> int | None:
        """The size in bytes of the text file that may stand at `path`, None when there is nothing.

        Raises `WorkspaceError` for anything that is no file, is too large or holds no text.
        """
        name = self.shown(path)
        try:
            status = path.stat()
            if stat.S_ISDIR(status.st_mode):
                raise WorkspaceError(f"`{name}` is a folder; `/find *` lists files.")
            if not stat.S_ISREG(status.st_mode):
                raise WorkspaceError(f"`{name}` is no ordinary file.")
            if status.st_size > EDITABLE_SIZE:
                size = f"{status.st_size / MB:.1f} MB"
                raise WorkspaceError(f"`{name}` is {size} large; I take {EDITABLE_SIZE // MB} MB at most.")
            with path.open("rb") as file:
                if b"\0" in file.read(_SNIFFED):
                    raise WorkspaceError(f"`{name}` is no text file.")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise WorkspaceError(f"`{name}` cannot be read: {error.strerror}.") from error
        return status.st_size

    def read(self, path: Path) -> str:
        """The raw text of a file that `size` found, a byte order mark included. Raises `WorkspaceError`."""
        try:
            return path.read_bytes().decode()
        except UnicodeDecodeError:
            raise WorkspaceError(f"`{self.shown(path)}` is no UTF-8 text.") from None
        except OSError as error:
            raise WorkspaceError(f"`{self.shown(path)}` cannot be read: {error.strerror}.") from error

    def write(self, path: Path, text: str) -> None:
        """Replace or make the file, and the folders that it needs. Raises `WorkspaceError`."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text.encode(), mode=0o644)
        except (OSError, UnicodeEncodeError) as error:
            raise WorkspaceError(f"`{self.shown(path)}` cannot be written: {error}.") from error


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text with line feeds alone, and what its own form was."""

    content: str
    crlf: bool = False
    mark: bool = False

    @classmethod
    def of(cls, raw: str) -> "Text":
        mark = raw.startswith(_MARK)
        content = raw.removeprefix(_MARK)
        # Mixed endings are kept as they are: only a file that is consistent can be given back unchanged.
        crlf = "\r\n" in content and content.count("\r\n") == content.count("\n")
        return cls(content.replace("\r\n", "\n") if crlf else content, crlf, mark)

    def raw(self, content: str) -> str:
        """`content` in this file's own form."""
        content = content.replace("\n", "\r\n") if self.crlf else content
        return _MARK + content if self.mark else content


_MARK: Final = codecs.BOM_UTF8.decode()
