"""Agents' folders as the person sees them: entries, files opened, what git says."""

from enum import StrEnum

import msgspec

from sidekicks_tui.model.base import Value


class Entry(Value, frozen=True, kw_only=True, gc=False):
    """Something in a folder."""

    name: str
    path: str
    """From the workspace's folder, with `/` between; empty for the folder itself."""
    dir: bool
    """A folder, or a link that leads to one inside of the workspace."""
    size: int
    mod_time: float
    """Seconds since 1970."""
    link: bool = False


class TextFile(Value, frozen=True, kw_only=True):
    """A file opened for editing."""

    path: str
    content: str
    """Its text. Line feeds end its lines where the file uses one kind of line ending alone."""
    version: str
    """Identifies the content."""


class Saved(Value, frozen=True, kw_only=True):
    """What became of a save; with `conflict`, nothing was written."""

    conflict: bool
    version: str
    """Of the file as it stands now, empty when there is none."""


class Picture(Value, frozen=True, kw_only=True):
    path: str
    mime: str
    data: bytes


class Found(Value, frozen=True, kw_only=True):
    """A file that a few letters may mean, and which of its path's characters they met."""

    path: str
    positions: tuple[int, ...] = ()


class GitMark(StrEnum):
    """What git says of a file; of a folder: of what is in it."""

    MODIFIED = "modified"
    ADDED = "added"
    DELETED = "deleted"
    RENAMED = "renamed"
    CONFLICT = "conflict"
    UNTRACKED = "untracked"
    IGNORED = "ignored"


class GitState(Value, frozen=True, kw_only=True):
    """What git says of a workspace; nothing where it has nothing to say."""

    branch: str = ""
    """Empty where there is no repository; a commit's first characters where no branch is checked out."""
    marks: dict[str, GitMark] = msgspec.field(default_factory=dict)
    """By path. A folder that holds changes is among them."""
    whole: dict[str, GitMark] = msgspec.field(default_factory=dict)
    """Folders of which all that is in them is untracked, or ignored."""

    def mark(self, path: str) -> GitMark | None:
        if found := self.marks.get(path):
            return found
        while path:
            if found := self.whole.get(path):
                return found
            path = path.rpartition("/")[0]
        return None
