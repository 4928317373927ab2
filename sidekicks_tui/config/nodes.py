"""YAML text as a small tree in which everything knows where it stands.

The tree is built from ruamel.yaml's events. What the configuration does not allow although YAML has it
(anchors, aliases, merge keys, tags, the same key twice) is told and left out, so that one reading finds
everything. So are tabs: the scanner stops at one, which is told, replaced by a space, and the text is read
again.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.nodes import ScalarNode

from sidekicks_tui.config.quoting import quoted
from sidekicks_tui.config.syntax import describe
from sidekicks_tui.locale import N_, _

_DEPTH: Final = 24
"""Nobody nests a configuration deeper; without a bound the tree would meet Python's own."""
_TAB_REPAIRS: Final = 100
_UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""What YAML 1.2 forbids in its text."""
_UNUSABLE: Final = re.compile("[\x00\ud800-\udfff]")
"""Written as an escape these pass YAML, but no argument, path or UTF-8 text can hold them."""


class Kind(StrEnum):
    """What stands somewhere; the value is its name in a sentence."""

    TEXT = N_("text")
    WHOLE = N_("a whole number")
    NUMBER = N_("a number")
    FLAG = N_("true or false")
    NOTHING = N_("nothing")
    LIST = N_("a list")
    KEYS = N_("keys with values")
    REFUSED = N_("what was refused already")


class Scalar(msgspec.Struct, frozen=True):
    """`text` as it is written, quotes and escapes resolved."""

    kind: Kind
    text: str
    start: int
    end: int


class Sequence(msgspec.Struct, frozen=True):
    items: "tuple[Node, ...]"
    flow: bool
    start: int
    end: int

    @property
    def kind(self) -> Kind:
        return Kind.LIST


class Mapping(msgspec.Struct, frozen=True):
    entries: "tuple[tuple[Scalar, Node], ...]"
    flow: bool
    start: int
    end: int

    @property
    def kind(self) -> Kind:
        return Kind.KEYS

    def get(self, key: str) -> "Node | None":
        return next((value for name, value in self.entries if name.text == key), None)

    def text(self, key: str) -> str:
        """The scalar at `key` as it is written; empty when there is none."""
        value = self.get(key)
        return value.text if isinstance(value, Scalar) else ""


Node: TypeAlias = Scalar | Sequence | Mapping
"""`start` and `end` are offsets in the text; `start` of a block mapping is that of its first key."""


def plain(node: Node) -> object:
    """The node as Python's own values."""
    match node:
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {key.text: plain(value) for key, value in node.entries}
        case Scalar(kind=Kind.FLAG):
            return node.text.lower() == "true"
        case Scalar(kind=Kind.WHOLE):
            return whole_number(node.text)
        case Scalar(kind=Kind.NUMBER):
            return float(node.text.replace("_", "").replace(".inf", "inf").replace(".nan", "nan"))
        case Scalar(kind=Kind.NOTHING):
            return None
        case Scalar():
            return node.text


def whole_number(text: str) -> int:
    """A whole number as YAML writes it: 12, -3, 0x1F, 0o17, 0b11, 1_000, 007."""
    text = text.replace("_", "")
    try:
        return int(text, 10)
    except ValueError:
        return int(text, 0)


class Fault(msgspec.Struct, frozen=True):
    """What is wrong at an offset of the text."""

    at: int
    sentence: str


def parse(text: str) -> tuple[Node | None, list[Fault]]:
    """The tree of `text` and what is wrong with its YAML.

    The tree is None when there is none: nothing but comments, or a syntax error, which is then a fault.
    """
    faults = [
        Fault(
            found.start(),
            _("the control character U+{code:04X} may not stand here: delete it").format(code=ord(found[0])),
        )
        for found in _UNPRINTABLE.finditer(text)
    ]
    text = _UNPRINTABLE.sub("_", text)
    tabs: list[Fault] = []
    while True:
        builder = _Builder(text)
        try:
            root = builder.document()
        except MarkedYAMLError as error:
            fault = Fault(*describe(error, text))
            if text[fault.at : fault.at + 1] == "\t" and len(tabs) < _TAB_REPAIRS:
                tabs.append(fault)
                run = re.compile(r"[ \t]+").match(text, fault.at)
                assert run is not None  # it begins with the tab
                text = text[: run.start()] + " " * len(run[0]) + text[run.end() :]
                continue
            # Behind a tab the indentation is a guess, and so is what seems wrong with it.
            return None, faults + (tabs or [*builder.faults, fault])
        except _TooDeep as error:
            return None, [*faults, *tabs, *builder.faults, error.fault]
        return root, [*faults, *tabs, *builder.faults]


