"""How the tables' keys are made. They sort as what they stand for."""

import struct

_NUMBER = struct.Struct(">Q")
_SEPARATOR = "\0"


def message_key(channel: str, id: str) -> bytes:
    return f"{channel}{_SEPARATOR}{id}".encode()


def split_message_key(key: bytes) -> tuple[str, str]:
    """The channel and the id of a message."""
    channel, _, id = key.decode().partition(_SEPARATOR)
    return channel, id


def first_key(channel: str) -> bytes:
    """What all keys of the channel's messages begin with."""
    return f"{channel}{_SEPARATOR}".encode()


def end_key(channel: str) -> bytes:
    """What follows all keys of the channel's messages."""
    return f"{channel}\1".encode()


def number_key(number: int) -> bytes:
    return _NUMBER.pack(number)


def key_number(key: bytes | memoryview) -> int:
    """The number that `number_key` made the beginning of `key` of."""
    return int(_NUMBER.unpack_from(key)[0])
