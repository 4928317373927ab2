"""Changes to the file's text that leave every other character as the person wrote it.

A whole file written out again by a YAML library keeps its comments, but moves some of them, and changes
indentation and line breaks. So the place of a change is found in the tree, what is new is written out by
ruamel.yaml, and only that is put in. The result is read again: were it anything but what was meant, the text
would stay as it is.

Every function answers with the new text. Raises `ConfigError` when the text has mistakes, or cannot be
changed like this.
"""

import io
import re
import textwrap
from collections.abc import Mapping as Keys
from typing import Any, Final, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from sidekicks_tui.config.nodes import Kind, Mapping, Node, Scalar, Sequence, parse, plain
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import ConfigError

_NO_FOLDING: Final = 1_000_000
_PLAIN: Final = re.compile(r"[\w./~-]([\w ./~@+=-]*[\w./~@+=-])?")
"""Quoted, if need be, by ruamel.yaml; of others it leaves some unquoted that then mean something else."""
Value: TypeAlias = str | int | bool


def add_agent(text: str, agent: Keys[str, object]) -> str:
    """`agent` (the keys of the file) becomes the last agent."""
    return _add(text, "agents", agent)


def add_channel(text: str, channel: Keys[str, object]) -> str:
    """`channel` (the keys of the file) becomes the last channel."""
    return _add(text, "channels", channel)


def remove_agent(text: str, name: str) -> str:
    """The agent goes, with the comments inside it."""
    root = _root(text)
    listed = root.get("agents")
    items = listed.items if isinstance(listed, Sequence) else ()
    index = next(
        (at for at, item in enumerate(items) if isinstance(item, Mapping) and item.text("name") == name), -1
    )
    if index < 0 or not isinstance(listed, Sequence):
        raise ConfigError(_('there is no agent "{name}" in the configuration').format(name=name))
    expected = _data(root)
    del expected["agents"][index]
    return _verified(_without(text, root, listed, index), expected)


def set_value(text: str, path: tuple[str, ...], value: Value) -> str:
    """The value at `path` becomes `value`; keys that are missing are added.

    `path` holds keys from the top: `("limits", "maxRunningAgents")`.
    """
    root = _root(text)
    expected = inner = _data(root)
    for key in path[:-1]:
        inner[key] = inner = inner.get(key) or {}
    inner[path[-1]] = value
    node: Node = root
    for depth, key in enumerate(path):
        entry = node.get(key) if isinstance(node, Mapping) else None
        if entry is None:
            missing: object = value
            for name in reversed(path[depth:]):
                missing = {name: missing}
            return _verified(_with_keys(text, node, missing), expected)
        node = entry
    space = "" if text[node.start - 1].isspace() else " "
    end = node.start + len(text[node.start : node.end].rstrip("\n"))  # a block of text ends behind its line
    return _verified(text[: node.start] + space + _flow(value) + text[end:], expected)


def _add(text: str, key: str, item: Keys[str, object]) -> str:
    root = _root(text)
    expected = _data(root)
    expected[key] = [*(expected.get(key) or ()), dict(item)]
    listed = root.get(key)
    if listed is None:
        return _verified(_with_keys(text, root, {key: [item]}), expected)
    if not isinstance(listed, Sequence) or not listed.items:
        # Nothing, or []: it makes room for a list below its key.
        text = text[: listed.start].rstrip(" ") + text[listed.end :]
        return _verified(_with_lines(text, listed.start, _block([item], 2)), expected)
    last = listed.items[-1]
    if listed.flow:
        return _verified(f"{text[: last.end]}, {_flow(item)}{text[last.end :]}", expected)
    column = _column(text, listed.start)
    return _verified(_with_lines(text, _item_end(text, last, column), _block([item], column)), expected)


def _with_keys(text: str, node: Node, keys: object) -> str:
    """`keys` behind the last key of `node`, a mapping or nothing."""
    if not isinstance(node, Mapping):
        line = text.rfind("\n", 0, node.start) + 1
        indent = len(text[line:]) - len(text[line:].lstrip(" "))
        return _with_lines(text, node.start, _block(keys, indent + 2))
    if node.flow:
        at = node.entries[-1][1].end if node.entries else node.start + 1
        return f"{text[:at]}{', ' if node.entries else ''}{_flow(keys)[1:-1]}{text[at:]}"
    if not node.entries:
        return _with_lines(text, len(text), _block(keys, 0))
    return _with_lines(text, _last(node), _block(keys, _column(text, node.start)))


