"""What may stand at a place of the file that is being written: the keys and values that its schema has.

A text is rarely YAML while it is typed, so the place is found from the indentation of the lines around it,
and from what is open in a flow (`[…`, `{…`) on its own line.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from sidekicks_tui.config.schema import schema
from sidekicks_tui.model.base import Value

Path: TypeAlias = tuple[str, ...]
"""Keys from the top; `ITEM` stands for any item of a list."""
ITEM: Final = "[]"
_LINE: Final = re.compile(
    r"(?P<indent> *)(?P<dashes>(?:- +)*)(?:(?P<key>[^\s:#'\"\[\]{},-][^:#]*?):(?=\s|$))?"
)
_KEY_PART: Final = re.compile(r"[\w.-]*")
_VALUE_PART: Final = re.compile(r"[^\s,\[\]{}]*$")


class Offer(Value, frozen=True, kw_only=True):
    text: str
    """What takes the place of what was typed."""
    name: str
    detail: str = ""


class Completion(Value, frozen=True, kw_only=True):
    typed: str
    """What stands before the cursor of it."""
    offers: tuple[Offer, ...]


def complete(
    lines: Sequence[str], row: int, column: int, known: Mapping[Path, Sequence[str]]
) -> Completion | None:
    """What may stand at the cursor; None where nothing is known.

    `row` and `column` count from 0. `known` has what only others know, by the place: the values at a key
    (`("theme",)`), the items of a list (`("channels", ITEM, "members", ITEM)`), or the keys of free ones
    (`("keys",)`).
    """
    before = lines[row][:column]
    if re.search(r"(?:^|\s)#", before):
        return None
    line = _parse(before)
    path = _path(lines, row, line)
    rest = before[line.key_column :]
    if line.key:
        value = rest[len(line.key) + 1 :].lstrip()
        return _in_value(value, (*path, line.key), known)
    if rest[:1] in ("[", "{"):
        return _in_value(rest, path, known)
    if path[-1:] == (ITEM,) and (offers := _values(path, known)):
        return Completion(typed=rest, offers=offers)
    if not _KEY_PART.fullmatch(rest):
        return None
    return _of_keys(path, rest, _siblings(lines, row, line), known)


class _Line:
    def __init__(self, found: re.Match[str]) -> None:
        self.dash = len(found["indent"]) if found["dashes"] else -1
        """The column of the last dash but those before it; -1 without one."""
        self.key_column = found.end("dashes")
        self.key = found["key"] or ""


def _parse(text: str) -> _Line:
    found = _LINE.match(text)
    assert found is not None  # it matches the empty text
    return _Line(found)


def _path(lines: Sequence[str], row: int, line: _Line) -> Path:
    """The keys above the line, an item of a list where it is or belongs to one."""
    path: list[str] = []
    column, in_list = line.key_column, False
    if line.dash >= 0:
        path, column, in_list = [ITEM], line.dash, True
    for above in _written_above(lines, row):
        if above.key and (above.key_column < column or (in_list and above.key_column == column)):
            path.insert(0, above.key)
            column, in_list = above.key_column, False
            if above.dash >= 0:
                path.insert(0, ITEM)
                column, in_list = above.dash, True
        elif not in_list and 0 <= above.dash < column == above.key_column:
            path.insert(0, ITEM)
            column, in_list = above.dash, True
    return tuple(path)


def _written_above(lines: Sequence[str], row: int) -> Iterator[_Line]:
    for number in range(row - 1, -1, -1):
        text = lines[number]
        if text.strip() and not text.lstrip().startswith("#"):
            yield _parse(text)


def _siblings(lines: Sequence[str], row: int, line: _Line) -> dict[str, str]:
    """The other keys of the mapping that the line is in, with what stands behind them."""
    found: dict[str, str] = {}
    for step in (-1, 1):
        begins_item = line.dash >= 0
        number = row + step
        while 0 <= number < len(lines) and not (step == -1 and begins_item):
            text = lines[number]
            number += step
            if not text.strip() or text.lstrip().startswith("#"):
                continue
            other = _parse(text)
            if other.key_column < line.key_column or (step == 1 and 0 <= other.dash < line.key_column):
                break
            if other.key_column == line.key_column and other.key:
                found[other.key] = text[other.key_column + len(other.key) + 1 :].strip().strip("\"'")
            begins_item = 0 <= other.dash < line.key_column
    return found


class _Flow:
    """What `[` or `{` has opened."""

    def __init__(self, path: Path, opener: str) -> None:
        self.path = (*path, ITEM) if opener == "[" else path
        self.of_keys = opener == "{"
        self.beside: dict[str, str] = {}


def _in_value(value: str, path: Path, known: Mapping[Path, Sequence[str]]) -> Completion | None:
    """At the end of `value`, which begins at `path`."""
    flows: list[_Flow] = []
    key = ""
    start = 0
    for at, character in enumerate(value):
        inner = flows[-1] if flows else None
        if character in "[{":
            within = path if inner is None else (*inner.path, key) if key else inner.path
            flows.append(_Flow(within, character))
        elif inner is None:
            continue
        elif character == ":" and inner.of_keys and value[at + 1 : at + 2] in ("", " "):
            key = value[start:at].strip()
            start = at + 1
            continue
        elif character not in ",]}":
            continue
        elif key:
            inner.beside[key] = value[start:at].strip(" \"'")
        if character in "]}":
            flows.pop()
        key = ""
        start = at + 1
    typed = value[start:].lstrip()
    if flows and flows[-1].of_keys and not key:
        return _of_keys(flows[-1].path, typed, flows[-1].beside, known)
    if flows:
        path = (*flows[-1].path, key) if key else flows[-1].path
    offers = _values(path, known)
    return Completion(typed=typed, offers=offers) if offers and _VALUE_PART.fullmatch(typed) else None


def _of_keys(
    path: Path, typed: str, beside: dict[str, str], known: Mapping[Path, Sequence[str]]
) -> Completion | None:
    offers: dict[str, Offer] = {}
    for alternative in _schemas(path, beside):
        for key, inner in alternative.get("properties", {}).items():
            if key not in beside or key == typed:
                text = f"{key}: " if _is_single(inner) else f"{key}:"
                offers.setdefault(key, Offer(text=text, name=key, detail=str(inner.get("description", ""))))
    for key in known.get(path, ()):
        if key not in beside:
            offers.setdefault(key, Offer(text=f"{key}: ", name=key))
    return Completion(typed=typed, offers=tuple(offers.values())) if offers else None


def _values(path: Path, known: Mapping[Path, Sequence[str]]) -> tuple[Offer, ...]:
    texts = list(known.get(path, ()))
    for alternative in _schemas(path, {}):
        texts += [str(value) for value in alternative.get("enum", ())]
        if alternative.get("type") == "boolean":
            texts += ["true", "false"]
    return tuple(Offer(text=text, name=text) for text in dict.fromkeys(texts))


def _schemas(path: Path, beside: Mapping[str, str]) -> list[dict[str, Any]]:
    """The schemas of what stands at `path`; of alternatives, those that fit the keys there already."""
    found: list[dict[str, Any]] = [schema()]
    for step in path:
        found = [inner for outer in found for inner in _step(outer, step)]
    return [each for each in found if _fits(each, beside)]


def _step(outer: dict[str, Any], step: str) -> list[dict[str, Any]]:
    if step == ITEM:
        inner = outer.get("items")
    else:
        inner = outer.get("properties", {}).get(step, outer.get("additionalProperties"))
    if not isinstance(inner, dict):
        return []
    return [{**inner, **each} for each in inner["anyOf"]] if "anyOf" in inner else [inner]


def _fits(alternative: dict[str, Any], beside: Mapping[str, str]) -> bool:
    properties = alternative.get("properties", {})
    choices = {key: properties.get(key, {}).get("enum") for key in beside}
    return all(not choices[key] or not value or value in choices[key] for key, value in beside.items())


def _is_single(inner: dict[str, Any]) -> bool:
    kinds = inner.get("type", ())
    return "anyOf" in inner or not {"array", "object"} & set([kinds] if isinstance(kinds, str) else kinds)
