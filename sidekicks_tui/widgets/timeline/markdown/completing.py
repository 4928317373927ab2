"""Text that still streams, as if its author closed what is open.

Without this, `**bold` would stand there with its stars until the closing ones come, and a link with its
address: text that one reads would change under the eye, and be sent to the terminal twice. It is for what is
shown meanwhile only; the finished text is drawn as it is.
"""

import re
from typing import Final

_OPEN_LINK: Final = re.compile(r"\[[^\[\]\n]*\]\([^()\s]*$")
_OPEN_EMPHASIS: Final = re.compile(r"(?<![\w*\\])\*(?![\s*])[^*\n]+$")
_SIGNS: Final = "*_`~["


def completed(source: str) -> str:
    source = source.rstrip(_SIGNS)
    if source.count("`") % 2:
        return source + "`"
    if _OPEN_LINK.search(source):
        source += ")"
    if source.count("**") % 2:
        return source.rstrip() + "**"
    if _OPEN_EMPHASIS.search(source):
        return source.rstrip() + "*"
    return source
