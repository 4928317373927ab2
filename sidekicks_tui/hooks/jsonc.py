"""JSON with comments and trailing commas, made plain JSON."""

import re
from typing import Final

_TOKEN: Final = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[}\]])', re.DOTALL
)


def plain_json(text: str) -> str:
    """`text` without comments and trailing commas; texts in it stay as they are."""
    return _TOKEN.sub(lambda token: token[0] if token[0].startswith('"') else "", text)
