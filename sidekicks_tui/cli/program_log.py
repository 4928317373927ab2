"""The program log: tracebacks, warnings, and nothing on the terminal."""

import contextlib
import logging
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from sidekicks_tui.model.limits import LOG_FILE_SIZE
from sidekicks_tui.system.files import private_folder
from sidekicks_tui.system.folders import program_log

_FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def open_log() -> Path:
    """Send all logging to the program log and nowhere else; returns where it is.

    The file is made by the first record. A log that cannot be written is lost in silence: there is nowhere
    left to tell it.
    """
    path = program_log()
    root = logging.getLogger()
    if not any(isinstance(handler, _LogFile) for handler in root.handlers):
        root.handlers = [_LogFile(path)]
    logging.raiseExceptions = False
    logging.captureWarnings(True)
    return path


class _LogFile(logging.FileHandler):
    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", delay=True, errors="backslashreplace")
        self.setFormatter(logging.Formatter(_FORM))
        self._path = path

    def _open(self) -> TextIOWrapper:
        private_folder(self._path.parent)
        with contextlib.suppress(FileNotFoundError):
            if self._path.stat().st_size > LOG_FILE_SIZE:
                self._path.replace(self._path.with_name(self._path.name + ".1"))
        stream = super()._open()
        self._path.chmod(0o600)
        return stream
