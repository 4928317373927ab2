"""How the scripted agent (`agent.py`, whose docstring says what it can do) is started."""

import sys
from pathlib import Path

_SCRIPT = Path(__file__).with_name("agent.py")


def agent_command(*flags: str) -> list[str]:
    """The command of a fake agent, such as `agent_command("--store=sessions.json", "--load=after")`."""
    return [sys.executable, "-S", "-E", str(_SCRIPT), *flags]
