"""The shapes that a single value may have.

A shape reads a node into a value, telling every problem at its place, and describes itself as JSON Schema:
one description for both, so that they cannot drift apart. `records.py` has the shapes made of others,
`fields.py` the file's keys.
"""

import re
import shlex
from collections.abc import Callable
from typing import ClassVar, Final, TypeAlias

import msgspec

from sidekicks_tui.config.graphemes import is_one_character
from sidekicks_tui.config.nodes import Kind, Node, Scalar, Sequence, whole_number
from sidekicks_tui.config.quoting import quoted
from sidekicks_tui.config.reading import INVALID, Reading
from sidekicks_tui.locale import _
from sidekicks_tui.model import limits

Json: TypeAlias = dict[str, object]


class Shape(msgspec.Struct, frozen=True):
    kind: ClassVar[Kind]
    """The kind of node that the shape is written as."""

    def read(self, node: Node, label: str, reading: Reading) -> object:
        """The value of `node`, or INVALID once the problem is told; `label` begins the sentence."""
        raise NotImplementedError

    def json(self) -> Json:
        raise NotImplementedError

    def mismatch(self, node: Node, label: str, reading: Reading) -> object:
        """Tell that something of another kind stands here."""
        if node.kind is Kind.REFUSED:
            return INVALID
        if node.kind is Kind.NOTHING:
            return reading.error(
                node, _("{label} has no value: it must be {kind}").format(label=label, kind=_(self.kind))
            )
        hint = ""
        if self.kind is Kind.TEXT and isinstance(node, Scalar):
            hint = _(": put it in quotes")
        return reading.error(
            node,
            _("{label} must be {kind}, not {found}{hint}").format(
                label=label, kind=_(self.kind), found=_(node.kind), hint=hint
            ),
        )


class Text(Shape, frozen=True):
    kind = Kind.TEXT
    pattern: str = ""
    """A regular expression for the whole text, in the dialect that Python and JSON Schema share."""
    rule: str = ""
    """The pattern in words, to stand behind "must"."""
    longest: int = 0
    """In characters; 0: no limit."""
    empty: bool = False

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if not isinstance(node, Scalar) or node.kind is not Kind.TEXT:
            return self.mismatch(node, label, reading)
        if not node.text and not self.empty:
            return reading.error(node, _("{label} is empty").format(label=label))
        if self.longest and len(node.text) > self.longest:
            return reading.error(
                node,
                _("{label} is too long: {count} characters, {longest} are the limit").format(
                    label=label, count=len(node.text), longest=self.longest
                ),
            )
        if self.pattern and not re.fullmatch(self.pattern, node.text):
            return reading.error(
                node,
                _("{label} must {rule}, unlike {text}").format(
                    label=label, rule=_(self.rule), text=quoted(node.text)
                ),
            )
        return node.text

    def json(self) -> Json:
        schema: Json = {"type": "string"}
        if not self.empty:
            schema["minLength"] = 1
        if self.longest:
            schema["maxLength"] = self.longest
        if self.pattern:
            schema["pattern"] = f"^(?:{self.pattern})$"
        return schema


class Icon(Shape, frozen=True):
    kind = Kind.TEXT

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if not isinstance(node, Scalar) or node.kind not in _WORDS:
            return self.mismatch(node, label, reading)
        if not is_one_character(node.text):
            return reading.error(
                node, _("{label} must be one character: a letter, a sign or an emoji").format(label=label)
            )
        return node.text

    def json(self) -> Json:
        return {"type": ["string", "number"], "minLength": 1}


class Flag(Shape, frozen=True):
    kind = Kind.FLAG

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if not isinstance(node, Scalar) or node.kind is not Kind.FLAG:
            return self.mismatch(node, label, reading)
        return node.text.lower() == "true"

    def json(self) -> Json:
        return {"type": "boolean"}


class Whole(Shape, frozen=True):
    kind = Kind.WHOLE
    least: int
    most: int

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if not isinstance(node, Scalar) or node.kind is not Kind.WHOLE:
            return self.mismatch(node, label, reading)
        if not self.least <= (number := whole_number(node.text)) <= self.most:
            return reading.error(
                node,
                _("{label} must be from {least} to {most}, not {number}").format(
                    label=label, least=self.least, most=self.most, number=number
                ),
            )
        return number

    def json(self) -> Json:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Choice(Shape, frozen=True):
    kind = Kind.TEXT
    values: tuple[str, ...]
    make: Callable[[str], object] = str

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if not isinstance(node, Scalar) or node.kind is not Kind.TEXT:
            return self.mismatch(node, label, reading)
        if node.text not in self.values:
            known = ", ".join(self.values)
            return reading.error(
                node,
                _("{label} must be one of {known}, not {text}").format(
                    label=label, known=known, text=quoted(node.text)
                ),
            )
        return self.make(node.text)

    def json(self) -> Json:
        return {"enum": list(self.values)}


