"""Text files as bytes and as text: encoding, byte order mark and line endings are kept as they are."""

import codecs
import hashlib
from typing import Final, NamedTuple

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import WorkspaceError

_UTF16: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_EIGHT_BIT: Final = ("cp1252", "latin-1")
"""For what is no UTF-8: the second has a character for every byte, so that nothing is lost."""


class Form(NamedTuple):
    """How a file writes its text; the default is that of a new file."""

    encoding: str = "utf-8"
    mark: bytes = b""
    crlf: bool = False
    """Each line, and no other place, has a carriage return before its line feed."""

    def encode(self, text: str) -> bytes:
        """`text` as the file writes it. Raises `WorkspaceError` for what its encoding lacks."""
        if self.crlf:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise WorkspaceError(
                _(
                    "the file is written in {encoding}, which has no “{character}”: "
                    "take it out, or convert the file to UTF-8 first"
                ).format(encoding=self.encoding, character=error.object[error.start])
            ) from error


def decode(data: bytes) -> tuple[str, Form] | None:
    """The text that `data` writes, and how; None when it is no text."""
    for mark, encoding in _UTF16.items():
        if data.startswith(mark):
            return _as_text(data, encoding, mark)
    if b"\0" in data:
        return None
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    found = _as_text(data, "utf-8", mark)
    for encoding in _EIGHT_BIT:
        found = found or _as_text(data, encoding, b"")
    return found


def version_of(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _as_text(data: bytes, encoding: str, mark: bytes) -> tuple[str, Form] | None:
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError:
        return None
    if "\0" in text:
        return None
    crlf = "\r" in text and text.count("\r\n") == text.count("\n") == text.count("\r")
    return text.replace("\r\n", "\n") if crlf else text, Form(encoding, mark, crlf)
