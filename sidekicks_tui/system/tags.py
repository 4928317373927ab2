"""The mark in the environment by which everything that a child started is found again."""

import secrets
from typing import Final

TAG_VARIABLE: Final = "SIDEKICKS_SESSION"


def new_tag() -> str:
    """A tag that no other process carries: 32 hexadecimal characters."""
    return secrets.token_hex(16)