def _without(text: str, root: Mapping, listed: Sequence, index: int) -> str:
    items = listed.items
    if listed.flow:
        start = items[index].start if index == 0 else items[index - 1].end
        end = items[1].start if index == 0 and len(items) > 1 else items[index].end
        return text[:start] + text[end:]
    start = text.rindex("\n", 0, text.rindex("-", 0, items[index].start)) + 1
    text = text[:start] + text[_item_end(text, items[index], _column(text, listed.start)) :]
    if len(items) > 1:
        return text
    key = next(key for key, value in root.entries if value is listed)
    colon = text.index(":", key.end) + 1
    return f"{text[:colon]} []{text[colon:]}"


def _last(node: Node) -> int:
    """Where the node's last character is; a block's own end is that of the comments behind it."""
    if isinstance(node, Scalar) or node.flow:
        return node.end
    if isinstance(node, Sequence):
        return _last(node.items[-1]) if node.items else node.end
    return _last(node.entries[-1][1]) if node.entries else node.end


def _item_end(text: str, item: Node, column: int) -> int:
    """Behind the last line of a list's item, comments included that are indented deeper than its dash."""
    end = _line_end(text, _last(item))
    for line in text[end:].splitlines(keepends=True):
        if not line.startswith(" " * (column + 1)) or not line.lstrip(" ").startswith("#"):
            break
        end += len(line)
    return end


def _line_end(text: str, at: int) -> int:
    """Behind the end of the line that holds the character before `at`."""
    end = text.find("\n", max(at - 1, 0))
    return len(text) if end < 0 else end + 1


def _with_lines(text: str, at: int, lines: str) -> str:
    end = _line_end(text, at)
    before = text[:end]
    return f"{before}{'' if not before or before.endswith(chr(10)) else chr(10)}{lines}{text[end:]}"


def _column(text: str, at: int) -> int:
    return at - (text.rfind("\n", 0, at) + 1)


def _block(value: object, indent: int) -> str:
    yaml = YAML()
    yaml.indent(mapping=2, sequence=4, offset=2)
    # A list at the top is indented by its offset, which is taken away again.
    return textwrap.indent(textwrap.dedent(_dumped(yaml, value)), " " * indent)


def _flow(value: object) -> str:
    yaml = YAML()
    yaml.default_flow_style = True
    # A single value is written as a document, which "..." ends.
    return _dumped(yaml, value).removesuffix("...\n").strip()


def _dumped(yaml: YAML, value: object) -> str:
    yaml.width = _NO_FOLDING
    stream = io.StringIO()
    yaml.dump(_styled(value), stream)
    return stream.getvalue()


def _styled(value: object) -> object:
    """Lists of single values, commands say, stay on one line; what is not plainly plain is quoted."""
    if isinstance(value, Keys):
        return {key: _styled(inner) for key, inner in value.items()}
    if isinstance(value, str) and not _PLAIN.fullmatch(value):
        return DoubleQuotedScalarString(value)
    if not isinstance(value, list | tuple):
        return value
    styled = CommentedSeq(_styled(inner) for inner in value)
    if not any(isinstance(inner, Keys | list | tuple) for inner in value):
        styled.fa.set_flow_style()
    return styled


def _root(text: str) -> Mapping:
    node, faults = parse(text)
    if faults:
        raise ConfigError(_("the configuration cannot be changed before its mistakes are mended"))
    if node is None or node.kind is Kind.NOTHING:
        return Mapping((), False, 0, 0)
    if not isinstance(node, Mapping):
        raise ConfigError(_("the configuration has no keys"))
    return node


def _data(root: Mapping) -> dict[str, Any]:
    data = plain(root)
    assert isinstance(data, dict)  # of a mapping
    return data


def _verified(text: str, expected: object) -> str:
    node, faults = parse(text)
    if faults or (plain(node) if node is not None else {}) != expected:
        raise ConfigError(_("the configuration cannot be changed like this: edit the file"))
    return text
