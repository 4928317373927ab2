"""Keys and passwords taken out of what is shown: people paste it into bug reports."""

import os
import re
from collections.abc import Mapping
from typing import Final

from sidekicks_tui.config.quoting import looks_secret

_NAMES: Final = re.compile("key|token|secret|passw|credential|auth", re.IGNORECASE)
_SHORTEST: Final = 6
"""A shorter value stands in too many words that are none."""
_WORDS: Final = re.compile(r"[^\s\"'`]+")
_HIDDEN: Final = "…(hidden)"


def without_secrets(text: str, env: Mapping[str, str]) -> str:
    """`text` without the values of variables (of `env` and our own) that are called like secrets, and without

    words that look like keys.
    """
    for name, value in {**os.environ, **env}.items():
        if _NAMES.search(name) and len(value) >= _SHORTEST:
            text = text.replace(value, _HIDDEN)
    return _WORDS.sub(lambda word: _HIDDEN if looks_secret(word[0]) else word[0], text)
