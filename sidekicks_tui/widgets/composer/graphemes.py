"""Where the cursor may stand in a line: between what the person sees as characters, never inside of one."""

from typing import Final

from rich.cells import split_graphemes

_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)


def before(line: str, column: int) -> int:
    """The place one visible character to the left of `column`."""
    return max((place for place in _places(line) if place < column), default=0)


def after(line: str, column: int) -> int:
    """The place one visible character to the right of `column`."""
    return min((place for place in _places(line) if place > column), default=len(line))


def _places(line: str) -> list[int]:
    if line.isascii():
        return list(range(len(line) + 1))
    spans, _ = split_graphemes(line)
    places = [0]
    half_flag = False
    for start, end, _ in spans:
        # Two letters make one flag; Rich has them apart.
        flag = end - start == 1 and ord(line[start]) in _FLAG_LETTERS
        if flag and half_flag:
            places[-1] = end
        else:
            places.append(end)
        half_flag = flag and not half_flag
    return places
