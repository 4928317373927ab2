"""Whether an agent speaks to the person: as `@you`, or by what they are called on this machine."""

import getpass
import re
from functools import cache

from sidekicks_tui.core.channels.prose import mask_code


def mentions_person(text: str) -> bool:
    return "@" in text and _pattern().search(mask_code(text)) is not None


@cache
def _pattern() -> re.Pattern[str]:
    try:
        login = getpass.getuser()
    except (OSError, KeyError):
        login = ""
    names = "|".join(re.escape(name) for name in ("you", login) if name)
    return re.compile(rf"(?<![\w@./-])@(?:{names})(?![\w@/-])", re.IGNORECASE)
