"""The shapes made of others: lists, free keys, alternatives, and records with keys of their own."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

import msgspec

from sidekicks_tui.config.nodes import Kind, Mapping, Node, Scalar, Sequence, plain
from sidekicks_tui.config.quoting import quoted
from sidekicks_tui.config.reading import INVALID, Reading
from sidekicks_tui.config.shapes import Json, Shape
from sidekicks_tui.locale import N_, _


class ListOf(Shape, frozen=True):
    """A tuple. A key that is there with nothing under it (everything commented out) is an empty one."""

    kind = Kind.LIST
    item: Shape
    what: str
    """One item in a sentence: "an agent"."""
    unique: str = ""
    """The key by which two items may not agree, whatever the case."""

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if node.kind is Kind.NOTHING:
            return ()
        if not isinstance(node, Sequence):
            return self.mismatch(node, label, reading)
        values = [self.item.read(item, _(self.what), reading) for item in node.items]
        if not self._told_apart(node, reading) or INVALID in values:
            return INVALID
        return tuple(values)

    def json(self) -> Json:
        return {"type": ["array", "null"], "items": self.item.json()}

    def _told_apart(self, node: Sequence, reading: Reading) -> bool:
        first: dict[str, Scalar] = {}
        apart = True
        for item in node.items:
            value = item.get(self.unique) if isinstance(item, Mapping) else None
            if not isinstance(value, Scalar) or not value.text:
                continue
            other = first.setdefault(value.text.strip().casefold(), value)
            if other is not value:
                taken = _("the {key} {value} is taken by {what} on line {line}")
                reading.error(
                    value,
                    taken.format(
                        key=self.unique,
                        value=quoted(value.text),
                        what=_(self.what),
                        line=reading.line(other),
                    ),
                )
                apart = False
        return apart


class FreeKeys(Shape, frozen=True):
    """A dict with keys of the person's choosing."""

    kind = Kind.KEYS
    item: Shape
    pattern: str = r"[\s\S]+"
    rule: str = N_("not be empty")
    """The pattern in words, to stand behind "must"."""

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if node.kind is Kind.NOTHING:
            return {}
        if not isinstance(node, Mapping):
            return self.mismatch(node, label, reading)
        values: dict[str, object] = {}
        for key, entry in node.entries:
            if not re.fullmatch(self.pattern, key.text):
                values[key.text] = reading.error(
                    key, _("a key of {label} must {rule}").format(label=label, rule=_(self.rule))
                )
                continue
            values[key.text] = self.item.read(
                entry, _("{key} in {label}").format(key=quoted(key.text), label=label), reading
            )
        return INVALID if INVALID in values.values() else values

    def json(self) -> Json:
        return {
            "type": ["object", "null"],
            "propertyNames": {"pattern": f"^(?:{self.pattern})$"},
            "additionalProperties": self.item.json(),
        }


class Anything(Shape, frozen=True):
    """Kept as it is: somebody else reads it."""

    kind = Kind.KEYS

    def read(self, node: Node, label: str, reading: Reading) -> object:
        return plain(node)

    def json(self) -> Json:
        return {}


class Kept(Shape, frozen=True):
    """Checked as `shape`, and kept as it was declared."""

    kind = Kind.KEYS
    shape: Shape

    def read(self, node: Node, label: str, reading: Reading) -> object:
        return INVALID if self.shape.read(node, label, reading) is INVALID else plain(node)

    def json(self) -> Json:
        return self.shape.json()


class Either(Shape, frozen=True):
    """The one of `shapes` that is written as what stands there."""

    kind = Kind.TEXT
    shapes: tuple[Shape, ...]

    def read(self, node: Node, label: str, reading: Reading) -> object:
        for shape in self.shapes:
            if shape.kind is node.kind:
                return shape.read(node, label, reading)
        if node.kind is Kind.REFUSED:
            return INVALID
        kinds = _(" or ").join(_(shape.kind) for shape in self.shapes)
        return reading.error(
            node, _("{label} must be {kind}, not {found}").format(label=label, kind=kinds, found=_(node.kind))
        )

    def json(self) -> Json:
        return {"anyOf": [shape.json() for shape in self.shapes]}


class Field(msgspec.Struct, frozen=True):
    """One key of a record."""

    key: str
    shape: Shape
    help: str
    required: bool = False
    attribute: str = ""
    """Where the value goes, when it is not the key in snake_case."""

    @property
    def target(self) -> str:
        return self.attribute or re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", self.key)


class Record(Shape, frozen=True):
    """Keys that are known, made into `struct`."""

    kind = Kind.KEYS
    what: str
    """The record in a sentence: "an agent"."""
    struct: Callable[..., object]
    fields: tuple[Field, ...]
    finish: Callable[[dict[str, Any], Mapping, Reading], bool] | None = None
    """Looks at the values together and may change them; False once it has told a problem."""
    elsewhere: dict[str, str] = msgspec.field(default_factory=dict)
    """Keys that belong to other records, and what to say of them."""

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if node.kind is Kind.NOTHING:
            node = Mapping((), False, node.start, node.end)
        if not isinstance(node, Mapping):
            return self.mismatch(node, label, reading)
        sound = self._knows_keys(node, reading)
        values: dict[str, Any] = {}
        for known in self.fields:
            entry = node.get(known.key)
            if entry is None:
                if known.required:
                    reading.error(
                        node,
                        _('{what} needs "{key}": {help}').format(
                            what=_(self.what), key=known.key, help=_(known.help)
                        ),
                    )
                    sound = False
                continue
            value = known.shape.read(entry, f'"{known.key}"', reading)
            if value is INVALID:
                sound = False
            else:
                values[known.target] = value
        if self.finish is not None and not self.finish(values, node, reading):
            sound = False
        if not sound:
            return INVALID
        made = self.struct(**values)
        reading.made.append((node, made))
        return made

    def json(self) -> Json:
        required = [known.key for known in self.fields if known.required]
        schema: Json = {
            "type": "object" if required else ["object", "null"],
            "properties": {
                known.key: {**known.shape.json(), "description": known.help} for known in self.fields
            },
            "additionalProperties": False,
        }
        return {**schema, "required": required} if required else schema

    def _knows_keys(self, node: Mapping, reading: Reading) -> bool:
        known = [known.key for known in self.fields]
        unknown = [key for key, _value in node.entries if key.text not in known]
        for key in unknown:
            if key.text in self.elsewhere:
                reading.error(key, _(self.elsewhere[key.text]))
            else:
                reading.error(
                    key,
                    _("unknown key {key} in {what}: {help}").format(
                        key=quoted(key.text), what=_(self.what), help=_help(key.text, known)
                    ),
                )
        return not unknown


def _help(key: str, known: Iterable[str]) -> str:
    """The known key that was probably meant, or all of them."""
    plainly = {re.sub("[-_ ]", "", name).lower(): name for name in known}
    near = get_close_matches(re.sub("[-_ ]", "", key).lower(), plainly, 1)
    if near:
        return _('did you mean "{key}"?').format(key=plainly[near[0]])
    return _("it knows {keys}").format(keys=", ".join(plainly.values()))
