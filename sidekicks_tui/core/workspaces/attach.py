"""Files of this computer that are joined to a message: where they are put, and what they are called there.

Blocks.
"""

import itertools
import re
from pathlib import Path
from typing import Final

from sidekicks_tui.core.channels.joined import can_be_joined
from sidekicks_tui.core.workspaces.local import LocalWorkspace, path_inside
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import WorkspaceError
from sidekicks_tui.model.limits import ATTACHMENT_SIZE, MB

_FOLDER: Final = "attachments"
_AWKWARD: Final = re.compile(r"[^\w.-]+")


def attach(workspace: LocalWorkspace, path: Path) -> str:
    """The path, in the workspace, of the file `path` of this computer, to be written behind a `$`.

    It is used where it is when it lies in the folder and can be named there, and copied otherwise. Raises
    `WorkspaceError`.
    """
    try:
        inside = path_inside(workspace.folder, path.expanduser())
        if inside is not None and can_be_joined(inside):
            workspace.size(inside)
            return inside
        with path.expanduser().open("rb") as file:
            data = file.read(ATTACHMENT_SIZE + 1)
    except OSError as error:
        raise WorkspaceError(
            _("{path} cannot be read: {reason}").format(path=path, reason=error.strerror or error)
        ) from error
    if len(data) > ATTACHMENT_SIZE:
        raise WorkspaceError(
            _("{path} is larger than {limit} MB").format(path=path, limit=ATTACHMENT_SIZE // MB)
        )
    wanted = joinable_name(path.name)
    stem, dot, ending = wanted.rpartition(".") if "." in wanted.strip(".") else (wanted, "", "")
    for number in itertools.count(1):
        name = wanted if number == 1 else f"{stem}-{number}{dot}{ending}"
        if workspace.add(_FOLDER, name, data):
            return f"{_FOLDER}/{name}"
    raise AssertionError("numbers do not end")


def joinable_name(name: str) -> str:
    """`name` with what would end a joined path, or a sentence, taken out of it; spaces become `-`."""
    name = "-".join(name.split())
    if not can_be_joined(f"{_FOLDER}/{name}"):
        name = _AWKWARD.sub("-", name).rstrip(".")
    return name or "file"
