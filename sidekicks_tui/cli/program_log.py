"""The program log: tracebacks, warnings, and nothing on the terminal."""

import contextlib
import logging
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.model.limits import LOG_FILE_SIZE
from sidekicks_tui.system.files import private_folder
from sidekicks_tui.system.folders import program_log

_FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def open_log() -> Path | None:
    """Send all logging to the program log and nowhere else; returns where it is.

    The file is made by the first record. Where there is no home folder there is no log, and None is returned;
    one that cannot be written is lost in silence: there is nowhere left to tell it.
    """
    logging.raiseExceptions = False
    logging.captureWarnings(True)
    try:
        path = program_log()
    except ConfigError:
        logging.getLogger().handlers = [logging.NullHandler()]
        return None
    logging.getLogger().handlers = [_LogFile(path)]
    return path


class _LogFile(logging.FileHandler):
    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", delay=True, errors="backslashreplace")
        self.setFormatter(logging.Formatter(_FORM))
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError):  # it cannot be opened, which `logging` itself does not expect
            super().emit(record)

    def _open(self) -> TextIOWrapper:
        private_folder(self._path.parent)
        with contextlib.suppress(FileNotFoundError):
            if self._path.stat().st_size > LOG_FILE_SIZE:
                self._path.replace(self._path.with_name(self._path.name + ".1"))
        stream = super()._open()
        self._path.chmod(0o600)
        return stream
