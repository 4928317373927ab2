"""Fields of foreign JSON: a value of another type than the one that is looked for counts as absent."""

from collections.abc import Mapping
from typing import TypeAlias

JsonMapping: TypeAlias = Mapping[str, object]
_NOTHING: JsonMapping = {}


def mapping(value: object) -> JsonMapping:
    """`value`, or an empty mapping when it is none."""
    return value if isinstance(value, dict) else _NOTHING


def items(value: object) -> list[JsonMapping]:
    """The objects in the list `value`; everything else in it is passed over."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text(source: JsonMapping, key: str) -> str:
    """The string at `key`, empty when there is none."""
    value = source.get(key)
    return value if isinstance(value, str) else ""


def texts(source: JsonMapping, key: str) -> tuple[str, ...]:
    """The strings in the list at `key`; everything else in it is passed over."""
    value = source.get(key)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def number(source: JsonMapping, key: str) -> float | None:
    """The number at `key`; true and false are none."""
    value = source.get(key)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def whole(source: JsonMapping, key: str) -> int:
    """The whole number at `key`, 0 when there is none or it is negative."""
    value = number(source, key)
    return max(0, int(value)) if value is not None and value == value and abs(value) < 1e18 else 0


def flag(source: JsonMapping, key: str) -> bool:
    """Whether `key` is announced: true, or an object, as capabilities are written."""
    return source.get(key) is True or isinstance(source.get(key), dict)
