import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.client.files import in_the_form_of, read_bytes, read_text, write_text
from sidekicks_tui.model.errors import WorkspaceError
from sidekicks_tui.system.containment import Folders


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders([tmp_path])


@pytest.mark.parametrize(
    ("line", "limit", "expected"),
    [
        (None, None, "one\ntwo\nthree\n"),
        (2, None, "two\nthree\n"),
        (None, 2, "one\ntwo\n"),
        (2, 1, "two\n"),
        (3, 9, "three\n"),
        (0, 1, "one\n"),
        (9, 1, ""),
        (1, 0, ""),
    ],
)
def test_lines_are_counted_from_one(
    folders: Folders, tmp_path: Path, line: int | None, limit: int | None, expected: str
) -> None:
    (tmp_path / "f").write_text("one\ntwo\nthree\n")
    assert read_text(folders, "f", line, limit) == expected


def test_a_byte_order_mark_is_no_text_and_line_endings_are(folders: Folders, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\xef\xbb\xbfa\r\nb")
    assert read_text(folders, "f") == "a\r\nb"


def test_what_is_no_text_is_refused(folders: Folders, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\xff")
    with pytest.raises(WorkspaceError, match="f is not text in UTF-8"):
        read_text(folders, "f")


def test_a_file_that_is_too_large_is_refused(folders: Folders, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"x" * (2 * 1024 * 1024))
    assert len(read_bytes(folders, "f", 2 * 1024 * 1024)) == 2 * 1024 * 1024
    with pytest.raises(WorkspaceError, match="larger than 1 MB"):
        read_bytes(folders, "f", 1024 * 1024)


def test_a_new_file_comes_with_its_folders(folders: Folders, tmp_path: Path) -> None:
    write_text(folders, "a/b/c.txt", "x\r\ny\n")
    assert (tmp_path / "a" / "b" / "c.txt").read_bytes() == b"x\r\ny\n"
    assert [entry.name for entry in (tmp_path / "a" / "b").iterdir()] == ["c.txt"]


def test_a_file_keeps_its_mode_and_a_link_stays_one(folders: Folders, tmp_path: Path) -> None:
    (tmp_path / "script").write_text("old\n")
    (tmp_path / "script").chmod(0o751)
    (tmp_path / "link").symlink_to("script")
    write_text(folders, "link", "new\n")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "script").read_text() == "new\n"
    assert (tmp_path / "script").stat().st_mode & 0o777 == 0o751


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_file_that_is_read_only_stays(folders: Folders, tmp_path: Path) -> None:
    (tmp_path / "f").write_text("old")
    (tmp_path / "f").chmod(0o444)
    with pytest.raises(WorkspaceError, match="read-only"):
        write_text(folders, "f", "new")
    assert (tmp_path / "f").read_text() == "old"


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        (b"", b"a\r\nb\n", b"a\r\nb\n"),
        (b"a\r\n", b"a\nb\r\n", b"a\r\nb\r\n"),
        (b"a\n", b"a\nb\r\n", b"a\nb\n"),
        (b"a\r\nb\n", b"a\nb\r\n", b"a\nb\r\n"),
        (b"\xef\xbb\xbfa", b"b", b"\xef\xbb\xbfb"),
        (b"\xef\xbb\xbfa", b"\xef\xbb\xbfb", b"\xef\xbb\xbfb"),
    ],
)
def test_a_file_keeps_its_form(old: bytes, new: bytes, written: bytes) -> None:
    assert in_the_form_of(old, new) == written


@given(st.binary(), st.binary())
def test_form_is_all_that_changes(old: bytes, new: bytes) -> None:
    def plain(data: bytes) -> bytes:
        return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")

    assert plain(in_the_form_of(old, new)) == plain(new)
