"""How one engine follows another: what is changed between the two, and what the next one begins with.

One engine serves one configuration file and its history. Opening another file, or resetting either, is done
while no engine has them open.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.model.base import Value


class Succession(Value, frozen=True, kw_only=True):
    chosen: Chosen
    """The file that the next engine serves."""
    copies: tuple[Path, ...] = ()
    """Where what was reset is kept."""
    problem: str = ""
    """Why not everything was done; a sentence."""


Change: TypeAlias = Callable[[], Succession]
"""Blocks, and never raises."""
Owner: TypeAlias = Callable[[Change], Awaitable[Succession]]
"""Ends its engine, lets the change be made, and goes on with the next engine."""
