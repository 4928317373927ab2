"""Awkward process trees: shell scripts that note the pid of each process that they make."""

import os
from pathlib import Path

import psutil

# Each process appends its pid to $PIDS before it settles. A sleep that outlives the test run is a failure
# that can be seen: nothing but the end under test ends it.
NOTE = 'echo $$ >> "$PIDS";'
STAY = "exec sleep 300"

TREES: dict[str, tuple[int, str]] = {
    "the shell as a wrapper": (2, f"{NOTE} sh -c '{NOTE} {STAY}' & wait"),
    "npx-like: shell in shell": (3, f"{NOTE} sh -c '{NOTE} sh -c \"$INNER\"; true'; true"),
    "ignores the end of input and SIGTERM": (1, f"trap '' TERM; {NOTE} while :; do sleep 0.1; done"),
    "a child in a session of its own": (2, f"{NOTE} setsid sh -c '{NOTE} {STAY}' & wait"),
    "nohup": (2, f"{NOTE} nohup sh -c '{NOTE} {STAY}' & wait"),
    "double fork": (2, f"{NOTE} (setsid sh -c '{NOTE} {STAY}' &) ; {STAY}"),
    "double fork without our environment": (
        2,
        f'{NOTE} (env -i PIDS="$PIDS" PATH="$PATH" setsid sh -c \'{NOTE} {STAY}\' &) ; {STAY}',
    ),
    "forks on SIGTERM": (1, f"trap 'setsid sh -c \"$INNER\" &' TERM; {NOTE} while :; do sleep 0.1; done"),
    "is suspended": (2, f"{NOTE} sh -c '{NOTE} kill -STOP $$' & wait"),
    "ends and leaves a child": (2, f"{NOTE} sh -c '{NOTE} {STAY}' & sleep 0.1"),
}


def environment(pids: Path) -> dict[str, str]:
    """The environment in which the scripts of TREES run."""
    return {"PATH": os.environ["PATH"], "PIDS": str(pids), "INNER": f"{NOTE} {STAY}"}


def noted(pids: Path) -> list[int]:
    """The pids that were noted so far."""
    return [int(line) for line in pids.read_text().split()] if pids.exists() else []


def alive(pids: Path) -> list[int]:
    """Those of them that still are processes: zombies count."""
    return [pid for pid in noted(pids) if psutil.pid_exists(pid)]
