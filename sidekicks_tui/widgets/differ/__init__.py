"""Fewer bytes on the line: only cells that changed are written, and rows that moved are scrolled.

Textual's compositor writes whole regions: a conversation that moves by one row costs a screenful. The differ
stands between the compositor and the terminal, keeps a model of what the terminal shows, and writes the
difference. It stands on parts of Textual that are not public, so `install` looks whether they are what it
knows, and leaves Textual alone where they are not.
"""

from sidekicks_tui.widgets.differ.hook import install
from sidekicks_tui.widgets.differ.screen import ScreenModel

__all__ = ["ScreenModel", "install"]
