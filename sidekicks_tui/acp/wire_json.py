"""JSON as agents write it: strict where it can be, forgiving where real agents are careless."""

import json
import re
from typing import Final, TypeAlias

import msgspec

from sidekicks_tui.model import limits

JsonObject: TypeAlias = dict[str, object]

_LAST_ID: Final = re.compile(rb'"id"\s*:\s*(-?[1-9]\d{0,15}|0|"[\w-]+")\s*}\s*$')
_SESSION_ID: Final = re.compile(rb'"sessionId"\s*:\s*"([^"\\]+)"')
_LENIENT_SIZE: Final = 1 * limits.MB
"""The forgiving decoder is slow: a longer line must be clean."""


def decode(line: bytes) -> JsonObject | None:
    """The JSON object on the line; None when there is none."""
    try:
        value = msgspec.json.decode(line)
    except RecursionError:
        return None
    except msgspec.DecodeError:
        value = _decode_leniently(line)
    return value if isinstance(value, dict) else None


def encode(message: JsonObject) -> bytes:
    """`message` on one line. Lone surrogates (bytes of a file's name that are no text) become `?`."""
    try:
        return msgspec.json.encode(message)
    except UnicodeEncodeError:
        return json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")


def compact(value: object) -> str:
    """`value` as compact JSON; empty when it is nested too deeply."""
    try:
        return msgspec.json.encode(value).decode()
    except RecursionError:
        return ""


def salvage(head: bytes, tail: bytes) -> JsonObject:
    """What the ends of a message that cannot be read tell of it, as far as it can be had.

    That is `method`, `id` before or after the content, and `params.sessionId` before the update: the places
    in which agents write them.
    """
    beginning = head
    for key in (b'"params"', b'"result"', b'"error"'):
        beginning = beginning.partition(key)[0]
    message = decode(beginning.rstrip(b" \t\r,") + b"}") or {}
    if "id" not in message and (last := _LAST_ID.search(tail)):
        message["id"] = msgspec.json.decode(last[1])
    if session := _SESSION_ID.search(head):
        message["params"] = {"sessionId": session[1].decode(errors="replace")}
    return message


def _decode_leniently(line: bytes) -> object:
    """What msgspec refuses and real agents send: half of a surrogate pair, NaN, broken UTF-8."""
    if len(line) > _LENIENT_SIZE or not line.lstrip().startswith(b"{"):
        return None
    try:
        return _mend(json.loads(line.decode(errors="replace")))
    except (ValueError, RecursionError):
        return None


def _mend(value: object) -> object:
    """`value` with lone surrogates replaced: no file and no terminal takes them."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_mend(item) for item in value]
    if isinstance(value, dict):
        return {str(_mend(key)): _mend(item) for key, item in value.items()}
    return value
