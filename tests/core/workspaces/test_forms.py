import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.workspaces.forms import Form, decode, version_of
from sidekicks_tui.model.errors import WorkspaceError


@pytest.mark.parametrize(
    ("data", "text", "form"),
    [
        (b"", "", Form()),
        (b"one\ntwo", "one\ntwo", Form()),
        (b"one\r\ntwo\r\n", "one\ntwo\n", Form(crlf=True)),
        (b"mixed\r\nendings\n", "mixed\r\nendings\n", Form()),
        (b"old\rmac\r", "old\rmac\r", Form()),
        (codecs.BOM_UTF8 + b"marked", "marked", Form(mark=codecs.BOM_UTF8)),
        ("é…".encode("cp1252"), "é…", Form("cp1252")),
        (b"\x81\xe9", "\x81é", Form("latin-1")),
        (codecs.BOM_UTF16_LE + "a\r\nb".encode("utf-16-le"), "a\nb", Form("utf-16-le", b"\xff\xfe", True)),
        (
            codecs.BOM_UTF16_BE + "\U0001f9ed".encode("utf-16-be"),
            "\U0001f9ed",
            Form("utf-16-be", b"\xfe\xff"),
        ),
    ],
)
def test_texts_are_read_in_their_own_form(data: bytes, text: str, form: Form) -> None:
    assert decode(data) == (text, form)


@pytest.mark.parametrize("data", [b"\x7fELF\0", b"\xff\xfe\0", b"\xff\xfe\0\0a\0\0\0"])
def test_what_is_no_text_is_told(data: bytes) -> None:
    assert decode(data) is None


@given(st.binary(max_size=60) | st.text(max_size=40).map(str.encode))
def test_what_is_read_is_written_back_byte_for_byte(data: bytes) -> None:
    if (decoded := decode(data)) is not None:
        text, form = decoded
        assert form.encode(text) == data


def test_new_lines_end_as_the_others_do() -> None:
    _text, form = decode(b"a\r\n") or pytest.fail("it is text")
    assert form.encode("a\nb\r\nc\n") == b"a\r\nb\r\nc\r\n"


def test_what_an_encoding_lacks_is_said() -> None:
    with pytest.raises(WorkspaceError, match="written in cp1252, which has no “→”"):
        Form("cp1252").encode("é → e")


def test_versions_tell_contents_apart() -> None:
    assert version_of(b"a") == version_of(b"a") != version_of(b"b")
