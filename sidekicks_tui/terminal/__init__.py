"""A terminal without a screen. Nothing in here knows Textual.

What it stands on costs half a second to import: `new_emulator` does it, when the first terminal opens.
"""

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import StartError
from sidekicks_tui.terminal.emulator import Emulator

__all__ = ["Emulator", "new_emulator"]


def new_emulator(columns: int, rows: int) -> Emulator:
    """An empty terminal of that size. Blocks; raises `StartError` where there is none for this platform."""
    try:
        from sidekicks_tui.terminal.ghostty.emulator import GhosttyEmulator
    except (ImportError, OSError) as error:
        raise StartError(
            _(
                "there is no terminal emulator for this platform: the package pyghostty "
                "has none for this system and C library ({reason})"
            ).format(reason=error)
        ) from error
    return GhosttyEmulator(columns, rows)
