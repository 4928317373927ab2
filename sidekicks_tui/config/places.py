"""Where something stands in the text, for who finds it wrong without having read it."""

from bisect import bisect_right

from sidekicks_tui.config.nodes import Mapping, Node, parse


def place(text: str, path: tuple[str, ...]) -> tuple[int, int] | None:
    """Line and column (from 1) of the value at `path` (keys from the top); None when it is not there."""
    node: Node | None = parse(text)[0]
    for key in path:
        node = node.get(key) if isinstance(node, Mapping) else None
    if node is None:
        return None
    lines = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
    line = bisect_right(lines, node.start)
    return line, node.start - lines[line - 1] + 1