class _TooDeep(Exception):
    def __init__(self, at: int) -> None:
        super().__init__()
        self.fault = Fault(
            at, _("this is nested too deeply: {depth} levels are the limit").format(depth=_DEPTH)
        )


class _Builder:
    def __init__(self, text: str) -> None:
        self.faults: list[Fault] = []
        self._text = text
        yaml = YAML(typ="safe", pure=True)
        self._events: Iterator[Event] = yaml.parse(text)
        self._resolver = yaml.resolver

    def document(self) -> Node | None:
        root: Node | None = None
        documents = 0
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._fault(event.start_mark.index, _('the file holds one document: delete the "---"'))
                    break
            elif isinstance(event, NodeEvent):
                root = self._node(event, 0)
        return root

    def _fault(self, at: int, sentence: str) -> None:
        self.faults.append(Fault(at, sentence))

    def _node(self, event: Event, depth: int) -> Node:
        start: int = event.start_mark.index
        if depth > _DEPTH:
            raise _TooDeep(start)
        if isinstance(event, AliasEvent):
            self._fault(start, _("aliases (*name) are not allowed: write the value again"))
            return Scalar(Kind.REFUSED, "", start, event.end_mark.index)
        assert isinstance(event, ScalarEvent | SequenceStartEvent | MappingStartEvent)  # YAML has no other
        if event.anchor is not None:
            self._fault(start, _("anchors (&name) are not allowed: delete it"))
        if event.ctag is not None:
            self._fault(start, _("tags (!name) are not allowed: delete it"))
        if isinstance(event, SequenceStartEvent):
            return self._sequence(event, depth)
        if isinstance(event, MappingStartEvent):
            return self._mapping(event, depth)
        return self._scalar(event)

    def _scalar(self, event: ScalarEvent) -> Scalar:
        text: str = event.value
        start: int = event.start_mark.index
        end: int = event.end_mark.index
        if event.ctag is not None:
            return Scalar(Kind.REFUSED, text, start, end)
        if _UNUSABLE.search(text):
            self._fault(start, _("a text may not hold U+0000 or half of a surrogate pair"))
            return Scalar(Kind.REFUSED, "", start, end)
        tag = str(self._resolver.resolve(ScalarNode, text, event.implicit))
        return Scalar(_KINDS.get(tag, Kind.TEXT), text, start, end)

    def _sequence(self, event: SequenceStartEvent, depth: int) -> Sequence:
        items: list[Node] = []
        for inner in self._events:
            if isinstance(inner, SequenceEndEvent):
                break
            items.append(self._node(inner, depth + 1))
        return Sequence(tuple(items), bool(event.flow_style), event.start_mark.index, inner.end_mark.index)

    def _mapping(self, event: MappingStartEvent, depth: int) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for inner in self._events:
            if isinstance(inner, MappingEndEvent):
                break
            key = self._node(inner, depth + 1)
            value = self._node(next(self._events), depth + 1)
            if not isinstance(key, Scalar):
                self._fault(key.start, _("a key must be a single text"))
            elif key.text == "<<":
                self._fault(key.start, _("merge keys (<<) are not allowed: write the keys out"))
            elif key.text in entries:
                first = self._text.count("\n", 0, entries[key.text][0].start) + 1
                self._fault(
                    key.start,
                    _("the key {key} stands already on line {line}").format(key=quoted(key.text), line=first),
                )
            else:
                entries[key.text] = key, self._behind(key, value)
        return Mapping(
            tuple(entries.values()), bool(event.flow_style), event.start_mark.index, inner.end_mark.index
        )

    def _behind(self, key: Scalar, value: Node) -> Node:
        """`value`; an absent one stands behind its key, not where the next thing begins, lines below."""
        if isinstance(value, Scalar) and value.start == value.end:
            colon = self._text.find(":", key.end, value.start)
            if colon >= 0:
                return Scalar(value.kind, "", colon + 1, colon + 1)
        return value


_KINDS: Final = {
    "tag:yaml.org,2002:int": Kind.WHOLE,
    "tag:yaml.org,2002:float": Kind.NUMBER,
    "tag:yaml.org,2002:bool": Kind.FLAG,
    "tag:yaml.org,2002:null": Kind.NOTHING,
}
