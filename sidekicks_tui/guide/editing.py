"""Replacing one text by another in a file's content."""

from sidekicks_tui.model.errors import UsageError


def replaced(content: str, old: str, new: str) -> tuple[str, int]:
    """`content` with `new` in the place of `old`, and the line of that place (from 1).

    Raises `UsageError` unless `old` stands there exactly once, or when nothing would change. An `old` that
    ends with a line feed also stands for the last line of a file that ends without one.
    """
    count = content.count(old)
    if count == 0 and old.endswith("\n") and content.endswith(old[:-1]):
        old, new = old[:-1], new.removesuffix("\n")
        place = len(content) - len(old)
    elif count == 1:
        place = content.index(old)
    elif count == 0:
        raise UsageError("The old text does not stand in the file; spaces and capitals count.")
    else:
        lines = ", ".join(str(line) for line in _lines_of(content, old)[:8])
        raise UsageError(
            f"The old text stands there {count} times (lines {lines}): give more of what is around it."
        )
    if old == new:
        raise UsageError("The old text and the new one are the same.")
    return content[:place] + new + content[place + len(old) :], content.count("\n", 0, place) + 1


def _lines_of(content: str, text: str) -> list[int]:
    lines = []
    place = content.find(text)
    while place >= 0:
        lines.append(content.count("\n", 0, place) + 1)
        place = content.find(text, place + len(text))
    return lines
