"""Which configuration file is used: the flag's, the environment's, the one opened last, or the default."""

import os
from pathlib import Path
from typing import Final

import msgspec

from sidekicks_tui.config import read_text
from sidekicks_tui.config.default import default_text
from sidekicks_tui.locale import _
from sidekicks_tui.model import limits
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.model.settings import ConfigSource
from sidekicks_tui.system.files import private_folder, write_atomically
from sidekicks_tui.system.folders import config_folder

_VARIABLE: Final = "SIDEKICKS_CONFIG"


class Chosen(Value, frozen=True, kw_only=True):
    path: Path
    """Absolute; links are kept, because the history belongs to the name."""
    source: ConfigSource
    created: bool = False
    """The default file was written just now."""
    workspace: Path = msgspec.field(default_factory=Path.cwd)
    """Where Sidekicks was started: the built-in agent's folder in a default file."""


def choose(flag: str | None, workspace: Path) -> Chosen:
    """The file to use; `flag` is what `--config` names.

    The default file is written when it is the one and is missing, with the built-in agent in `workspace`
    (absolute). Raises `ConfigError` when it cannot be. Any other file may be missing.
    """
    if flag:
        return Chosen(path=absolute(flag), source=ConfigSource.FLAG, workspace=workspace)
    if named := os.environ.get(_VARIABLE):
        return Chosen(path=absolute(named), source=ConfigSource.ENVIRONMENT, workspace=workspace)
    opened = recent_files()
    if opened and os.path.exists(opened[0]):  # noqa: PTH110  Path raises without rights
        return Chosen(path=opened[0], source=ConfigSource.RECENT, workspace=workspace)
    path = config_folder() / "config.yaml"
    created = not os.path.lexists(path)
    if created:
        try:
            private_folder(path.parent)
            write_atomically(path, default_text(workspace).encode())
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ConfigError(
                _(
                    "the configuration file {path} cannot be written ({reason}): name another with --config"
                ).format(path=path, reason=reason)
            ) from error
    return Chosen(path=path, source=ConfigSource.DEFAULT, created=created, workspace=workspace)


def choose_again(path: str, before: Chosen) -> Chosen:
    """The file that the person opens in the place of `before`. Blocks.

    Raises `ConfigError` when it cannot be read; what is wrong in it is no hindrance.
    """
    chosen = Chosen(path=absolute(path), source=ConfigSource.RECENT, workspace=before.workspace)
    read_text(chosen.path)
    return chosen


def recent_files() -> tuple[Path, ...]:
    """The files that were opened, the last one first; none when the list cannot be read."""
    try:
        paths = msgspec.json.decode(recent_path().read_bytes(), type=list[str])
    except (OSError, msgspec.DecodeError, ConfigError):
        return ()
    return tuple(map(Path, paths[: limits.RECENT_FILES]))


def remember(path: Path) -> None:
    """`path` (absolute) is the file opened last. Blocks until it is on disk; raises `OSError`."""
    others = (other for other in recent_files() if other != path)
    paths = [str(path), *map(str, others)][: limits.RECENT_FILES]
    private_folder(recent_path().parent)
    write_atomically(recent_path(), msgspec.json.encode(paths))


def recent_path() -> Path:
    """The file that lists them."""
    return config_folder() / "recent.json"


def absolute(path: str) -> Path:
    """`path` from the current folder, `~` being the home folder; links are kept."""
    # Path.expanduser would raise for a user that does not exist.
    return Path(os.path.abspath(os.path.expanduser(path)))  # noqa: PTH100, PTH111  links are kept: see `Chosen`
