"""Which stretches of a line of YAML have which colour.

Each line is looked at alone, when it is drawn: a file of any length costs what is in sight. What that gets
wrong is a block of text over several lines, whose lines are coloured as if they were keys and values.
"""

from functools import lru_cache

from sidekicks_tui.widgets.timeline.markdown.highlighting import highlight, lexer_named

PREFIX = "yaml-editor--"
ROLES = {
    "code-keyword": "key",
    "code-string": "string",
    "code-comment": "comment",
    "code-number": "constant",
    "code-name": "constant",
}
"""What the highlighter calls it, and the component class (behind `PREFIX`)."""


def prepare() -> None:
    """Load what takes long, in a thread, before the first line is drawn."""
    lexer_named("yaml")


@lru_cache(maxsize=2048)
def stretches(line: str) -> tuple[tuple[int, int, str], ...]:
    """Start, end and component class of each stretch that has a colour of its own."""
    found: list[tuple[int, int, str]] = []
    (runs,), _ = highlight(lexer_named("yaml"), [line])
    start = 0
    for text, ink in runs:
        if role := ROLES.get(ink.role):
            found.append((start, start + len(text), PREFIX + role))
        start += len(text)
    return tuple(found)
