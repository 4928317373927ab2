"""Messages as the records that are kept of them.

A record tells who wrote the message and which it is (so that it can be counted and chosen without being
decoded), then holds it as MessagePack, compressed where that helps: text shrinks to half of its size in 15 µs
for each kilobyte, and a page of messages is read faster for it.

    byte 0      the author's role, and whether the message is compressed
    byte 1      the length of the key
    then        the key (see `keys.message_key`), and the message
"""

import zlib
from typing import Final

import msgspec

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.model.messages import Message, Role
from sidekicks_tui.store.keys import message_key

_ROLES: Final = (Role.USER, Role.AGENT, Role.SYSTEM)
_COMPRESSED: Final = 0x80
_HEADER_SIZE: Final = 2
_KEY_SIZE: Final = 255
_FASTEST: Final = 1

encode_value: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Message).decode


def encode_message(message: Message) -> bytes:
    """Raises `HistoryError` for a message that cannot be kept."""
    key = message_key(message.channel, message.id)
    if len(key) > _KEY_SIZE:
        raise HistoryError(_("a message cannot be kept: its id {id} is too long").format(id=message.id))
    header = _ROLES.index(message.role)
    try:
        body = encode_value(message)
    except UnicodeEncodeError:  # a file's name need not be text
        body = encode_value(_with_text_only(message))
    compressed = zlib.compress(body, _FASTEST)
    if len(compressed) < len(body):
        header, body = header | _COMPRESSED, compressed
    return bytes([header, len(key)]) + key + body


def decode_message(record: bytes | memoryview) -> Message:
    """Raises `HistoryError` when the record is damaged."""
    return decode_body(message_body(record))


def message_body(record: bytes | memoryview) -> bytes | memoryview:
    """The MessagePack of a message; its length stands for the message's size. Raises `HistoryError`."""
    try:
        body = record[_HEADER_SIZE + record[1] :]
        return zlib.decompress(body) if record[0] & _COMPRESSED else body
    except (zlib.error, IndexError) as error:
        raise _damaged(error) from error


def decode_body(body: bytes | memoryview) -> Message:
    """Raises `HistoryError` when the bytes are damaged."""
    try:
        return _decode(body)
    except msgspec.MsgspecError as error:
        raise _damaged(error) from error


def record_key(record: bytes | memoryview) -> bytes:
    """The key of a record's message. Raises `HistoryError` when the record is damaged."""
    try:
        return bytes(record[_HEADER_SIZE : _HEADER_SIZE + record[1]])
    except IndexError as error:
        raise _damaged(error) from error


def is_agents(header: int) -> bool:
    """Whether an agent wrote the message whose record begins with the byte `header`."""
    return header & ~_COMPRESSED == _ROLES.index(Role.AGENT)


def _with_text_only(message: Message) -> Message:
    """`message` with a question mark for whatever is no Unicode character."""

    def clean(value: object) -> object:
        match value:
            case str():
                return value.encode("utf-8", "replace").decode()
            case dict():
                return {key: clean(item) for key, item in value.items()}
            case list() | tuple():
                return [clean(item) for item in value]
            case _:
                return value

    return msgspec.convert(clean(msgspec.to_builtins(message)), Message)


def _damaged(error: Exception) -> HistoryError:
    return HistoryError(_("the history is damaged: a message cannot be read ({reason})").format(reason=error))
