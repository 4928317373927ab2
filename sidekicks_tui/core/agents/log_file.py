"""Where the log of an agent is, for those who write it and those who read it from elsewhere."""

from pathlib import Path


def log_file(folder: Path, agent: str) -> Path:
    """The log of `agent` in `folder`, which is the configuration file's folder of logs."""
    return folder / f"{agent}.log"
