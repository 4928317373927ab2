"""Which hooks of files that came with a repository the person has trusted.

A hook is known by the hash of its vendor, event, matcher and handler, in one workspace: a changed hook is
another one, and is asked for again. Everything here blocks.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from sidekicks_tui.hooks.handlers import Handler
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.messages import encode_json
from sidekicks_tui.system.files import private_folder, write_atomically

FILE_NAME: Final = "trusted-hooks.json"


class _Identity(Value, frozen=True, kw_only=True):
    vendor: str
    event: str
    matcher: str | None
    handler: Handler


def digest(vendor: str, event: str, matcher: str | None, handler: Handler) -> str:
    """The hash that the hook is known by, in hexadecimal."""
    identity = _Identity(vendor=vendor, event=event, matcher=matcher, handler=handler)
    return hashlib.sha256(encode_json(identity)).hexdigest()


class Trust:
    """The hashes that are trusted, by workspace, in a file that its owner alone can read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def known(self, workspace: Path) -> frozenset[str]:
        return frozenset(self._read().get(str(workspace), ()))

    def add(self, workspace: Path, digests: Iterable[str]) -> None:
        """Trust hooks from now on. Raises `OSError`."""
        trusted = self._read()
        trusted[str(workspace)] = sorted({*trusted.get(str(workspace), ()), *digests})
        self._write(trusted)

    def remove(self, workspace: Path) -> None:
        """Trust nothing in `workspace` any more. Raises `OSError`."""
        trusted = self._read()
        if trusted.pop(str(workspace), None) is not None:
            self._write(trusted)

    def _read(self) -> dict[str, list[str]]:
        """What cannot be read is not trusted."""
        try:
            read = json.loads(self._path.read_bytes())
            return {str(folder): [str(each) for each in digests] for folder, digests in read.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            return {}

    def _write(self, trusted: dict[str, list[str]]) -> None:
        private_folder(self._path.parent)
        if self._path.exists():
            self._path.chmod(0o600)
        write_atomically(self._path, encode_json(trusted) + b"\n", 0o600)
