"""Where Sidekicks keeps its files. Nothing here creates a folder: whoever writes does.

Everything stands below `<user config dir>/sidekicks`: the default configuration file, and for each
configuration file a history and logs of its own, told apart by a hash of the file's absolute path.
"""

import hashlib
import os
import pwd
import sys
from pathlib import Path

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import ConfigError

_KEY_LENGTH = 16


def config_folder() -> Path:
    """`<user config dir>/sidekicks`. Raises `ConfigError` when there is no home folder to put it in."""
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "sidekicks"
    configured = os.environ.get("XDG_CONFIG_HOME", "")
    # The XDG specification has a relative path ignored.
    base = Path(configured) if configured.startswith("/") else _home() / ".config"
    return base / "sidekicks"


def data_folder(config_path: Path) -> Path:
    """The folder of the history that belongs to the configuration file `config_path`."""
    return config_folder() / "data" / config_key(config_path)


def log_folder(config_path: Path) -> Path:
    """The folder of the agents' log files that belong to the configuration file `config_path`."""
    return config_folder() / "logs" / config_key(config_path)


def agent_log(config_path: Path, agent: str) -> Path:
    """The log file of the agent called `agent` in the configuration file `config_path`."""
    return log_folder(config_path) / f"{agent}.log"


def run_folder() -> Path:
    """What running instances leave for the next one to find."""
    return config_folder() / "run"


def program_log() -> Path:
    """The log of Sidekicks itself."""
    return config_folder() / "logs" / "sidekicks.log"


def config_key(config_path: Path) -> str:
    """16 hexadecimal characters that stand for the configuration file's absolute path."""
    absolute = os.path.abspath(config_path)  # noqa: PTH100  links are kept: the name is the identity
    return hashlib.sha256(os.fsencode(absolute)).hexdigest()[:_KEY_LENGTH]


def _home() -> Path:
    home = os.environ.get("HOME", "")
    if not home.startswith("/"):
        try:
            home = pwd.getpwuid(os.getuid()).pw_dir
        except KeyError:
            home = ""
    if not home.startswith("/"):
        raise ConfigError(_("there is no home folder to keep the configuration in: set HOME"))
    return Path(home)
