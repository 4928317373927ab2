"""One event of a vendor: where it is served, what a hook is told and may decide, and what is lost."""

from typing import NamedTuple

from sidekicks_tui.hooks.occasions import Mode, Occasion, Seam


class Row(NamedTuple):
    event: str
    occasion: Occasion
    seams: tuple[Seam, ...]
    mode: Mode
    payload: str
    """The fields that a hook is given: real, mapped, or absent."""
    decision: str
    """What of its answer is honoured."""
    losses: tuple[str, ...]
    """Never empty."""
    matches: str = ""
    """The field that a matcher is compared with; empty: matchers are ignored."""
