"""Rules and instructions of other tools, carried to the agent as text, byte for byte. Never policy.

What a file imports (`@path`) is carried as a file of its own. A file with globs in its head waits until a
path is seen that it is for. Everything here blocks.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.front_matter import Head, read_head
from sidekicks_tui.hooks.globs import glob_matcher
from sidekicks_tui.model.base import Value

MOST_RULE_BYTES: Final = 512 * 1024
_IMPORT_DEPTH: Final = {"claude": 4, "workbuddy": 5}
_IMPORT: Final = re.compile(r"(?:^|(?<=\s))@((?:~/|\.{0,2}/)?[\w.][\w./-]*)")
_CODE: Final = re.compile(r"(?P<fence>^(```|~~~).*?^\2)|(`+).*?\3", re.DOTALL | re.MULTILINE)
_WILD: Final = re.compile(r"[*?\[]")


class RulesFile(Value, frozen=True, kw_only=True):
    vendor: str
    path: Path
    content: bytes
    sha256: str
    globs: tuple[str, ...] = ()
    """It waits for a path that one of them means; empty: it is for all."""
    description: str = ""
    """Sent in the place of the content, of a rule that the model is to ask for."""
    parent: Path | None = None
    """The file that imports it."""

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    def block(self) -> str:
        """What the agent is told: a line that says whose it is, and below it the content as it is."""
        if self.description:
            return f"[{self.vendor} rule {self.path}, to be read when it applies: {self.description}]"
        return f"[{self.vendor} rules: {self.path}]\n{self.text}"

    def means(self, path: str) -> bool:
        """Whether it is for `path`, absolute, as seen from the folder that the rules are for."""
        return any(glob_matcher(each)(path) for each in self.globs)


def read_rules(
    vendor: str, source: object, base: Path, limit: int = MOST_RULE_BYTES
) -> tuple[RulesFile, ...]:
    """The files that `source` names: a path, a pattern, a `file://` address, or a list of those.

    Raises `HookError`: SOURCE_MISSING, RULE_TOO_LARGE, INVALID_DECLARATION.
    """
    sources = [source] if isinstance(source, str) else source
    if not (isinstance(sources, list | tuple) and sources and all(isinstance(each, str) for each in sources)):
        raise HookError(HookCode.INVALID_DECLARATION, "the source of rules is a path, or a list of paths")
    found: dict[Path, RulesFile] = {}
    for path in (path for each in sources for path in _paths(each, base)):
        for file in _read(vendor, path, limit, _IMPORT_DEPTH.get(vendor, 0), None):
            found.setdefault(file.path, file)
    return tuple(found.values())


def _paths(source: str, base: Path) -> Sequence[Path]:
    if source.startswith(("http://", "https://")):
        raise HookError(HookCode.SOURCE_MISSING, f"{source} is not loaded: save it as a file, and name that")
    if source.startswith("file://"):
        source = unquote(urlsplit(source).path)
    path = base / Path(source).expanduser()
    if not _WILD.search(source):
        return [path]
    root = Path(path.anchor)
    found = sorted(each for each in root.glob(str(path.relative_to(root))) if each.is_file())
    if not found:
        raise HookError(HookCode.SOURCE_MISSING, f"no file is meant by {path}")
    return found


def _read(vendor: str, path: Path, limit: int, depth: int, parent: Path | None) -> Iterable[RulesFile]:
    path = Path(os.path.normpath(path))
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise HookError(HookCode.SOURCE_MISSING, f"{path} cannot be read: {reason}") from error
    if len(content) > limit:
        raise HookError(
            HookCode.RULE_TOO_LARGE, f"{path} is larger than {limit} bytes: nothing of it is sent"
        )
    text = content.decode("utf-8", "replace")
    head = read_head(text)
    if vendor == "workbuddy" and head.off("enabled"):
        return
    yield RulesFile(
        vendor=vendor,
        path=path,
        content=content,
        sha256=hashlib.sha256(content).hexdigest(),
        globs=_globs(vendor, head),
        description=_description(vendor, head),
        parent=parent,
    )
    if depth:
        for imported in imports(text, path.parent):
            if imported.is_file() and imported != parent:
                yield from _read(vendor, imported, limit, depth - 1, path)


def imports(text: str, folder: Path) -> list[Path]:
    """The files that `@path` names outside of code."""
    plain = _CODE.sub(" ", text)
    return [folder / Path(each.rstrip(".")).expanduser() for each in _IMPORT.findall(plain)]


def _globs(vendor: str, head: Head) -> tuple[str, ...]:
    key = "applyTo" if vendor == "copilot" else "paths"
    globs = head.lists.get(key, ())
    return () if "**" in globs or "**/*" in globs else globs


def _description(vendor: str, head: Head) -> str:
    """CodeBuddy's rules that are neither always sent nor for paths are for the model to ask for."""
    asked_for = vendor == "workbuddy" and head.off("alwaysApply") and not head.lists.get("paths")
    return head.texts.get("description", "") if asked_for else ""
