"""Addresses, opened in the person's browser."""

import os
import sys
import webbrowser

from sidekicks_tui.widgets.question.words import web_host


def open_in_browser(address: str) -> bool:
    """Whether a browser took it. Blocks.

    Nothing but addresses of the web is opened; a browser that would take over this terminal is none.
    """
    has_desktop = sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return bool(web_host(address)) and has_desktop and webbrowser.open(address)
