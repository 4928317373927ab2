"""What git says of a folder, read from the output of its commands."""

import asyncio
from pathlib import Path
from typing import Final

from sidekicks_tui.model.workspaces import GitMark, GitState
from sidekicks_tui.system.git import git

_MARKS: Final = {
    "M": GitMark.MODIFIED,
    "T": GitMark.MODIFIED,
    "A": GitMark.ADDED,
    "D": GitMark.DELETED,
    "R": GitMark.RENAMED,
    "C": GitMark.ADDED,
}
_FIELDS: Final = {"1": 8, "2": 9, "u": 10}
"""Fields before the path, by the kind of a line."""
_COMMIT_LENGTH: Final = 8


async def git_state(folder: Path) -> GitState:
    """What git says of `folder`; the default where it is in no repository or git does not answer."""
    status, prefix = await asyncio.gather(
        git(folder, "status", "--porcelain=v2", "--branch", "--ignored", "-z", "--", "."),
        git(folder, "rev-parse", "--show-prefix"),
    )
    if status is None or prefix is None:
        return GitState()
    return await asyncio.to_thread(read_status, status, prefix.removesuffix(b"\n"))


async def ignored_paths(folder: Path) -> frozenset[str]:
    """What git ignores in `folder`: files, and folders of which it ignores everything."""
    listed = await git(folder, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
    return frozenset(_text(path).rstrip("/") for path in (listed or b"").split(b"\0") if path)


def read_status(output: bytes, prefix: bytes) -> GitState:
    """Reads what `git status --porcelain=v2 --branch -z` said; `prefix` is the folder's path there."""
    branch = commit = ""
    marks: dict[str, GitMark] = {}
    whole: dict[str, GitMark] = {}
    lines = iter(output.split(b"\0"))
    for raw in lines:
        kind, _space, rest = _text(raw).partition(" ")
        match kind:
            case "#":
                name, _space, value = rest.partition(" ")
                branch = value if name == "branch.head" else branch
                commit = value[:_COMMIT_LENGTH] if name == "branch.oid" else commit
            case "1" | "2" | "u":
                *fields, path = rest.split(" ", _FIELDS[kind] - 1)
                if kind == "2":
                    next(lines, None)  # where it was before
                if (inside := _inside(path, prefix)) is not None:
                    marks[inside] = GitMark.CONFLICT if kind == "u" else _mark(fields[0])
            case "?" | "!":
                mark = GitMark.UNTRACKED if kind == "?" else GitMark.IGNORED
                if (inside := _inside(rest, prefix)) is not None:
                    (whole if rest.endswith("/") else marks)[inside.rstrip("/")] = mark
    for path, mark in [*marks.items(), *whole.items()]:
        if mark is not GitMark.IGNORED:
            _mark_folders(marks, path)
    return GitState(branch=commit if branch == "(detached)" else branch, marks=marks, whole=whole)


def _mark(letters: str) -> GitMark:
    """`letters`: what changed in the index, and in the folder, which is nearer to the person."""
    index, folder = letters[:1], letters[1:2]
    if index in ("A", "R") and folder != "D":
        return _MARKS[index]
    return _MARKS.get(folder) or _MARKS.get(index, GitMark.MODIFIED)


def _mark_folders(marks: dict[str, GitMark], path: str) -> None:
    """A folder that holds a change is modified."""
    while path := path.rpartition("/")[0]:
        if path in marks:
            return
        marks[path] = GitMark.MODIFIED


def _inside(path: str, prefix: bytes) -> str | None:
    before = _text(prefix)
    return path[len(before) :] if path.startswith(before) else None


def _text(raw: bytes) -> str:
    """A path as Python's own functions spell it."""
    return raw.decode("utf-8", "surrogateescape")
