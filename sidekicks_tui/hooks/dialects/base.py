"""What the vendors' dialects have in common."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from sidekicks_tui.hooks.moments import Moment
from sidekicks_tui.hooks.naming import Tool
from sidekicks_tui.hooks.occasions import Occasion
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.hooks.runner import Run
from sidekicks_tui.hooks.tools import ToolFacts

CONTEXT_LENGTH: Final = 10_000
"""Characters of one text that a hook gives; what is longer is cut, and says so."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A hook that ran: for which event, spelled as it was declared, and what came of it."""

    event: str
    occasion: Occasion
    run: Run


class Dialect(Protocol):
    def tool(self, event: str, facts: ToolFacts) -> Tool | None:
        """The call in the vendor's words; None when the vendor has no hooks for such a call."""

    def payload(self, event: str, moment: Moment) -> dict[str, object]:
        """What a hook for `event` reads on its standard input."""

    def read(self, heard: Heard) -> Outcome:
        """What the run says. Never raises."""

    def timeout(self, event: str) -> float:
        """Seconds that a hook for `event` may take when it names no timeout of its own."""

    def environment(self, moment: Moment, root: str) -> dict[str, str]:
        """Variables that the vendor sets; `root` is a plugin's folder, empty for none."""

    def shell(self) -> tuple[str, ...]:
        """The words before a command line."""


def json_object(text: str) -> Mapping[str, object] | None:
    """The object that the whole text is."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def looks_like_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def words(source: Mapping[str, object], *keys: str) -> str:
    """The first of the fields that holds a text, cut."""
    for key in keys:
        value = source.get(key)
        if isinstance(value, str) and value.strip():
            return cut(value)
    return ""


def some(text: str) -> tuple[str, ...]:
    return (cut(text),) if text.strip() else ()


def cut(text: str) -> str:
    text = text.strip()
    if len(text) <= CONTEXT_LENGTH:
        return text
    return f"{text[:CONTEXT_LENGTH]}\n[cut at {CONTEXT_LENGTH} characters]"


def mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def kept(value: object) -> Mapping[str, object] | None:
    return value if isinstance(value, dict) else None


def failure(run: Run) -> str:
    """Why the run is no answer; empty when it is one."""
    if run.error:
        return run.error
    if run.timed_out:
        return f"it did not answer within {run.seconds:.0f} s"
    return ""


def person_decides(problem: str) -> Outcome:
    """The vendor does not say what a failure means: the gate stays closed, and the person decides."""
    return Outcome(decision=Decision.ASK, reason=problem, problem=problem)


def ended(run: Run) -> str:
    """How a run ended that should have ended otherwise."""
    status = run.status or 0
    how = f"it was ended by signal {-status}" if status < 0 else f"it exited with status {status}"
    return f"{how}: {cut(run.stderr).splitlines()[-1]}" if run.stderr.strip() else how
