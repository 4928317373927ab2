"""The guide's slash commands: what a message asks for, as a value.

/find PATTERN
/read FILE [LINES]              LINES: 12, 10-20 or 10-
/edit FILE OLD => NEW           each side bare, or quoted with "…" (knows \\n \\t \\" \\\\), '…' or `…`
/edit FILE                      followed by one fenced block, the whole file, or by two: OLD and NEW
/run COMMAND
/plan [STEP; STEP; …]
/help [TOPIC]
"""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from sidekicks_tui.model.errors import UsageError


@dataclass(frozen=True, slots=True)
class Find:
    pattern: str


@dataclass(frozen=True, slots=True)
class Read:
    """Lines count from 1; None for both: from the beginning, for `last` alone: to the end."""

    path: str
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace `old`, which stands once in the file."""

    path: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Write:
    """Make the file, or replace all of it."""

    path: str
    content: str


@dataclass(frozen=True, slots=True)
class Run:
    command: str


@dataclass(frozen=True, slots=True)
class Plan:
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Help:
    topic: str


Command: TypeAlias = Find | Read | Replace | Write | Run | Plan | Help


@dataclass(frozen=True, slots=True)
class Usage:
    """What a client is told of a command, for its completion."""

    name: str
    description: str
    hint: str

    @property
    def line(self) -> str:
        return f"/{self.name} {self.hint}"


USAGES: Final = (
    Usage("find", "Find files by name, and lines that hold a text", "PATTERN"),
    Usage("read", "Show a file, or some of its lines", "FILE [LINES]"),
    Usage("edit", "Replace a text in a file, or write a whole file from a fenced block", "FILE OLD => NEW"),
    Usage("run", "Run a command in the folder", "COMMAND"),
    Usage("plan", "Plan steps and carry them out, one after the other", "STEP; STEP; …"),
    Usage("help", "What the guide can do, or a whole page of the documentation", "[TOPIC]"),
)

_COMMAND: Final = re.compile(r"/([\w-]+)(?:\s|$)")
_LINES: Final = re.compile(r"(?P<path>.+?)(?:[\s:]+(?P<first>\d+)(?P<dash>\s*-\s*(?P<last>\d+)?)?)?", re.S)
_FENCE: Final = re.compile(
    r"^(?P<fence>`{3,}+|~{3,}+)[^\n]*\n(?P<content>.*?)^(?P=fence)[`~]*[ \t]*$", re.S | re.M
)
_ARROW: Final = re.compile(r"(?:^|(?<=\s))=>(?=\s|$)")
_ESCAPES: Final = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def parse(text: str) -> Command | None:
    """The command that `text` is, None when it is none. Raises `UsageError` for one that makes no sense."""
    text = text.replace("\r\n", "\n").strip()
    match = _COMMAND.match(text)
    if match is None:
        return None
    name, rest = match[1].lower(), text[match.end(1) :].strip()
    match name:
        case "find":
            return Find(_unquoted(_required(rest, name)))
        case "read":
            return _read(_required(rest, name))
        case "edit":
            return _edit(_required(rest, name))
        case "run":
            return Run(_required(rest, name))
        case "plan":
            return Plan(tuple(step.strip() for step in re.split(r"[;\n]", rest) if step.strip()))
        case "help":
            return Help(rest)
        case _:
            known = ", ".join(f"`/{usage.name}`" for usage in USAGES)
            raise UsageError(f"I have no command `/{name}`. Mine are {known}.")


def usage(name: str) -> Usage:
    return next(usage for usage in USAGES if usage.name == name)


def _required(rest: str, name: str) -> str:
    if not rest:
        raise UsageError(f"`/{name}` needs more: `{usage(name).line}`.")
    return rest


def _read(rest: str) -> Read:
    quoted = _quoted(rest)
    path, tail = (quoted[0], rest[quoted[1] :]) if quoted else ("", rest)
    match = _LINES.fullmatch(f"x{tail}" if quoted else tail)
    if match is None or (quoted and match["path"] != "x"):
        raise UsageError(f"I do not understand the lines `{tail.strip()}`: write 12, 10-20 or 10-.")
    path = path if quoted else _file(match["path"])
    if match["first"] is None:
        return Read(path)
    first = int(match["first"])
    last = (int(match["last"]) if match["last"] else None) if match["dash"] else first
    if first < 1 or (last is not None and last < first):
        raise UsageError("Lines count from 1, and the last one stands after the first.")
    return Read(path, first, last)


def _edit(rest: str) -> Replace | Write:
    quoted = _quoted(rest)
    if quoted:
        path, rest = quoted[0], rest[quoted[1] :]
    else:
        word = rest.split(maxsplit=1)[0]
        path, rest = _file(word), rest[len(word) :]
    return _from_fences(path, rest) if _begins_fence(rest) else _from_arrow(path, rest.strip())


def _begins_fence(rest: str) -> bool:
    return re.match(r"\s*\n(?:`{3}|~{3})", rest) is not None


def _from_fences(path: str, rest: str) -> Replace | Write:
    blocks = [match["content"] for match in _FENCE.finditer(rest)]
    if _FENCE.sub("", rest).strip() or not 1 <= len(blocks) <= 2:
        raise UsageError(
            "`/edit FILE` takes one fenced block (the whole file) or two (the old text and the new one), "
            "each closed by a line with its own fence, and nothing else."
        )
    return Write(path, blocks[0]) if len(blocks) == 1 else Replace(path, *blocks)


def _from_arrow(path: str, rest: str) -> Replace:
    quoted = _quoted(rest)
    arrow = _ARROW.match(rest, quoted[1] + _spaces(rest, quoted[1])) if quoted else None
    if quoted is not None and arrow is not None:
        old = quoted[0]
    else:
        arrow = _ARROW.search(rest)
        if arrow is None:
            raise UsageError(
                f"There is no ` => ` between the old text and the new one: `{usage('edit').line}`."
            )
        old = rest[: arrow.start()].strip()
    if not old:
        raise UsageError("The old text is empty: name a text that stands in the file.")
    return Replace(path, old, _unquoted(rest[arrow.end() :].strip()))


def _spaces(text: str, start: int) -> int:
    return len(text) - start - len(text[start:].lstrip())


def _unquoted(text: str) -> str:
    """`text` without its quotes when it is one quoted text as a whole."""
    quoted = _quoted(text)
    return quoted[0] if quoted and quoted[1] == len(text) else text


def _quoted(text: str) -> tuple[str, int] | None:
    """The quoted text that `text` begins with, and where it ends; None when it begins with none."""
    if text[:1] in ("'", "`"):
        end = text.find(text[0], 1)
        return (text[1:end], end + 1) if end > 0 else None
    if text[:1] != '"':
        return None
    value: list[str] = []
    place = 1
    while place < len(text):
        sign = text[place]
        if sign == '"':
            return "".join(value), place + 1
        if sign == "\\" and text[place + 1 : place + 2] in _ESCAPES:
            value.append(_ESCAPES[text[place + 1]])
            place += 2
            continue
        value.append(sign)
        place += 1
    return None


def _file(word: str) -> str:
    """A bare path; the `$` that joins a file to a message may stand before it."""
    return word[1:] if word.startswith("$") and len(word) > 1 else word
