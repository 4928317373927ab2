"""Files as an agent reads and writes them: text in UTF-8, in the form that the file already has.

Everything here blocks.
"""

import os
from contextlib import suppress
from typing import Final

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import WorkspaceError
from sidekicks_tui.model.limits import MB, WIRE_LINE_SIZE
from sidekicks_tui.system.containment import Folders, Place

_BOM: Final = b"\xef\xbb\xbf"


def read_bytes(folders: Folders, path: str, limit: int) -> bytes:
    """The file's content. Raises `WorkspaceError` when there is none, or when it is larger than `limit`."""
    with folders.place(path) as place:
        return _read(place, path, limit)


def read_text(folders: Folders, path: str, line: int | None = None, limit: int | None = None) -> str:
    """The file's text from `line` (counted from 1) on, at most `limit` lines, line endings as they are.

    Raises `WorkspaceError` when there is no such file, or it is no text.
    """
    data = read_bytes(folders, path, WIRE_LINE_SIZE)
    try:
        text = data.removeprefix(_BOM).decode()
    except UnicodeDecodeError:
        raise WorkspaceError(_("{path} is not text in UTF-8").format(path=path)) from None
    if line is None and limit is None:
        return text
    first = max(line or 1, 1) - 1
    lines = text.split("\n")
    chosen = lines[first:] if limit is None else lines[first : first + max(limit, 0)]
    more = chosen and first + len(chosen) < len(lines)
    return "\n".join(chosen) + ("\n" if more else "")


def write_text(folders: Folders, path: str, content: str) -> None:
    """Write the whole file, making its folders: either all of it is there afterwards, or nothing changed.

    A file that exists keeps its mode, its byte order mark and its line endings. Raises `WorkspaceError`.
    """
    with folders.place(path, make=True) as place:
        data = content.encode("utf-8", "replace")
        like: os.stat_result | None = None
        with suppress(FileNotFoundError):
            descriptor = place.open(os.O_RDONLY)
            with open(descriptor, "rb") as file:  # noqa: PTH123  a descriptor is no path
                like = os.fstat(descriptor)
                data = in_the_form_of(file.read(WIRE_LINE_SIZE), data)
            if not os.access(place.name, os.W_OK, dir_fd=place.folder):
                raise PermissionError(None, "the file is read-only")
        place.replace(data, like)


def in_the_form_of(old: bytes, new: bytes) -> bytes:
    """`new` with the byte order mark and the line endings of `old`, where it uses one kind of them alone."""
    crlf = old.count(b"\r\n")
    if crlf == old.count(b"\n") and crlf:
        new = new.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    elif not crlf and b"\n" in old:
        new = new.replace(b"\r\n", b"\n")
    return _BOM + new if old.startswith(_BOM) and not new.startswith(_BOM) else new


def _read(place: Place, path: str, limit: int) -> bytes:
    data = place.read(limit)
    if len(data) > limit:
        raise WorkspaceError(_("{path} is larger than {limit} MB").format(path=path, limit=limit // MB))
    return data
