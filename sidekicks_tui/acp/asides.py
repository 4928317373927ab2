"""What some agents say of themselves in the place of their model.

Codex tells its warnings as pieces of the answer: each whole, without a message of its own, and the answer
runs on behind it without so much as a space.
"""

import re
from typing import Final

_WARNING: Final = re.compile(
    r"(?:Model metadata for `|Heads up: Long |Falling back from WebSockets|Under-development features).*\.",
    re.DOTALL,
)
_LONGEST: Final = 2000


def is_aside(words: str) -> bool:
    """Whether the piece is such a sentence, and so belongs to no message of the model."""
    return len(words) <= _LONGEST and _WARNING.fullmatch(words) is not None
