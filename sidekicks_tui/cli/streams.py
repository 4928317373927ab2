"""The three streams of a program, made so that nothing that is read or written is a bug."""

import io
import os
import sys


def prepare_streams() -> None:
    """What the locale's encoding cannot read or write becomes a question mark; a closed stream leads nowhere.

    Without the latter, the next file that is opened would take the stream's place.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # The lowest free descriptor is the one that was closed.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
