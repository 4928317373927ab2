"""Text in, settings and problems out."""

import os
from collections.abc import Mapping as Environment
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from sidekicks_tui.locale import _
from sidekicks_tui.model import limits
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.model.settings import Problem, Settings


class Loaded(Value, frozen=True, kw_only=True):
    """A configuration file as it was found."""

    path: Path
    """Absolute; links are kept."""
    text: str
    """Empty when it could not be read."""
    settings: Settings | None
    """None when there are problems."""
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


def load(path: Path, env: Environment[str, str] | None = None) -> Loaded:
    """Read and check the file. Never raises: what cannot be read is a problem at its first character."""
    path = Path(os.path.abspath(path))  # noqa: PTH100  links are kept: the name is the identity
    try:
        text = read_text(path)
    except ConfigError as error:
        problem = Problem(line=1, column=1, message=str(error))
        return Loaded(path=path, text="", settings=None, problems=(problem,), warnings=())
    settings, found = check(text, path, env)
    return Loaded(
        path=path,
        text=text,
        settings=settings,
        problems=tuple(problem for problem in found if not problem.warning),
        warnings=tuple(problem for problem in found if problem.warning),
    )


def check(
    text: str, path: Path, env: Environment[str, str] | None = None
) -> tuple[Settings | None, tuple[Problem, ...]]:
    """What `text` says as the content of `path` (absolute), and every problem and warning, in its order.

    The settings are None when there is a problem that is no warning. `env` replaces `${NAME}`, says where the
    home folder is and what is on `PATH`; it is this process's environment otherwise.
    """
    # Late: ruamel.yaml and the table cost as much as the rest of the command line's imports together.
    from sidekicks_tui.config.advice import advise
    from sidekicks_tui.config.fields import FILE
    from sidekicks_tui.config.nodes import Kind, Mapping, parse
    from sidekicks_tui.config.reading import Reading

    text = text.removeprefix("\ufeff")
    reading = Reading(text, path.parent, os.environ if env is None else env)
    if (size := len(text.encode(errors="replace"))) > limits.CONFIG_SIZE:
        problem = Problem(line=1, column=1, message=_too_large(size))
        return None, (problem,)
    root, faults = parse(text)
    for fault in faults:
        reading.fault(fault)
    values: object = {}
    if root is not None and root.kind is not Kind.NOTHING:
        values = FILE.read(root, _("the file"), reading)
    if isinstance(root, Mapping):
        advise(root, reading)
    problems = reading.problems()
    if not isinstance(values, dict) or not all(problem.warning for problem in problems):
        return None, problems
    return Settings(path=path, **values), problems


def read_text(path: Path) -> str:
    """The file's text, without its byte order mark. Raises `ConfigError`, whose text says why."""
    try:
        # A pipe would be waited for, a device read without end.
        mode = path.stat().st_mode
        if not S_ISREG(mode):
            kind = _("a folder") if S_ISDIR(mode) else _("no ordinary file")
            raise ConfigError(_("the configuration file is {kind}: {path}").format(kind=kind, path=path))
        with path.open("rb") as file:
            data = file.read(limits.CONFIG_SIZE + 1)
    except FileNotFoundError:
        raise ConfigError(_("the configuration file does not exist: {path}").format(path=path)) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(
            _("the configuration file cannot be read ({reason}): {path}").format(reason=reason, path=path)
        ) from error
    if len(data) > limits.CONFIG_SIZE:
        raise ConfigError(_too_large(path.stat().st_size))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(
            _("the configuration file is not UTF-8 (line {line}): save it as UTF-8").format(line=line)
        ) from None


def _too_large(size: int) -> str:
    sentence = _("the configuration file is too large: {size} bytes, {limit} are the limit")
    return sentence.format(size=size, limit=limits.CONFIG_SIZE)