_DURATION: Final = r"([1-9][0-9]{0,8})([smh])"
_SECONDS: Final = {"s": 1.0, "m": 60.0, "h": 3600.0}


class Duration(Shape, frozen=True):
    """Seconds, or None for `never`."""

    kind = Kind.TEXT

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if not isinstance(node, Scalar) or node.kind not in _WORDS:
            return self.mismatch(node, label, reading)
        if node.text == "never":
            return None
        if (found := re.fullmatch(_DURATION, node.text)) is None:
            return reading.error(
                node, _("{label} must be a time like 30s, 15m or 2h, or never").format(label=label)
            )
        return int(found[1]) * _SECONDS[found[2]]

    def json(self) -> Json:
        return {"type": "string", "pattern": f"^(?:{_DURATION}|never)$"}


_SIZE: Final = r"([1-9][0-9]{0,8})(KB|MB)"
_BYTES: Final = {"KB": limits.KB, "MB": limits.MB}


class Size(Shape, frozen=True):
    """Bytes."""

    kind = Kind.TEXT
    least: int
    most: int

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if not isinstance(node, Scalar) or node.kind not in _WORDS:
            return self.mismatch(node, label, reading)
        if (found := re.fullmatch(_SIZE, node.text)) is None:
            return reading.error(node, _("{label} must be a size like 512KB or 1MB").format(label=label))
        size = int(found[1]) * _BYTES[found[2]]
        if not self.least <= size <= self.most:
            least, most = f"{self.least // limits.KB}KB", f"{self.most // limits.MB}MB"
            return reading.error(
                node, _("{label} must be from {least} to {most}").format(label=label, least=least, most=most)
            )
        return size

    def json(self) -> Json:
        return {"type": "string", "pattern": f"^{_SIZE}$"}


class Folder(Shape, frozen=True):
    """An absolute path."""

    kind = Kind.TEXT

    def read(self, node: Node, label: str, reading: Reading) -> object:
        text = Text().read(node, label, reading)
        return reading.path(text) if isinstance(text, str) else text

    def json(self) -> Json:
        return Text().json()


class Words(Shape, frozen=True):
    """A command: a list of words, or one text that is split as a shell splits words."""

    kind = Kind.LIST

    def read(self, node: Node, label: str, reading: Reading) -> object:
        words: list[str] = []
        if isinstance(node, Sequence):
            for item in node.items:
                if not isinstance(item, Scalar) or item.kind not in _WORDS:
                    return AsWritten().mismatch(item, _("a word of {label}").format(label=label), reading)
                words.append(item.text)
        elif node.kind is Kind.TEXT:
            assert isinstance(node, Scalar)  # nothing else is text
            try:
                words = shlex.split(node.text)
            except ValueError:
                return reading.error(
                    node, _("{label} has a quotation mark that is never closed").format(label=label)
                )
        else:
            return self.mismatch(node, label, reading)
        if not words or not words[0]:
            return reading.error(node, _("{label} is empty: it needs a program to run").format(label=label))
        if words[0].startswith("~/"):
            words[0] = str(reading.path(words[0]))
        return tuple(words)

    def json(self) -> Json:
        return {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {"type": "array", "minItems": 1, "items": AsWritten().json()},
            ]
        }


_WORDS: Final = (Kind.TEXT, Kind.WHOLE, Kind.NUMBER, Kind.FLAG)
_REFERENCE: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class AsWritten(Shape, frozen=True):
    """Text where only text makes sense: a number or a boolean is taken as it is written.

    With `expand`, `${NAME}` is replaced from the environment.
    """

    kind = Kind.TEXT
    expand: bool = False

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if not isinstance(node, Scalar) or node.kind not in _WORDS:
            return self.mismatch(node, label, reading)
        if not self.expand:
            return node.text
        for name in _REFERENCE.findall(node.text):
            if name not in reading.env:
                reading.warn(
                    node,
                    _("{label} refers to {name}, which is not set: it is taken as empty").format(
                        label=label, name=name
                    ),
                )
        return _REFERENCE.sub(lambda found: reading.env.get(found[1], ""), node.text)

    def json(self) -> Json:
        return {"type": ["string", "number", "boolean"]}
