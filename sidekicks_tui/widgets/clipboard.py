"""Copies through the terminal (OSC 52), over SSH as well, and says honestly what may come of it."""

import os
from typing import Any, Final

from textual.app import App

from sidekicks_tui.locale import _
from sidekicks_tui.model.limits import KB, MB

_TAKEN_BY_ALL: Final = 74 * KB
"""Bytes: from about 100,000 characters of base64 on, some terminals take nothing and say nothing."""
_LARGEST: Final = MB


def copy(app: App[Any], text: str) -> str:
    """Hand `text` to the terminal's clipboard; returns the sentence that tells the person.

    A terminal never says whether it took a copy, so no sentence promises that.
    """
    size = len(text.encode(errors="replace"))
    if size > _LARGEST:
        return _(
            "Not copied: {size} KB is more than terminals take. Export the conversation instead."
        ).format(size=size // KB)
    app.copy_to_clipboard(text.encode(errors="replace").decode())
    if os.environ.get("TMUX"):
        return _("Copied, if tmux may set the clipboard (`set -s set-clipboard on`).")
    if size > _TAKEN_BY_ALL:
        return _(
            "Copied, if the terminal takes {size} KB at once (OSC 52); some take no more than 74."
        ).format(size=size // KB)
    return _("Copied, if the terminal allows it (OSC 52).")
