"""Exit statuses."""

from typing import Final

DONE: Final = 0
FAILED: Final = 1
"""It could not be done: an agent failed or refused, a file cannot be read, the configuration has errors."""
WRONG_USE: Final = 2
STOPPED: Final = 130
"""The person stopped it."""
