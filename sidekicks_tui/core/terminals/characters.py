"""Where a stream of UTF-8 may be cut."""

from typing import Final

_LONGEST: Final = 4
_CONTINUATION: Final = range(0x80, 0xC0)


def whole_characters(data: bytes | bytearray, size: int) -> int:
    """How many of the first `size` bytes may be taken without cutting a character: 3 fewer at most.

    What is no UTF-8 may be cut anywhere.
    """
    end = min(size, len(data))
    for back in range(1, min(_LONGEST, end) + 1):
        byte = data[end - back]
        if byte not in _CONTINUATION:
            return end - back if _length(byte) > back else end
    return end


def _length(lead: int) -> int:
    """Bytes of the character that begins with `lead`; 1 for a byte that begins none."""
    if 0xC2 <= lead < 0xE0:
        return 2
    if 0xE0 <= lead < 0xF0:
        return 3
    return 4 if 0xF0 <= lead < 0xF5 else 1
